/** Links for the tests of sync: slow ones, ones that break off, and proxies that take little at once. */
import type { Answer } from '#shared/sync/classify-answer.ts';
import type { ApiRequest } from '../platform/api-client.ts';

export type LinkModel = {
  /** Bytes a millisecond, each way. */
  speed?: number;
  /** Ends what takes longer: the total time-out that this app once had, or a gateway's. */
  longestMs?: number;
  /** Breaks off what carries more, each way. */
  cutAfter?: number;
  /** A proxy that answers 413 to more. */
  proxyTakes?: number;
};

/** Sends over such a link; `now` is its clock, which moves with the bytes. */
export function overLink(send: (request: ApiRequest) => Promise<Answer>, model: LinkModel) {
  const { speed = 1000, longestMs = Number.POSITIVE_INFINITY, cutAfter = Number.POSITIVE_INFINITY } = model;
  const sent: { path: string; bytes: number; passed: boolean }[] = [];
  let clock = Date.parse('2026-01-01T00:00:00Z');

  /** Whether so much gets through. */
  const carries = (bytes: number): boolean => {
    const ms = Math.min(bytes, cutAfter) / speed;
    clock += Math.min(ms, longestMs);
    return bytes <= cutAfter && ms <= longestMs;
  };
  return {
    now: () => clock,
    sent,
    async send(request: ApiRequest): Promise<Answer> {
      const bytes = request.body === undefined ? 0 : JSON.stringify(request.body).length;
      const note = { path: request.path, bytes, passed: false };
      sent.push(note);
      if (!carries(bytes)) return null;
      if (bytes > (model.proxyTakes ?? Number.POSITIVE_INFINITY)) {
        return { status: 413, retryAfter: null, body: undefined, sentBytes: bytes, isForeign: true };
      }
      const answer = await send(request);
      const receivedBytes = JSON.stringify(answer?.body ?? '').length;
      if (!carries(receivedBytes) || answer === null) return null;
      note.passed = true;
      return { ...answer, sentBytes: bytes, receivedBytes };
    },
  };
}
