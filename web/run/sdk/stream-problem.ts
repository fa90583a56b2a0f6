import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from 'ai';
import { z } from 'zod';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import { type ModelCall, RunFailure } from '../model-client.ts';
import { shortened } from '../refusal.ts';

/** An error that an endpoint sent within its stream. */
const sentError = z.union([
  z.object({ message: z.string() }),
  z.string().transform((message) => ({ message })),
]);

/** Returns the problem of a stream that had begun, or of a request that the SDK itself refused. */
export function streamProblem(error: unknown, { entry }: Pick<ModelCall, 'entry'>): RunProblem {
  if (error instanceof RunFailure) return error.problem;
  if (InvalidResponseDataError.isInstance(error)) return { kind: 'brokenOff' };
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) {
    return { kind: 'notAnAnswer', address: entry.address, wire: entry.kind, message: '' };
  }
  if (isBrokenRead(error)) return { kind: 'brokenOff' };
  const message = sentError.safeParse(error).data?.message ?? '';
  return { kind: 'endpointFailed', status: null, message: shortened(message) };
}

/** Returns whether the reading of a body failed ("terminated", "network error"), which the SDK may wrap. */
export function isBrokenRead(error: unknown): boolean {
  return error instanceof TypeError || (APICallError.isInstance(error) && error.cause instanceof TypeError);
}
