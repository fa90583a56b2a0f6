/** Reads a request as a mutation, with what has to be gathered before it can be decided. */
import { hash } from 'node:crypto';
import { limits } from '#shared/model/limits.ts';
import type { FieldError, ProblemCode } from '#shared/model/problem.ts';
import type { BoundMutation } from '#shared/mutations/mutation.ts';
import { decodeRequest } from '#shared/mutations/registry.ts';
import type { Part } from '../storage/library-transaction.ts';
import { hasMoreLevelsThan } from './json-levels.ts';
import type { MutationRequest } from './mutation-request.ts';

export type PushedMutation = {
  request: MutationRequest;
  requestHash: string;
  decoded: Decoded;
  part: Part;
  /** Counts as so many mutations of short texts. */
  weight: number;
};

type Decoded =
  | { ok: true; mutation: BoundMutation }
  | { ok: false; code: ProblemCode; errors?: FieldError[] };

const tooDeep: Decoded = {
  ok: false,
  code: 'invalid_request',
  errors: [{ path: 'body', message: `At most ${limits.jsonLevels} levels of arrays and objects.` }],
};

/** A text of so many characters weighs as much as a mutation. */
const charactersOfOne = 32 * 1024;

export type ReadDeps = { newId(): number; reportError(error: Error): void };

export function readPushed(deps: ReadDeps, request: MutationRequest): PushedMutation {
  const decoded = decode(deps, request);
  const { key } = request;
  const part: Part = { key, touches: [], bulk: null, inspected: 0 };
  const requestHash = key === null ? '' : hashOf(request);
  if (!decoded.ok) return { request, requestHash, decoded, part, weight: 1 };
  const { target, touches, bulk, texts } = decoded.mutation;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return {
    ...{ request, requestHash, decoded },
    part: { ...part, touches: [{ kind: 'row', ref: target.ref }, ...touches], bulk },
    weight: 1 + length / charactersOfOne,
  };
}

function decode({ newId, reportError }: ReadDeps, request: MutationRequest): Decoded {
  try {
    return hasMoreLevelsThan(request.body, limits.jsonLevels) ? tooDeep : decodeRequest(request, newId);
  } catch (error) {
    reportError(error instanceof Error ? error : new Error(String(error)));
    return { ok: false, code: 'internal' };
  }
}

function hashOf({ method, path, body }: MutationRequest): string {
  return hash('sha256', `${method}\n${path}\n${JSON.stringify(body)}`, 'hex');
}
