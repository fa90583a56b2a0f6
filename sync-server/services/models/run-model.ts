/**
 * Runs models that the admin offers, and passes their answers through.
 *
 * 1. A person sees and runs the models that the admin's file names them for, so many at once, and so much a day. A run
 *    that began below the limit of the day ends.
 * 2. Neither a text nor a key is stored, or in a log.
 * 3. An endpoint that falls silent, or that answers without end, is cut off, and the answer says so where it is a
 *    stream; one that nobody listens to any more is cut off too.
 */
import { usernameKey } from '#shared/model/account/user.ts';
import type { ModelPrice } from '#shared/model/run/model-entry.ts';
import type { ChatRequest, ServedModels } from '#shared/model/served-model.ts';
import type { ModelUsage, ModelUsageStorage } from '../../storage/ports/models/model-usage-port.ts';
import { AnswerMeter, type UsedTokens } from './answer-meter.ts';
import type { EndpointAnswer, ModelEndpoint, OfferedModel, OfferedModels } from './model-endpoint.ts';

type Person = { id: number; username: string };

export type StartedRun =
  | Exclude<EndpointAnswer, { kind: 'answer' }>
  | { kind: 'unknown' }
  /** As many of this person, or of this model, run already as may. */
  | { kind: 'busy'; of: 'person' | 'model' }
  /** The limit of the day is reached. */
  | { kind: 'spent'; retryAfterSeconds: number }
  /** The client has gone before the answer began. */
  | { kind: 'left' }
  | { kind: 'running'; contentType: string; bytes: AsyncGenerator<Uint8Array> };

export type RunModels = {
  list(person: Person): Promise<ServedModels>;
  /** `signal`: aborted where nobody waits for the answer any more. */
  start(person: Person, request: ChatRequest, signal: AbortSignal): Promise<StartedRun>;
};

export type RunModelsDeps = {
  offered: OfferedModels;
  endpoint: ModelEndpoint;
  usage: ModelUsageStorage;
  now: () => number;
  /** Runs it once, after so many milliseconds; returns the way to call it off. */
  after: (milliseconds: number, run: () => void) => () => void;
};

const dayMs = 24 * 60 * 60 * 1000;
const million = 1_000_000;

export function createRunModels(deps: RunModelsDeps): RunModels {
  const { offered, usage, now } = deps;
  const { limits } = offered;
  const ofPerson = new RunningRuns<number>();
  const ofModel = new RunningRuns<string>();
  const today = () => new Date(now()).toISOString().slice(0, 10);

  async function isSpent(personId: number): Promise<boolean> {
    const { tokensPerDay, moneyPerDay } = limits;
    if (tokensPerDay === null && moneyPerDay === null) return false;
    const { tokens, cost } = await usage.usageOn(personId, today());
    return (
      tokens >= (tokensPerDay ?? Number.POSITIVE_INFINITY) ||
      cost / million >= (moneyPerDay ?? Number.POSITIVE_INFINITY)
    );
  }

  return {
    async list(person) {
      const { tokens, cost } = await usage.usageOn(person.id, today());
      const models = offered.models.filter((model) => mayRun(person, model));
      return {
        models: models.map(({ name, model, price }) => ({ name, model, price })),
        today: {
          tokens: allowance(tokens, limits.tokensPerDay),
          cost: allowance(cost / million, limits.moneyPerDay),
        },
      };
    },
    async start(person, request, signal) {
      const model = offered.models.find(({ name }) => name === request.model);
      if (model === undefined || !mayRun(person, model)) return { kind: 'unknown' };
      if (await isSpent(person.id)) {
        return { kind: 'spent', retryAfterSeconds: Math.ceil((dayMs - (now() % dayMs)) / 1000) };
      }
      if (!ofPerson.begin(person.id, limits.runsAtOnce)) return { kind: 'busy', of: 'person' };
      if (!ofModel.begin(model.name, model.atOnce)) {
        ofPerson.end(person.id);
        return { kind: 'busy', of: 'model' };
      }
      const run = new Run(deps, signal, async (used) => {
        ofPerson.end(person.id);
        ofModel.end(model.name);
        if (used !== undefined) await usage.addUsage(person.id, today(), usageOf(used, model.price));
      });
      try {
        const started = await openRun({ ...deps, run }, model, request);
        if (started.kind !== 'running') await run.end();
        return started;
      } catch (error) {
        await run.end();
        throw error;
      }
    },
  };
}

type Opening = Pick<RunModelsDeps, 'endpoint' | 'offered'> & { run: Run };

