/** Words the notices of acts on many rows. */
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { BulkOutcome } from '../data/bulk/bulk-act.ts';
import { type ToastRequest, undoMs } from '../ui/toast/toaster-store.ts';

export type BulkWords = {
  /** While it is done. */
  readonly underWay: string;
  done(count: number): string;
  readonly description?: string | undefined;
  readonly failed: string;
  /** For its undo. */
  back(): BulkWords;
};

export type DoneAct =
  | { readonly kind: 'move'; readonly project: string }
  | { readonly kind: 'tags' }
  | { readonly kind: 'renameTag'; readonly from: string; readonly to: string }
  | { readonly kind: 'removeTag'; readonly tag: string }
  | { readonly kind: 'favorite'; readonly favorite: boolean }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'delete'; readonly type: 'prompt' | 'resource' };

export function wordsOf(act: DoneAct): BulkWords {
  return { ...wordsOfAct(act), back: wordsOfUndo };
}

export const wordsOfUndo = (): BulkWords => ({
  underWay: t('Undoing...'),
  done: (count) => t('{count, plural, one {# change} other {# changes}} undone', { count }),
  failed: t('Failed to undo'),
  back: wordsOfUndo,
});

function wordsOfAct(act: DoneAct): Omit<BulkWords, 'back'> {
  switch (act.kind) {
    case 'move':
      return {
        underWay: t('Moving...'),
        done: (count) => t('{count, plural, one {# prompt} other {# prompts}} moved', { count }),
        description: t('To "{project}".', { project: isolatedName(act.project) }),
        failed: t('Failed to move'),
      };
    case 'tags':
      return {
        underWay: t('Changing tags...'),
        done: (count) => t('Tags of {count, plural, one {# prompt} other {# prompts}} changed', { count }),
        failed: t('Failed to change tags'),
      };
    case 'renameTag':
      return {
        underWay: t('Changing tags...'),
        done: (count) =>
          t('Tag "{from}" renamed to "{to}" in {count, plural, one {# prompt} other {# prompts}}', {
            ...{ from: isolatedName(act.from), to: isolatedName(act.to), count },
          }),
        failed: t('Failed to change tags'),
      };
    case 'removeTag':
      return {
        underWay: t('Changing tags...'),
        done: (count) =>
          t('Tag "{tag}" removed from {count, plural, one {# prompt} other {# prompts}}', {
            ...{ tag: isolatedName(act.tag), count },
          }),
        failed: t('Failed to change tags'),
      };
    case 'favorite':
      return {
        underWay: t('Changing favourites...'),
        done: (count) =>
          act.favorite
            ? t('{count, plural, one {# prompt} other {# prompts}} added to favourites', { count })
            : t('{count, plural, one {# prompt} other {# prompts}} removed from favourites', { count }),
        failed: t('Failed to change favourites'),
      };
    case 'label':
      return {
        underWay: t('Setting labels...'),
        done: (count) => t('{count, plural, one {# label} other {# labels}} set', { count }),
        description: t('"{label}" is on the newest version of each now.', { label: act.label }),
        failed: t('Failed to set labels'),
      };
    case 'delete':
      return {
        underWay: t('Deleting...'),
        done: (count) =>
          act.type === 'prompt'
            ? t('{count, plural, one {# prompt} other {# prompts}} deleted', { count })
            : t('{count, plural, one {# file} other {# files}} deleted', { count }),
        failed: act.type === 'prompt' ? t('Failed to delete prompts') : t('Failed to delete files'),
      };
  }
}

/** Returns the notice of how an act ended. `undo`: null where nothing can be taken back. */
export function bulkNotice(
  { kind, changed, kept, reason }: BulkOutcome,
  words: BulkWords,
  undo: (() => void) | null,
): ToastRequest {
  const left =
    kept > 0 ? t('{kept, plural, one {# row was} other {# rows were}} left as before.', { kept }) : null;
  const failed = kind === 'failed' ? messages.changeNotWritten : null;
  const description = [changed > 0 ? words.description : null, left, reason, failed]
    .filter(Boolean)
    .join(' ');
  return {
    title: changed === 0 && (kind === 'failed' || kept > 0) ? words.failed : words.done(changed),
    ...(description === '' ? {} : { description }),
    ...(kind === 'failed' || (changed === 0 && kept > 0) ? { kind: 'destructive' as const } : {}),
    ...(undo === null ? {} : { duration: undoMs, action: { label: t('Undo'), run: undo } }),
  };
}
