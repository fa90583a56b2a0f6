/**
 * Classifies the answer to a piece of a file.
 *
 *   2xx with a place                        -> go on from there
 *   409 offset_differs                      -> ask where it is, go on from there
 *   404                                     -> no row is about it: it has not come, or it has gone
 *   413, 415, 422, 507 and other refusals   -> refused, in the server's words, until a person tries again
 *   everything else                         -> as any request
 */
import { problemMessages } from '#shared/model/messages.ts';
import { Problem } from '#shared/model/problem.ts';
import { type Answer, classifyRequest, type RequestOutcome } from './classify-answer.ts';
import { UploadState } from './wire.ts';

export type UploadOutcome =
  | { kind: 'state'; state: UploadState }
  | { kind: 'elsewhere' }
  | { kind: 'noRow' }
  /** `reason`: a sentence for a person. */
  | { kind: 'refused'; reason: string }
  | Exclude<RequestOutcome, { kind: 'answered' | 'refused' }>;

export function classifyUpload(answer: Answer, now: number): UploadOutcome {
  const problem = Problem.safeParse(answer?.body);
  // A full storage is no trouble of the server that passes by itself, though its status says so.
  if (problem.success && problem.data.code === 'storage_full') return refused(problem.data);
  const outcome = classifyRequest(answer, now);
  if (outcome.kind === 'answered') {
    const state = UploadState.safeParse(answer?.body);
    if (state.success) return { kind: 'state', state: state.data };
    return { kind: 'again', afterMs: null, reason: 'server' };
  }
  if (outcome.kind !== 'refused') return outcome;
  // A refusal without a problem of ours in it says nothing about this file.
  if (!problem.success) return { kind: 'again', afterMs: null, reason: 'server' };
  if (outcome.code === 'not_found') return { kind: 'noRow' };
  if (outcome.code === 'offset_differs') return { kind: 'elsewhere' };
  return refused(problem.data);
}

function refused({ code, detail }: Problem): UploadOutcome {
  return { kind: 'refused', reason: detail ?? problemMessages[code] };
}
