/**
 * Runs prompts against models, and keeps what comes.
 *
 * 1. A run is in memory while it is under way (`read`), and in the library from its beginning: what came is written at
 *    the latest half a second after it was shown.
 * 2. Listeners are notified at most ten times a second, of more than two runs four times.
 * 3. A run that was stopped is over at once, whatever its endpoint does.
 * 4. A run that could not be kept stays in memory until it is dismissed: no answer is lost to a full disk.
 * 5. A run whose endpoint is out of reach waits in the library, until a person sends it; nothing is sent by itself.
 * Before: the panel of a prompt. After: `web/data/run/run-ring.ts`.
 */
import type { Id } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { noOutput, noRating, type Run, type RunState } from '#shared/model/run/run.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import type { LiveRun, RunRequest } from '#shared/model/run/run-request.ts';
import type { Library } from '../data/database/library.ts';
import { holdRun, takeWaitingRun } from '../data/run/waiting-runs.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import type { CheckAnswer } from './answer/check-answer.ts';
import { createLiveRuns, type LiveRuns, type Running } from './live-runs.ts';
import { type ModelCall, type ModelClient, RunFailure } from './model-client.ts';
import { shortened } from './refusal.ts';
import { createRunKeeper, headOf, inputOf, type RunKeeper } from './run-keeper.ts';
import { createProgress, type RunProgress } from './run-progress.ts';
import { createRunQueue, type RunQueue } from './run-queue.ts';
import { type SilenceTimes, silenceTimes, watchSilence } from './silence-watch.ts';

export type RunsDeps = {
  readonly library: Library;
  readonly clock: { now(): number; after(milliseconds: number, run: () => void): () => void };
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly device: string;
  readonly exclusive: Exclusive;
  /** Whether this device has no network, and the model is on another one. */
  isOutOfReach(model: ModelEntry): boolean;
  keyOf(entryId: Id): Promise<string | null>;
  /** Loads what calls models of this kind. */
  clientOf(kind: RunRequest['model']['kind']): Promise<ModelClient>;
  readonly checkAnswer: CheckAnswer;
  readonly silence?: SilenceTimes;
};

export type Runs = {
  /** Begins a run and returns its id, under which it is in memory at once. */
  start(request: RunRequest): Id;
  /** Sends a run that waits. Resolves to false where it does not wait any more: another tab has sent it, or it is gone. */
  send(id: Id, model: ModelEntry): Promise<boolean>;
  stop(id: Id): void;
  /** Stops all runs, or those of a prompt. */
  stopAll(promptId?: Id): void;
  /** Removes a run that ended and could not be kept from memory. */
  dismiss(id: Id): void;
  /** The runs that are under way in this tab. */
  read(): ReadonlyMap<Id, LiveRun>;
  subscribe(listener: () => void): () => void;
  /** Stops all and writes nothing more: the library closes. */
  close(): void;
};

export function createRuns(deps: RunsDeps): Runs {
  const { library, clock } = deps;
  const live = createLiveRuns(clock.after);
  const { running } = live;
  const keeper = createRunKeeper({ library, clock, live });
  const queue = createRunQueue(deps.exclusive);
  const execution = { deps, live, keeper, queue };

  const stop = (id: Id) => running.get(id)?.stopped.abort(new Stopped());

  function begin(id: Id, request: RunRequest): void {
    const progress = createProgress(firstRun(id, request, deps), request.model, clock.now);
    const one = { progress, stopped: new AbortController(), isDirty: false, isKept: false };
    running.set(id, one);
    live.showNow();
    void execute(execution, { id, one, request });
  }

  return {
    start(request) {
      const id = library.newId();
      begin(id, request);
      return id;
    },
    async send(id, model) {
      const taken = await takeWaitingRun(library, id);
      if (taken === null) return false;
      const { head, input, pictures } = taken;
      begin(id, { ...head, ...input, model, attachments: pictures });
      return true;
    },
    stop,
    stopAll(promptId) {
      for (const [id, { progress }] of running) {
        if (promptId === undefined || progress.read().run.promptId === promptId) stop(id);
      }
    },
    dismiss(id) {
      if (running.get(id)?.progress.read().phase === 'ended') running.delete(id);
      live.showNow();
    },
    read: live.read,
    subscribe: live.subscribe,
    close() {
      keeper.close();
      for (const id of running.keys()) stop(id);
    },
  };
}

type Execution = {
  readonly deps: RunsDeps;
  readonly live: LiveRuns;
  readonly keeper: RunKeeper;
  readonly queue: RunQueue;
};
type Begun = { readonly id: Id; readonly one: Running; readonly request: RunRequest };

