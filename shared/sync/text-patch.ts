/**
 * Sends a text as its difference from one that the server has.
 *
 *   client: text -> patch upon the base that the edit was made from -> push
 *   server: its current text, if it has the hash of the base -> text -> the mutation as if the text had been sent
 *
 * 1. Only on the wire: both sides store, hash and answer the mutation with the whole text, so a patch and the whole text
 *    under one idempotency key are the same request.
 * 2. A patch is applied only to the text that it was made from, and its result is used only if it has the hash that the
 *    patch names. Otherwise nothing is done, and the client sends the whole text.
 * 3. The size of the result is known before it is built.
 */
import type { RowRef } from '#shared/kinds/row.ts';
import { Id } from '#shared/model/ids.ts';
import type { TextPatch } from './wire.ts';

/** Replaces `removed` UTF-16 units of the base, from `at` on, by `inserted`. */
export type Splice = TextPatch['splices'][number];

/** Returns the row whose text a mutation replaces or repeats with the field `content` of its body. */
export function patchableRow({ method, path }: { method: string; path: string }): RowRef | null {
  const match = /^\/api\/prompts\/(\d{1,16})(?:(\/content)|\/versions\/(\d{1,16}))?$/.exec(path);
  if (match === null) return null;
  const [, prompt, content, version] = match;
  const isOfPrompt = version === undefined && method === (content === undefined ? 'PUT' : 'PATCH');
  const isOfVersion = version !== undefined && method === 'PATCH';
  const id = Id.safeParse(Number(isOfPrompt ? prompt : version)).data;
  if (id === undefined || !(isOfPrompt || isOfVersion)) return null;
  return { type: isOfPrompt ? 'prompt' : 'version', id };
}

/** Returns the one splice that makes `text` of `base`; it divides no surrogate pair. None if they are equal. */
export function splicesBetween(base: string, text: string): Splice[] {
  if (base === text) return [];
  const most = Math.min(base.length, text.length);
  let start = 0;
  while (start < most && base.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  if (isInPair(base, start) || isInPair(text, start)) start -= 1;
  let end = 0;
  while (
    end < most - start &&
    base.charCodeAt(base.length - end - 1) === text.charCodeAt(text.length - end - 1)
  ) {
    end += 1;
  }
  if (isInPair(base, base.length - end) || isInPair(text, text.length - end)) end -= 1;
  return [[start, base.length - end - start, text.slice(start, text.length - end)]];
}

function isInPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

/** Applies splices, which are in order and apart; null if they are not, or the result is longer than `longest` units. */
export function applySplices(base: string, splices: readonly Splice[], longest: number): string | null {
  let length = base.length;
  let end = 0;
  for (const [at, removed, inserted] of splices) {
    if (at < end || at + removed > base.length) return null;
    end = at + removed;
    length += inserted.length - removed;
  }
  if (length > longest) return null;
  const parts: string[] = [];
  let from = 0;
  for (const [at, removed, inserted] of splices) {
    parts.push(base.slice(from, at), inserted);
    from = at + removed;
  }
  parts.push(base.slice(from));
  return parts.join('');
}
