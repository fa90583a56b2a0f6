/**
 * Counts what a run used, from the answer as it passes: what the endpoint says, or else a guess from its length.
 *
 * 1. Of a stream the text in its chunks is as long as the answer is. What an endpoint writes around each word is dozens
 *    of times as long, and nobody should pay for it.
 * 2. What is no chunk may hold any text, so that all of it counts, and nobody gets round a limit.
 */
import { z } from 'zod';
import { chunkTextBytes } from './chunk-text.ts';

export type UsedTokens = { in: number; out: number };

const Usage = z.looseObject({
  usage: z.looseObject({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) }),
});

/** About so many bytes of a text are one token. */
const bytesPerToken = 4;

/** A line of a stream that holds no text: an empty one, a comment, the name of an event, the end. */
const emptyLine = /^(?::.*|(?:event|id|retry):.*|(?:data:)?\s*(?:\[DONE\]\s*)?)$/s;

export class AnswerMeter {
  readonly #decoder = new TextDecoder();
  readonly #sentBytes: number;
  readonly #isStream: boolean;
  #bytes = 0;
  #textBytes = 0;
  /** Of what stood around the text of the last chunk. */
  #frameBytes = 0;
  /** Not read yet: of a stream the beginning of a line whose end has not come, else the whole answer. */
  #rest = '';
  #usage: UsedTokens | undefined;

  constructor({ sentBytes, isStream }: { sentBytes: number; isStream: boolean }) {
    this.#sentBytes = sentBytes;
    this.#isStream = isStream;
  }

  /** All that came, which is more than its text. */
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
    for (const line of lines) this.#readLine(line);
  }

  /** Returns what the answer used until now. Nothing is added after that. */
  used(): UsedTokens {
    const rest = this.#rest;
    this.#rest = '';
    if (this.#isStream) this.#readLine(rest, this.#frameBytes);
    else this.#readUsage(parsed(rest));
    return (
      this.#usage ?? {
        in: Math.ceil(this.#sentBytes / bytesPerToken),
        out: Math.ceil((this.#isStream ? this.#textBytes : this.#bytes) / bytesPerToken),
      }
    );
  }

  /** `frameBytes`: how much of a line that is cut off may be no text. */
  #readLine(line: string, frameBytes = 0): void {
    if (emptyLine.test(line)) return;
    const data = parsed(line.replace(/^data:/, ''));
    this.#readUsage(data);
    const lineBytes = Buffer.byteLength(line);
    const textBytes = chunkTextBytes(data);
    if (textBytes === undefined) {
      this.#textBytes += Math.max(0, lineBytes - frameBytes);
      return;
    }
    this.#textBytes += textBytes;
    this.#frameBytes = lineBytes - textBytes;
  }

  /** Of an event, or of an answer as a whole. */
  #readUsage(data: unknown): void {
    const read = Usage.safeParse(data);
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
