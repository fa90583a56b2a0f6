import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseChat } from '#shared/templates/chat.ts';
import { keepChunks } from '../document/keep-chunks.ts';
import { splitLines } from '../document/line-ends.ts';
import { changeText } from '../document/replace-lines.ts';
import { sourceDocument, sourceNodes } from '../document/source-nodes.ts';
import { createTextIndex } from '../document/text-index.ts';
import { highlight } from '../drawing/highlight.ts';
import { breakLine } from '../editing/edit-commands.ts';
import { ORIGIN } from '../origins.ts';
import { applyChange } from '../source-samples.ts';
import { foldsOfChat } from './fold-ranges.ts';
import { foldsKey, foldsOf, messageFolds } from './message-folds.ts';

const schema = getSchema(sourceNodes());

function opened(text: string) {
  const index = createTextIndex();
  const plugins = [keepChunks(index, () => false), highlight(() => false), messageFolds()];
  const state = EditorState.create({ doc: sourceDocument(schema, splitLines(text)), plugins });
  return { index, state };
}

const position = fc.nat({ max: 1_000_000 });
const piece = fc.constantFrom(
  '--- user ---\n',
  '\n--- system ---\n',
  '--- assistant ---\r\n',
  '---- tool ----\n',
  'word\n',
  'x',
  '\n',
  '\r\n',
  '```\n',
  'line\n'.repeat(130),
);
const chat = fc.array(piece, { maxLength: 25 }).map((pieces) => `--- system ---\n${pieces.join('')}`);
const act = fc.record({
  kind: fc.constantFrom('merge', 'type', 'enter', 'select', 'fold', 'foldAll'),
  at: position,
  to: position,
  insert: fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')),
});

/** The state after an act. What is refused leaves the text as it was. */
function acted({ index, state }: ReturnType<typeof opened>, { kind, at, to, insert }: Acted): EditorState {
  const text = index.text(state.doc);
  const from = Math.min(at % (text.length + 1), to % (text.length + 1));
  const end = Math.max(at % (text.length + 1), to % (text.length + 1));
  const place = index.positionAt(state.doc, from);
  switch (kind) {
    case 'merge': {
      const change = { from, to: end, insert };
      const next = state.apply(changeText(state.tr, index, change).setMeta(ORIGIN, 'merge'));
      expect(index.text(next.doc)).toBe(applyChange(text, change));
      return next;
    }
    case 'type':
      return state.apply(changeText(state.tr, index, { from, to: Math.min(end, from + 2), insert: 'x' }));
    case 'enter':
      return state.apply(breakLine(state, index, { from: place, to: place }));
    case 'select': {
      const selected = TextSelection.create(state.doc, place, index.positionAt(state.doc, end));
      return state.apply(state.tr.setSelection(selected));
    }
    case 'fold':
    case 'foldAll': {
      const found = foldsOfChat(state.doc, index);
      const wanted = kind === 'fold' ? found.filter((_, place) => place % 2 === at % 2) : found;
      const caret = TextSelection.create(state.doc, 2);
      return state.apply(state.tr.setSelection(caret).setMeta(foldsKey, wanted));
    }
  }
}

type Acted = {
  kind: 'merge' | 'type' | 'enter' | 'select' | 'fold' | 'foldAll';
  at: number;
  to: number;
  insert: string;
};

test('whatever is done, folds hide whole messages, and no selection reaches into one', () => {
  let folded = 0;
  fc.assert(
    fc.property(chat, fc.array(act, { minLength: 1, maxLength: 12 }), (text, acts) => {
      const { index, state: first } = opened(text);
      let state = first;
      for (const one of acts) {
        state = acted({ index, state }, one);
        const messages = foldsOfChat(state.doc, index).map(({ head, below, end }) => ({ head, below, end }));
        const { from, to } = state.selection;
        for (const { head, below, end } of foldsOf(state)) {
          folded += 1;
          expect(messages).toContainEqual({ head, below, end });
          expect(to > below && from < end).toBe(false);
        }
        expect(hiddenLines(state)).toBe(linesHidden(foldsOf(state).map(({ lines }) => lines)));
      }
    }),
    { numRuns: 120 },
  );
  expect(folded).toBeGreaterThan(200);
});

test('a message is found with the lines below its first one, and one without any is not', () => {
  const { index, state } = opened('\n\n--- system ---\nOne\nTwo\n\n--- user ---\n--- tool ---\n');
  const folds = foldsOfChat(state.doc, index);
  expect(folds.map(({ head, lines }) => [state.doc.nodeAt(head)?.textContent, lines])).toEqual([
    ['--- system ---', 3],
    ['--- tool ---', 1],
  ]);
  expect(foldsOfChat(opened('No chat').state.doc, index)).toEqual([]);
});

test('a person’s edit that reaches from outside into what is folded is not made', () => {
  const text = '--- system ---\nKeep me\n--- user ---\nHello';
  const { index, state: first } = opened(text);
  const state = first.apply(first.tr.setMeta(foldsKey, foldsOfChat(first.doc, index).slice(0, 1)));
  expect(hiddenLines(state)).toBe(1);
  const border = text.indexOf('--- user');
  const join = { from: border - 1, to: border, insert: '' };
  expect(index.text(state.apply(changeText(state.tr, index, join)).doc)).toBe(text);
  const overIt = { from: '--- system ---'.length, to: border + 3, insert: '' };
  expect(index.text(state.apply(changeText(state.tr, index, overIt)).doc)).toBe(text);
  const merged = state.apply(changeText(state.tr, index, join).setMeta(ORIGIN, 'merge'));
  expect(index.text(merged.doc)).toBe(applyChange(text, join));
  expect(foldsOf(merged)).toEqual([]);
});

test('a message stays folded while text is typed elsewhere', () => {
  const text = '--- system ---\nKeep me\n--- user ---\nHello';
  const { index, state: first } = opened(text);
  let state = first.apply(first.tr.setMeta(foldsKey, foldsOfChat(first.doc, index).slice(0, 1)));
  state = state.apply(changeText(state.tr, index, { from: text.length, to: text.length, insert: '!' }));
  const end = index.positionAt(state.doc, text.length + 1);
  state = state.apply(breakLine(state, index, { from: end, to: end }));
  expect(hiddenLines(state)).toBe(1);
  expect(parseChat(index.text(state.doc))).toHaveLength(2);
});

/** Counts the lines that the marks hide, one by one or by their chunk. */
function hiddenLines(state: EditorState): number {
  let lines = 0;
  for (const mark of foldsKey.getState(state)?.marks.find() ?? []) {
    const node = state.doc.nodeAt(mark.from);
    const isHead = foldsOf(state).some(({ head }) => head === mark.from);
    if (!isHead) lines += node?.type.name === 'chunk' ? node.childCount : 1;
  }
  return lines;
}

function linesHidden(lines: readonly number[]): number {
  return lines.reduce((sum, count) => sum + count, 0);
}
