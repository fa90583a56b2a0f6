import { Plugin, type Transaction } from '@tiptap/pm/state';
import { replaceLines } from './replace-lines.ts';

/** Set on a transaction that asks for what was put off while an input method was composing. */
export const SETTLE = 'sourceSettle';
/** The editor view still reads the composed text from the page for a moment after the end of a composition. */
const SETTLE_AFTER_MS = 60;

/** Whether a change came from an unfinished composition, or from the last flush of one that just ended. */
export function partOfComposition(tr: Transaction): boolean {
  return tr.getMeta('composition') !== undefined;
}

/**
 * An input method owns the piece of page that it composes in. A selection over several lines is therefore removed
 * before it begins, for the browser would tear the lines' elements apart; and normalising and highlighting, which
 * would redraw the line, follow when it has ended.
 */
export function composition(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        compositionstart(view) {
          const { selection } = view.state;
          if (selection.empty || selection.$from.sameParent(selection.$to)) return false;
          const nothing = [{ breakBefore: '' as const, text: '' }];
          view.dispatch(replaceLines(view.state.tr, selection, nothing));
          return false;
        },
        compositionend(view) {
          setTimeout(() => {
            if (view.isDestroyed || view.composing) return;
            view.dispatch(view.state.tr.setMeta(SETTLE, true));
          }, SETTLE_AFTER_MS);
          return false;
        },
      },
    },
  });
}
