import { type RefusedCandidate, refusedCandidate } from './candidate.ts';
import { FileRefused } from './files.ts';

/** Returns the refusal for what a reader has thrown; throws anything else on, which is a bug. */
export function refusedBy(failure: unknown, source: string): RefusedCandidate {
  if (failure instanceof FileRefused) return refusedCandidate(source, failure.reason);
  throw failure;
}
