/** Runs a prompt of a server on a model that the server offers, with an API token that has the scope `run`. */
import { z } from 'zod';
import { Problem } from '#shared/model/problem.ts';
import { PulledMessage, PulledPrompt } from '#shared/model/pull.ts';
import { chatFields } from './chat-body.ts';

/** `path` begins with `/api`. */
export type SendToServer = (path: string, init: RequestInit) => Promise<Response>;

export type RunOfPrompt = {
  /** Names or ids. */
  readonly project: string;
  readonly prompt: string;
  /** Undefined: the current text. */
  readonly label: string | undefined;
  readonly model: string;
  readonly values: Readonly<Record<string, string>>;
};

/** The run could not be made, or did not end as it should. The message is for a person. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
}

export type RunAnswer = {
  readonly answer: string;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
  readonly tokens: { readonly in: number; readonly out: number } | null;
  readonly milliseconds: number;
};

/** `onText`: called with each part of the answer as it comes. */
export async function runPrompt(
  run: RunOfPrompt,
  { send, now, onText }: { send: SendToServer; now: () => number; onText(text: string): void },
): Promise<RunAnswer> {
  const { project, prompt, label, model, values } = run;
  const path = `/api/pull/${encodeURIComponent(project)}/${encodeURIComponent(prompt)}`;
  const at = (format: string) =>
    `${path}?${new URLSearchParams({ format, ...(label === undefined ? {} : { label }) })}`;
  const fill = { method: 'POST', headers: jsonType, body: JSON.stringify({ values }) };
  const messages = z.array(PulledMessage).parse(await jsonOf(await asked(send, at('messages'), fill)));
  const { settings } = PulledPrompt.parse(await jsonOf(await asked(send, at('json'), {})));
  const body = { ...chatFields(settings ?? {}), model, messages, stream: true };
  const began = now();
  const started = await asked(send, '/api/run', {
    method: 'POST',
    headers: jsonType,
    body: JSON.stringify(body),
  });
  const reading = new Reading(onText);
  for await (const text of (started.body ?? empty()).pipeThrough(new TextDecoderStream())) reading.add(text);
  return { ...reading.answer(), milliseconds: now() - began };
}

const jsonType = { 'Content-Type': 'application/json' };

/** Throws `RunFailed` where the server does not answer with a success. */
async function asked(send: SendToServer, path: string, init: RequestInit): Promise<Response> {
  const answer = await send(path, init).catch(() => {
    throw new RunFailed('The server does not answer.');
  });
  if (answer.ok) return answer;
  const read = Problem.safeParse(await jsonOf(answer).catch(() => undefined));
  if (!read.success) throw new RunFailed(`The server answered ${answer.status}.`);
  const { title, detail = title } = read.data;
  const missing = z.array(z.string()).safeParse(read.data.missing);
  throw new RunFailed(missing.success ? `${detail} ${missing.data.join(', ')}` : detail);
}

async function jsonOf(answer: Response): Promise<unknown> {
  return JSON.parse(await answer.text());
}

const Chunk = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: z
          .looseObject({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.looseObject({
                  index: z.int().default(0),
                  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  usage: z.looseObject({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
  error: z.union([z.string(), z.looseObject({ message: z.string() })]).nullish(),
});

/** Reads the stream of an answer, in parts that end anywhere. */
class Reading {
  readonly #onText: (text: string) => void;
  readonly #calls: { name: string; arguments: string }[] = [];
  #rest = '';
  #answer = '';
  #tokens: RunAnswer['tokens'] = null;
  #isWhole = false;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  add(part: string): void {
    this.#rest += part;
    if (!part.includes('\n')) return;
    const lines = this.#rest.split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) this.#read(line.slice(5).trim());
  }

  /** Throws `RunFailed` where the stream ended before the answer did. */
  answer(): Omit<RunAnswer, 'milliseconds'> {
    if (!this.#isWhole) throw new RunFailed('The answer broke off.');
    return { answer: this.#answer, toolCalls: this.#calls, tokens: this.#tokens };
  }

  #read(data: string): void {
    if (data === '[DONE]') this.#isWhole = true;
    if (data === '[DONE]' || data === '') return;
    const read = Chunk.safeParse(parsed(data));
    if (!read.success) throw new RunFailed('The server sent something that is no answer of a model.');
    const { choices, usage, error } = read.data;
    if (error != null) throw new RunFailed(typeof error === 'string' ? error : error.message);
    if (usage != null) this.#tokens = { in: usage.prompt_tokens, out: usage.completion_tokens };
    const delta = choices?.[0]?.delta;
    const text = delta?.content ?? '';
    this.#answer += text;
    if (text !== '') this.#onText(text);
    for (const { index, function: part } of delta?.tool_calls ?? []) {
      const call = this.#calls[index] ?? { name: '', arguments: '' };
      this.#calls[index] = call;
      call.name += part.name ?? '';
      call.arguments += part.arguments ?? '';
    }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function empty(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
