/**
 * New versions of a prompt, and among them texts that are kept because something is about to take their
 * place: before a restore, and where a merge chose one person's words over another's.
 *
 * 1. A number is given once and never again: deleting a version does not free it.
 * 2. A kept text travels with the change that replaces it, in one mutation: neither exists without the other.
 */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { RowRef } from '#shared/model/row.ts';
import { isBlank } from '#shared/model/text.ts';
import { ConflictMark, type Version, VersionDescription } from '#shared/model/version.ts';
import type { RowSet, Write } from './row-set.ts';

export const defaultVersionDescription = 'Updated prompt content';

/** The version under which the text that is current now is kept before it is replaced. */
export const KeptText = z.strictObject({
  id: Id,
  description: VersionDescription,
  conflict: ConflictMark.nullable(),
});
export type KeptText = z.infer<typeof KeptText>;

/** Names the version that will keep the other side's text where a merge cannot take it over. */
export type KeepAs = () => KeptText;

type NewVersion = Pick<Version, 'id' | 'content' | 'description' | 'original' | 'conflict'>;

export function appendVersion(
  prompt: Prompt,
  version: NewVersion,
  now: string,
): { prompt: Prompt; row: Version; write: Write } {
  const number = prompt.lastVersion + 1;
  const row = { ...version, promptId: prompt.id, version: number, createdAt: now };
  return { prompt: { ...prompt, lastVersion: number }, row, write: putVersion(row) };
}

export function putVersion(row: Version): Write {
  return { kind: 'put', type: 'version', id: row.id, row };
}

/** The version that would keep a text: a repetition must see that it is there already. */
export function keptRow(keep: KeptText | undefined): { kind: 'row'; ref: RowRef }[] {
  return keep === undefined ? [] : [{ kind: 'row', ref: { type: 'version', id: keep.id } }];
}

/** The prompt and the write after `text` was kept, where it was asked for and says anything at all. */
export function keepText(
  { prompt, text, keep }: { prompt: Prompt; text: string; keep: KeptText | undefined },
  rows: RowSet,
  now: string,
): { prompt: Prompt; writes: Write[] } {
  if (keep === undefined || isBlank(text) || rows.stored('version', keep.id) !== undefined) {
    return { prompt, writes: [] };
  }
  const kept = appendVersion(prompt, { ...keep, content: text, original: null }, now);
  return { prompt: kept.prompt, writes: [kept.write] };
}