/** Takes a run from its beginning to its end, or to those that wait. */
async function execute({ deps, live, keeper, queue }: Execution, { id, one, request }: Begun): Promise<void> {
  const { progress, stopped } = one;
  if (deps.isOutOfReach(request.model)) {
    if (request.cell === undefined) return hold({ deps, live, keeper }, { id, one, request });
    progress.addProblem({ kind: 'offline', address: request.model.address });
    return keeper.end(id, one, 'failed');
  }
  const begun = keeper.begin(one);
  let leave = () => {};
  try {
    leave = await queue.enter(request.model.address, request.model.atOnce, stopped.signal);
    progress.begin();
    live.show();
    await begun;
    await keeper.follow(id, one);
    await answer(deps, one, { request, onPart: live.show });
    progress.isWhole();
    const problems = await deps.checkAnswer(progress.read().run, request.model.server);
    for (const problem of problems) progress.addProblem(problem);
    await keeper.end(id, one, 'done');
  } catch (error) {
    await begun;
    await keeper.end(id, one, endOf(error, progress));
  } finally {
    leave();
  }
}

/** Puts a run that cannot be sent now among those that wait; where the disk takes none, it has failed. */
async function hold(
  { deps, live, keeper }: Omit<Execution, 'queue'>,
  { id, one, request }: Begun,
): Promise<void> {
  const { progress } = one;
  const { model, attachments: pictures = [] } = request;
  progress.hold();
  live.showNow();
  const { run } = progress.read();
  try {
    await holdRun(deps.library, headOf(run), { input: inputOf(run), pictures });
    live.running.delete(id);
    live.showNow();
  } catch {
    progress.addProblem({ kind: 'offline', address: model.address });
    await keeper.end(id, one, 'failed');
  }
}

/** A person, or the end of the library, stopped the run. */
class Stopped extends Error {}

/** Calls the model and adds what comes, until the answer is whole. Throws where it does not become so. */
async function answer(
  { keyOf, clientOf, clock, silence = silenceTimes }: RunsDeps,
  one: Running,
  { request, onPart }: { request: RunRequest; onPart(): void },
): Promise<void> {
  const { progress, stopped } = one;
  const { model, messages, attachments = [] } = request;
  const { settings } = progress.read().run;
  const aborted = rejectionOf(stopped.signal);
  const [key, client] = await Promise.race([
    Promise.all([keyOf(model.id), loaded(clientOf(model.kind))]),
    aborted,
  ]);
  const watch = watchSilence(clock.after, silence, (kind) => {
    const began = progress.read().run.firstMs !== null;
    if (kind === 'slow') progress.setPhase(began ? 'paused' : 'slow');
    else stopped.abort(new RunFailure({ kind: 'silent', seconds: seconds(silence, began), began }));
    onPart();
  });
  try {
    const call: ModelCall = { entry: model, key, messages, settings, attachments, signal: stopped.signal };
    const parts = client(call)[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([parts.next(), aborted]);
      if (next.done === true) return;
      if (next.value.kind !== 'begun') watch.partCame();
      one.isDirty = true;
      if (progress.add(next.value)) {
        throw new RunFailure({ kind: 'tooLarge', characters: limits.answerLength });
      }
      onPart();
    }
  } finally {
    watch.stop();
    // Ends the request of an answer that goes on.
    stopped.abort(new Stopped());
  }
}

/** Fails where the app is older than its server, or is not kept whole. */
function loaded(client: Promise<ModelClient>): Promise<ModelClient> {
  return client.catch(() => {
    throw new RunFailure({ kind: 'partMissing' });
  });
}

const seconds = ({ firstMs, pauseMs }: SilenceTimes, began: boolean) => (began ? pauseMs : firstMs) / 1_000;

function rejectionOf(signal: AbortSignal): Promise<never> {
  const rejection = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // Where nobody waits for it any more.
  rejection.catch(() => undefined);
  return rejection;
}

function endOf(error: unknown, progress: RunProgress): RunState {
  if (error instanceof Stopped) return 'stopped';
  const { answer: text, reasoning, toolCalls } = progress.read().run;
  const hasCome = text !== '' || reasoning !== '' || toolCalls.length > 0;
  const problem = error instanceof RunFailure ? error.problem : unexpected(error);
  progress.addProblem(problem.kind === 'brokenOff' && !hasCome ? { kind: 'endedEarly' } : problem);
  return hasCome ? 'brokenOff' : 'failed';
}

/** Clients throw a `RunFailure` for each failure of an endpoint: any other error is one of the app or the browser. */
function unexpected(error: unknown): RunProblem {
  // A DOMException may have a name alone.
  const message = error instanceof Error ? error.message || error.name : String(error);
  return { kind: 'unexpected', message: shortened(message) };
}

function firstRun(id: Id, request: RunRequest, { now, device }: RunsDeps): Run {
  const { promptId, versionId, textHash, messages, values, model, attachments = [] } = request;
  return {
    ...{ id, promptId, versionId, textHash, device, state: 'queued' },
    model: { entryId: model.id, name: model.name, kind: model.kind, model: model.model },
    from: model.from,
    startedAt: new Date(now()).toISOString(),
    ...{ firstMs: null, totalMs: null, usage: null, cost: null },
    problems: [],
    rating: noRating,
    excerpt: '',
    ...(request.cell === undefined ? {} : { cell: request.cell }),
    messages: [...messages],
    values: { ...values },
    settings: { ...model.defaults, ...request.settings },
    attachments: attachments.map(({ bytes, ...named }) => ({ ...named, bytes: bytes.length })),
    ...noOutput,
  };
}
