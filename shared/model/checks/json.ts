import { z } from 'zod';

/** A value of JSON, kept as it is: neither copied nor looked into. */
export const Json = z.custom<JsonValue>((value) => value !== undefined);

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Tells whether a parsed value has more than `most` levels of arrays and objects. Goes no deeper than one level more,
 * so it must not be given what is too deep for a recursion.
 */
export function hasMoreLevelsThan(content: unknown, most: number): boolean {
  if (typeof content !== 'object' || content === null) return false;
  if (most === 0) return true;
  for (const inner of Object.values(content)) {
    if (typeof inner === 'object' && hasMoreLevelsThan(inner, most - 1)) return true;
  }
  return false;
}
