/** Counts what a run used, from the answer as it passes: what the endpoint says, or else a guess from its length. */
import { z } from 'zod';

export type UsedTokens = { in: number; out: number };

const Usage = z.looseObject({
  usage: z.looseObject({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) }),
});

/** About so many bytes of a text are one token. */
const bytesPerToken = 4;

export class AnswerMeter {
  readonly #decoder = new TextDecoder();
  readonly #sentBytes: number;
  readonly #isStream: boolean;
  #bytes = 0;
  /** Not read yet: of a stream the beginning of a line whose end has not come, else the whole answer. */
  #rest = '';
  #usage: UsedTokens | undefined;

  constructor({ sentBytes, isStream }: { sentBytes: number; isStream: boolean }) {
    this.#sentBytes = sentBytes;
    this.#isStream = isStream;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(part: Uint8Array): void {
    this.#bytes += part.length;
    const text = this.#decoder.decode(part, { stream: true });
    this.#rest += text;
    // Of a long line nothing is read again with each part.
    if (!this.#isStream || !text.includes('\n')) return;
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  /** Returns what the answer used until now. */
  used(): UsedTokens {
    this.#read(this.#rest);
    return (
      this.#usage ?? {
        in: Math.ceil(this.#sentBytes / bytesPerToken),
        out: Math.ceil(this.#bytes / bytesPerToken),
      }
    );
  }

  /** Reads a line of a stream of events, or an answer as a whole. */
  #read(text: string): void {
    if (!text.includes('"usage"')) return;
    const read = Usage.safeParse(parsed(text.replace(/^data:/, '')));
    if (!read.success) return;
    const { prompt_tokens, completion_tokens } = read.data.usage;
    this.#usage = { in: prompt_tokens, out: completion_tokens };
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
