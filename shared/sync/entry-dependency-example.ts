/** The rule that `EntryGraph` follows, for two entries at a time: an oracle for its properties. */
import type { RowKey } from '#shared/kinds/row.ts';
import { creates, type EntryHead } from './outbox.ts';

/** Returns whether `later` only makes sense, or only has the right base, after `earlier`. */
export function dependsOn(later: EntryHead, earlier: EntryHead): boolean {
  if (earlier.position >= later.position) return false;
  const rows = new Set<RowKey>([earlier.target, ...earlier.writes]);
  if ([later.target, ...later.writes].some((key) => rows.has(key))) return true;
  return creates(earlier) && later.needs.includes(earlier.target);
}
