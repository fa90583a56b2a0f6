/**
 * Sends the requests to an object store.
 *
 * 1. Each ends within a bound: an answer's head, and what is not streamed, within `answerMs`, or `sendMs` where bytes go
 *    out.
 * 2. Every request can be repeated: after a failure that passes by itself it is sent again, `attempts` times in all.
 * 3. An answer that is neither a success nor "not found" is thrown as `FilesUnavailable`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { FilesUnavailable } from '../failures/files-unavailable.ts';

export type BucketPatience = { answerMs: number; sendMs: number; attempts: number; pauseMs: number };

export const usualPatience: BucketPatience = { answerMs: 15_000, sendMs: 60_000, attempts: 3, pauseMs: 200 };

const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export function createBucketFetch(patience: BucketPatience): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await attemptOnce(String(input), init ?? {}, patience);
      if (!(answer instanceof FilesUnavailable)) return answer;
      if (answer.kind === 'refused' || attempt >= patience.attempts) throw answer;
      await pause(patience.pauseMs * 4 ** (attempt - 1));
    }
  };
}

async function attemptOnce(
  url: string,
  init: RequestInit,
  { answerMs, sendMs }: BucketPatience,
): Promise<Response | FilesUnavailable> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), init.method === 'PUT' ? sendMs : answerMs);
  try {
    const headers = new Headers(init.headers);
    // A proxy that compresses would leave the size out.
    headers.set('Accept-Encoding', 'identity');
    const answer = await fetch(url, { ...init, headers, redirect: 'manual', signal: deadline.signal });
    if (init.method === 'HEAD' && answer.ok && !answer.headers.has('Content-Length')) {
      return new FilesUnavailable('refused', 'the store does not tell the size of an object');
    }
    const isStreamed = answer.ok && !new URL(url).searchParams.has('list-type');
    if (isStreamed || answer.body === null) return outcome(answer, '');
    const text = await answer.text();
    return outcome(new Response(text, answer), text);
  } catch (error) {
    return new FilesUnavailable('unreachable', `${new URL(url).host} does not answer (${reasonOf(error)})`);
  } finally {
    clearTimeout(timer);
  }
}

function outcome(answer: Response, text: string): Response | FilesUnavailable {
  const { status } = answer;
  if (answer.ok || status === 404) return answer;
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
  const failure = `the store answered ${status}${code === '' ? '' : ` ${code}`}`;
  return new FilesUnavailable(passing.has(status) ? 'unreachable' : 'refused', failure);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return 'it takes too long';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