/** Sends a run, and returns its answer as it begins. */
async function openRun(
  { endpoint, offered, run }: Opening,
  model: OfferedModel,
  request: ChatRequest,
): Promise<StartedRun> {
  const body = bodyFor(model, request);
  const sent = endpoint.send(model, body, run.signal).catch((error: unknown) => {
    if (run.signal.aborted) return { kind: 'left' } as const;
    throw error;
  });
  const answer = await run.within(sent);
  if (answer === 'stalled') return { kind: 'unreachable' };
  if (answer.kind !== 'answer') return answer;
  const isStream = answer.contentType.startsWith('text/event-stream');
  const meter = new AnswerMeter({ sentBytes: JSON.stringify(body).length, isStream });
  const bytes = passedOn(answer.bytes, { run, meter, isStream, most: offered.limits.answerBytes });
  return { kind: 'running', contentType: answer.contentType, bytes: run.noting(bytes, meter) };
}

/** One run: how long its endpoint may be silent, and what follows when it is over. */
class Run {
  readonly #deps: Pick<RunModelsDeps, 'after' | 'offered'>;
  readonly #stopped = new AbortController();
  readonly #onEnd: (used: UsedTokens | undefined) => Promise<void>;
  #isOver = false;

  constructor(
    deps: Pick<RunModelsDeps, 'after' | 'offered'>,
    signal: AbortSignal,
    onEnd: (used: UsedTokens | undefined) => Promise<void>,
  ) {
    this.#deps = deps;
    this.#onEnd = onEnd;
    if (signal.aborted) this.stop();
    signal.addEventListener('abort', this.stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  readonly stop = () => this.#stopped.abort();

  /** Returns what is waited for, or `stalled` where it does not come in time: the endpoint is left then. */
  async within<Outcome>(waited: Promise<Outcome>): Promise<Outcome | 'stalled'> {
    const stalled = Promise.withResolvers<'stalled'>();
    const callOff = this.#deps.after(this.#deps.offered.limits.stallSeconds * 1000, () =>
      stalled.resolve('stalled'),
    );
    try {
      const outcome = await Promise.race([waited, stalled.promise]);
      if (outcome === 'stalled') {
        waited.catch(() => {});
        this.stop();
      }
      return outcome;
    } finally {
      callOff();
    }
  }

  /** Passes an answer on, and ends the run with it, however that ends. */
  async *noting(bytes: AsyncGenerator<Uint8Array>, meter: AnswerMeter): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } finally {
      await this.end(meter.used());
    }
  }

  async end(used?: UsedTokens): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.stop();
    await this.#onEnd(used);
  }
}

/** How many runs each person, or each model, has now. */
class RunningRuns<Key> {
  readonly #counts = new Map<Key, number>();

  /** Returns false where as many as may run already. */
  begin(key: Key, most: number): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= most) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  end(key: Key): void {
    const left = (this.#counts.get(key) ?? 1) - 1;
    if (left === 0) this.#counts.delete(key);
    else this.#counts.set(key, left);
  }
}

type Passing = { run: Run; meter: AnswerMeter; isStream: boolean; most: number };

async function* passedOn(
  bytes: AsyncIterable<Uint8Array>,
  { run, meter, isStream, most }: Passing,
): AsyncGenerator<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]();
  for (;;) {
    const next = await run.within(parts.next()).catch(() => 'broken' as const);
    if (next === 'stalled' || next === 'broken') {
      if (isStream) yield failedEvent(next);
      return;
    }
    if (next.done === true) return;
    meter.add(next.value);
    yield next.value;
    if (meter.bytes <= most) continue;
    if (isStream) yield failedEvent('too_long');
    return;
  }
}

const failures = {
  stalled: 'The model fell silent.',
  broken: 'The connection to the model broke off.',
  too_long: 'The answer is longer than this server passes on.',
} as const;

/** An error in a stream, as OpenAI's API has it. */
function failedEvent(code: keyof typeof failures): Uint8Array {
  const error = { message: failures[code], type: 'server_error', code };
  return new TextEncoder().encode(`\n\ndata: ${JSON.stringify({ error })}\n\n`);
}

function mayRun({ username }: Person, { people }: OfferedModel): boolean {
  return people === 'everyone' || people.has(usernameKey(username));
}

/** Asks a stream for its usage, which endpoints leave out unless they are asked. */
function bodyFor({ model }: OfferedModel, request: ChatRequest): object {
  if (request.stream !== true) return { ...request, model };
  const { stream_options: given } = request;
  const options = typeof given === 'object' && given !== null ? given : {};
  return { ...request, model, stream_options: { ...options, include_usage: true } };
}

function usageOf(used: UsedTokens, price: ModelPrice | null): ModelUsage {
  // A price for a million tokens is one for a token in millionths.
  const cost = price === null ? 0 : Math.ceil(used.in * price.in + used.out * price.out);
  return { tokens: used.in + used.out, cost };
}

function allowance(used: number, most: number | null): { used: number; most: number } | null {
  return most === null ? null : { used, most };
}
