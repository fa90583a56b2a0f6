/**
 * Merges a row that was changed elsewhere with the text of the editor that is bound to it.
 *
 * Where both changed the same words the editor keeps its own, and is saved upon the OLD base: only so does `commit`
 * see the overlap, and keeps the other text as a version.
 */
import { mergeText } from '#shared/merge/merge-text.ts';
import type { BoundText } from './bound-text.ts';
import type { SaveStatus } from './save-status.ts';
import type { TextSaver } from './text-saver.ts';
import type { UnsavedCopy } from './unsaved-copy.ts';

export type ReconcileDeps = {
  readonly bound: BoundText;
  readonly status: SaveStatus;
  readonly saver: TextSaver;
  readonly copy: UnsavedCopy;
};

/**
 * `taken`: the editor has all of the row. `rowChanged`: a save in here changed the row, which must be read again.
 * `notSaved`: the editor keeps its text, which could not be saved, and the row is not taken over.
 */
export type ReconcileOutcome = 'taken' | 'rowChanged' | 'notSaved';

/** Takes the row over, or saves the editor's text where both changed the same words. */
export async function reconcileRow(deps: ReconcileDeps, row: string): Promise<ReconcileOutcome> {
  const { bound, status, saver, copy } = deps;
  const mine = bound.read();
  if (row === copy.read()) bound.setBase(row);
  const base = bound.base();
  const merged = row === base ? { text: mine, overlap: false } : mergeText(base, mine, row);
  if (merged.overlap) return (await saver.save()) ? 'rowChanged' : 'notSaved';
  if (merged.text !== mine) bound.merge(merged.text);
  bound.setBase(row);
  const { kind } = status.read();
  if (bound.isBase(bound.read())) saver.settle();
  else if (kind === 'saved' || kind === 'waiting') saver.noteChange();
  return 'taken';
}
