/** Reads the answer of a model as it streams, in the events that OpenAI's API has. */
import { z } from 'zod';
import { limits } from '#shared/model/limits.ts';
import { RunFailed } from './run-failed.ts';

export type RunAnswer = {
  readonly answer: string;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
  readonly tokens: { readonly in: number; readonly out: number } | null;
  /** Its tokens were used up before its end. */
  readonly isCut: boolean;
};

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
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.looseObject({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
  error: z.union([z.string(), z.looseObject({ message: z.string() })]).nullish(),
});

const tooLong = `The answer is longer than ${limits.answerLength} characters.`;

/** `onText`: called with each part of the answer as it comes. Throws `RunFailed` where it is none, or breaks off. */
export async function readAnswerStream(
  bytes: AsyncIterable<Uint8Array>,
  onText: (text: string) => void,
): Promise<RunAnswer> {
  const reading = new Reading(onText);
  const decoder = new TextDecoder();
  try {
    for await (const part of bytes) reading.add(decoder.decode(part, { stream: true }));
  } catch (error) {
    if (error instanceof RunFailed) throw error;
    throw new RunFailed('The answer broke off.');
  }
  return reading.answer();
}

class Reading {
  readonly #onText: (text: string) => void;
  readonly #calls: { name: string; arguments: string }[] = [];
  #rest = '';
  /** Of the answer and its calls. */
  #length = 0;
  #answer = '';
  #tokens: RunAnswer['tokens'] = null;
  #isWhole = false;
  #isCut = false;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  /** Takes a part that ends anywhere. */
  add(part: string): void {
    this.#rest += part;
    if (this.#length + this.#rest.length > limits.answerLength) throw new RunFailed(tooLong);
    if (!part.includes('\n')) return;
    const lines = this.#rest.split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) this.#read(line.slice(5).trim());
  }

  answer(): RunAnswer {
    if (!this.#isWhole) throw new RunFailed('The answer broke off.');
    return { answer: this.#answer, toolCalls: this.#calls, tokens: this.#tokens, isCut: this.#isCut };
  }

  #read(data: string): void {
    if (data === '[DONE]') this.#isWhole = true;
    if (data === '[DONE]' || data === '') return;
    const read = Chunk.safeParse(parsed(data));
    if (!read.success) throw new RunFailed('What came is no answer of a model.');
    const { choices, usage, error } = read.data;
    if (error != null) throw new RunFailed(typeof error === 'string' ? error : error.message);
    if (usage != null) this.#tokens = { in: usage.prompt_tokens, out: usage.completion_tokens };
    const [choice] = choices ?? [];
    // Some endpoints end without the mark.
    if (choice?.finish_reason != null) this.#isWhole = true;
    if (choice?.finish_reason === 'length') this.#isCut = true;
    const text = choice?.delta?.content ?? '';
    this.#answer += text;
    this.#length += text.length;
    if (text !== '') this.#onText(text);
    for (const { index, function: part } of choice?.delta?.tool_calls ?? []) {
      const call = this.#calls[index] ?? { name: '', arguments: '' };
      this.#calls[index] = call;
      call.name += part.name ?? '';
      call.arguments += part.arguments ?? '';
      this.#length += (part.name?.length ?? 0) + (part.arguments?.length ?? 0);
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
