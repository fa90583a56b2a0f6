/**
 * Folds messages of a chat: the lines below a line of a role are not drawn. The text stays as it is.
 * 1. Nothing hidden is selected: a selection that reaches into a fold opens it, whoever made it.
 * 2. Nothing hidden is changed unseen: a change that touches a fold or its first line opens it; an edit of the person
 *    that begins or ends in hidden lines, such as deleting a word across them, opens it and is not made.
 * 3. A fold reaches from a line of a role to the next one, or to the end; where it no longer does, it opens.
 * 4. While nothing is folded, a key costs nothing for it.
 * The highlight comes before it: it marks the lines of roles.
 */
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { StepMap } from '@tiptap/pm/transform';
import { DecorationSet, type EditorView } from '@tiptap/pm/view';
import { highlightKey } from '../drawing/highlight.ts';
import { BY_COMMAND, ORIGIN } from '../origins.ts';
import { type Fold, hidesWithin, lineAt, marksOfFolds, touches } from './fold-ranges.ts';

type Folded = { readonly folds: readonly Fold[]; readonly marks: DecorationSet };

const nothing: Folded = { folds: [], marks: DecorationSet.empty };

export const foldsKey = new PluginKey<Folded>('sourceFolds');

export function messageFolds(): Plugin<Folded> {
  let view: EditorView | null = null;

  /** After the transaction that is being refused. */
  function openSoon(opened: readonly Fold[]): void {
    queueMicrotask(() => {
      if (view === null || view.isDestroyed) return;
      const kept = foldsOf(view.state).filter((fold) => !opened.includes(fold));
      view.dispatch(view.state.tr.setMeta(foldsKey, kept).scrollIntoView());
    });
  }

  return new Plugin<Folded>({
    key: foldsKey,
    state: {
      init: () => nothing,
      apply: (tr, before, _, state) => foldedAfter(tr, before, state),
    },
    filterTransaction(tr, state) {
      const folds = foldsOf(state);
      if (folds.length === 0 || !tr.docChanged || !isOfThePerson(tr)) return true;
      const reached = folds.filter((fold) => tr.mapping.maps.some((map) => reaches(map, fold)));
      if (reached.length > 0) openSoon(reached);
      return reached.length === 0;
    },
    props: {
      decorations: (state) => foldsKey.getState(state)?.marks,
      createSelectionBetween: ({ state }, anchor, head) => caretBeyondFold(state, anchor, head),
    },
    view(mounted) {
      view = mounted;
      return {
        destroy() {
          view = null;
        },
      };
    },
  });
}

/** Returns the folds of a state, from the first to the last. */
export function foldsOf(state: EditorState): readonly Fold[] {
  return foldsKey.getState(state)?.folds ?? nothing.folds;
}

/**
 * Returns the caret on the other side of a fold that it was moved across. Browsers put it between two elements that are
 * not drawn then, which they draw before what follows them. Null where the caret is in no such place.
 */
function caretBeyondFold(state: EditorState, anchor: ResolvedPos, head: ResolvedPos): TextSelection | null {
  const at = head.pos;
  if (anchor.pos !== at || head.parent.inlineContent) return null;
  const fold = foldsOf(state).find(({ below, end }) => at >= below && at < end);
  if (fold === undefined) return null;
  const next = state.selection.head < fold.below ? lineAt(head.doc, fold.end) : null;
  return TextSelection.create(head.doc, next === null ? fold.below - 1 : next + 1);
}

function isOfThePerson(tr: Transaction): boolean {
  return [ORIGIN, BY_COMMAND, 'appendedTransaction'].every((meta) => tr.getMeta(meta) === undefined);
}

function isFolds(value: unknown): value is readonly Fold[] {
  return Array.isArray(value);
}

function foldedAfter(tr: Transaction, before: Folded, state: EditorState): Folded {
  const asked: unknown = tr.getMeta(foldsKey);
  if (before.folds.length === 0 && asked === undefined) return before;
  const known = isFolds(asked) ? asked : moved(before.folds, tr);
  const { from, to } = tr.selection;
  const folds = known.filter((fold) => !hidesWithin(fold, { from, to }) && isMessage(fold, tr.doc, state));
  if (folds.length === 0) return nothing;
  const isSame = folds.length === before.folds.length && asked === undefined;
  if (isSame && !tr.docChanged) return before;
  const marks =
    isSame && isInOneLine(tr) ? before.marks.map(tr.mapping, tr.doc) : marksOfFolds(tr.doc, folds);
  return { folds, marks };
}

/** Returns the folds where they are after the changes, without those that a change touched. */
function moved(folds: readonly Fold[], tr: Transaction): readonly Fold[] {
  let left = folds;
  // What follows a change by itself moves lines between chunks.
  const isEdit = tr.getMeta('appendedTransaction') === undefined;
  for (const map of tr.mapping.maps) {
    left = left
      .filter((fold) => !(isEdit && changes(map, (from, to) => touches(fold, { from, to }))))
      .map((fold) => ({
        ...fold,
        head: map.map(fold.head, 1),
        below: map.map(fold.below, 1),
        end: map.map(fold.end, -1),
      }));
  }
  return left;
}

function reaches(map: StepMap, { below, end }: Fold): boolean {
  return changes(map, (from, to) => to >= below && from < end);
}

function changes(map: StepMap, isMet: (from: number, to: number) => boolean): boolean {
  let met = false;
  map.forEach((from, to) => {
    met ||= isMet(from, to);
  });
  return met;
}

/** Lines that the highlight has still to read may be what they were. */
function isMessage({ head, end }: Fold, doc: Node, state: EditorState): boolean {
  const highlight = highlightKey.getState(state);
  if (highlight === undefined) return true;
  const { marks, pending } = highlight;
  const isRole = (at: number) =>
    (pending !== null && pending <= at) ||
    marks.find(at, at + 1, ({ role }) => Boolean(role)).some(({ from }) => from === at);
  const next = lineAt(doc, end);
  return isRole(head) && (next === null || isRole(next));
}

function isInOneLine({ mapping, docs, doc }: Transaction): boolean {
  const [before = doc] = docs;
  if (before.childCount !== doc.childCount) return false;
  let most = 0;
  for (const map of mapping.maps) {
    map.forEach((from, to, newFrom, newTo) => {
      most = Math.max(most, to - from, newTo - newFrom);
    });
  }
  return most <= 1;
}
