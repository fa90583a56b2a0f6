/** Reads a request as a mutation, with what has to be gathered before it can be decided. */
import { hash } from 'node:crypto';
import { hasMoreLevelsThan } from '#shared/model/checks/json.ts';
import { limits } from '#shared/model/limits.ts';
import type { FieldError, ProblemCode } from '#shared/model/problem.ts';
import type { BoundMutation, Touch } from '#shared/mutations/mutation.ts';
import { decodeRequest } from '#shared/mutations/registry.ts';
import type { Part } from '../../storage/ports/library-transaction.ts';
import type { MutationRequest } from './mutation-request.ts';
import { touchesWithin } from './within-project.ts';

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
  const requestHash = key === null ? '' : hashOf(request);
  if (!decoded.ok) {
    const part: Part = { key, touches: [], bulk: null, inspected: 0 };
    return { request, requestHash, decoded, part, weight: 1 };
  }
  const { target, bulk, texts } = decoded.mutation;
  const touches: Touch[] = [{ kind: 'row', ref: target.ref }, ...decoded.mutation.touches];
  if (request.onlyProject !== null) touches.push(...touchesWithin(decoded.mutation));
  let length = 0;
  for (const text of texts) length += text.length;
  const part: Part = { key, touches, bulk, inspected: 0 };
  return { request, requestHash, decoded, part, weight: 1 + length / charactersOfOne };
}

function decode({ newId, reportError }: ReadDeps, request: MutationRequest): Decoded {
  try {
    return hasMoreLevelsThan(request.body, limits.jsonLevels) ? tooDeep : decodeRequest(request, newId);
  } catch (error) {
    reportError(error instanceof Error ? error : new Error(String(error)));
    return { ok: false, code: 'internal' };
  }
}

/**
 * Returns the SHA-256 of the request, after the formula by which it was made. Texts go into it as they are, with their lengths before them: as JSON, which is
 * what all other values are, they would take three times as long.
 */
function hashOf({ method, path, body, onlyProject }: MutationRequest): string {
  let hashed = `${method}\n${path}\n`;
  // The stored answer of a sender that reaches more is not for one that reaches less.
  if (onlyProject !== null) hashed += `in ${onlyProject}\n`;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) hashed += JSON.stringify(body);
  else {
    for (const [name, value] of Object.entries(body)) {
      hashed += `${name.length}:${name}`;
      hashed += typeof value === 'string' ? `"${value.length}:${value}` : `${JSON.stringify(value)}\n`;
    }
  }
  return `${formula}${hash('sha256', hashed, 'hex')}`;
}

/** Stands before each hash; another formula gets another one. Those of before had none. */
const formula = '2:';

/**
 * Returns whether a key was used for another request. A hash of another formula says nothing about this one: after an
 * upgrade a device repeats what it sent before, and gets the answer that it missed.
 */
export function isKeyReused(storedHash: string, requestHash: string): boolean {
  return storedHash.startsWith(formula) && storedHash !== requestHash;
}
