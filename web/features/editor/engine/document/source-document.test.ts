import { getSchema } from '@tiptap/core';
import { EditorState, type Plugin, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight, highlightKey } from '../drawing/highlight.ts';
import {
  breakLine,
  deleteRange,
  indentLines,
  insertSource,
  joinAtCaret,
  selectEverything,
} from '../editing/edit-commands.ts';
import { anyText, applyChange, longPrompt } from '../source-samples.ts';
import { SETTLE } from './composition.ts';
import { keepChunks } from './keep-chunks.ts';
import { splitLines } from './line-ends.ts';
import { changeText } from './replace-lines.ts';
import { sourceDocument, sourceNodes } from './source-nodes.ts';
import { createTextIndex, type TextIndex } from './text-index.ts';

const schema = getSchema(sourceNodes());

function opened(text: string) {
  const index = createTextIndex();
  const plugins: Plugin[] = [keepChunks(index, () => false), highlight(() => false)];
  const state = EditorState.create({ doc: sourceDocument(schema, splitLines(text)), plugins });
  return { index, state };
}

/**
 * Returns whether the document is in its normal form: settling, which repairs all of it, changes nothing. Without the
 * highlight, which remembers the lines that it has scanned: it must see every state that it leads to, in one line.
 */
function isNormal({ doc }: EditorState, index: TextIndex): boolean {
  const state = EditorState.create({ doc, plugins: [keepChunks(index, () => false)] });
  return state.apply(state.tr.setMeta(SETTLE, true)).doc.eq(doc);
}

/** Goes on until nothing is pending, as the pauses between keys would. */
function highlighted(state: EditorState): EditorState {
  let next = state;
  while (highlightKey.getState(next)?.pending !== null) {
    next = next.apply(next.tr.setMeta('sourceHighlightNextSlice', true));
  }
  return next;
}

/** The marks by where they are in the text: where chunks begin depends on the way that led there. */
function marksOf({ index, state }: { index: TextIndex; state: EditorState }): string[] {
  const shown = highlighted(state);
  const marks = highlightKey.getState(shown)?.marks.find() ?? [];
  return marks
    .map((mark) => {
      const from = index.offsetAt(shown.doc, mark.from);
      return `${from} +${mark.to - mark.from} ${JSON.stringify(Object(mark).type)}`;
    })
    .sort();
}

const position = fc.nat({ max: 1_000_000 });
const operation = fc.oneof(
  fc.record({
    kind: fc.constant('change'),
    at: position,
    to: position,
    insert: anyText({ pieces: 8, long: true }),
  }),
  fc.record({
    kind: fc.constantFrom('enter', 'backspace', 'delete'),
    at: position,
    to: position,
    insert: fc.constant(''),
  }),
);

describe('the document of a text', () => {
  it('the document holds any text to the code unit', () => {
    fc.assert(
      fc.property(anyText({ pieces: 80, long: true }), (text) => {
        const { index, state } = opened(text);
        expect(index.text(state.doc)).toBe(text);
        expect(isNormal(state, index)).toBe(true);
        state.doc.check();
      }),
      { numRuns: 500 },
    );
  });

  it('the document maps every offset to a position and back, but for one within CR LF, which is the end of its line', () => {
    fc.assert(
      fc.property(anyText({ pieces: 40, long: true }), position, (text, at) => {
        const { index, state } = opened(text);
        const offset = at % (text.length + 1);
        const inPair = text.slice(offset - 1, offset + 1) === '\r\n' && offset > 0;
        expect(index.offsetAt(state.doc, index.positionAt(state.doc, offset))).toBe(
          inPair ? offset - 1 : offset,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('the document stays exact, in its normal form and rightly highlighted through any sequence of edits', () => {
    fc.assert(
      fc.property(
        anyText({ pieces: 40, long: true }),
        fc.array(operation, { minLength: 1, maxLength: 12 }),
        (text, operations) => {
          const { index, state: first } = opened(text);
          let state = first;
          let expected = text;
          for (const { kind, at, to, insert } of operations) {
            const from = at % (expected.length + 1);
            const end = to % (expected.length + 1);
            if (kind === 'change') {
              const change = { from: Math.min(from, end), to: Math.max(from, end), insert };
              state = state.apply(changeText(state.tr, index, change));
              expected = applyChange(expected, change);
              expect(index.text(state.doc)).toBe(expected);
            } else {
              const caret = TextSelection.create(state.doc, index.positionAt(state.doc, from));
              state = state.apply(state.tr.setSelection(caret));
              const range = { from: caret.from, to: caret.to };
              const tr =
                kind === 'enter'
                  ? breakLine(state, index, range)
                  : joinAtCaret(state, kind === 'delete' ? 1 : -1);
              if (tr !== null) state = state.apply(tr);
              expected = index.text(state.doc);
            }
            state.doc.check();
            expect(isNormal(state, index)).toBe(true);
            expect(splitLines(index.text(state.doc))).toHaveLength(linesIn(state));
          }
          expect(marksOf({ index, state })).toEqual(marksOf(opened(expected)));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('the document keeps chunks near a hundred lines while lines come and go', () => {
    const { index, state: first } = opened(longPrompt(60_000));
    let state = first;
    for (let step = 0; step < 300; step += 1) state = state.apply(breakLine(state, index, state.selection));
    const after = chunkSizes(state);
    expect(after.length).toBeGreaterThan(8);
    expect(Math.max(...after)).toBeLessThanOrEqual(200);
    state = state.apply(deleteRange(state, { from: 50, to: state.doc.content.size - 50 }));
    expect(chunkSizes(state)).toHaveLength(1);
  });

  it('the document joins what a split leaves over with the light chunk below it', () => {
    const { index, state: first } = opened('line\n'.repeat(120));
    let state = first;
    for (const _ of [1, 2]) {
      state = state.apply(changeText(state.tr, index, { from: 0, to: 0, insert: '\n'.repeat(70) }));
      expect(isNormal(state, index)).toBe(true);
    }
    expect(Math.min(...chunkSizes(state))).toBeGreaterThanOrEqual(25);
  });

  it('the document gives a new line the end that most lines have, and keeps the others', () => {
    const { index, state } = opened('one\r\ntwo\nthree\r\nfour');
    const at = index.positionAt(state.doc, 'one\r\ntw'.length);
    const next = state.apply(breakLine(state, index, { from: at, to: at }));
    expect(index.text(next.doc)).toBe('one\r\ntw\r\no\nthree\r\nfour');
  });

  it('the document keeps the upper line’s break and drops the lower one’s where two lines are joined', () => {
    const { index, state } = opened('one\r\ntwo\nthree\rfour');
    const at = TextSelection.create(state.doc, index.positionAt(state.doc, 'one\r\ntwo\n'.length));
    const there = state.apply(state.tr.setSelection(at));
    const joined = joinAtCaret(there, -1);
    expect(joined).not.toBeNull();
    expect(index.text(joined?.doc ?? there.doc)).toBe('one\r\ntwothree\rfour');
  });

  it('the document keeps an empty line between a CR and an LF a line of its own', () => {
    const { index, state } = opened('one\rx\ntwo');
    const from = index.positionAt(state.doc, 4);
    const next = state.apply(deleteRange(state, { from, to: from + 1 }));
    expect(splitLines(index.text(next.doc)).map((line) => line.text)).toEqual(['one', '', 'two']);
  });

  it('the document splits a line into which a browser put a break', () => {
    const { index, state } = opened('one\r\ntwo');
    const next = state.apply(state.tr.insertText('a\nb', 3));
    expect(index.text(next.doc)).toBe('oa\r\nbne\r\ntwo');
    expect(isNormal(next, index)).toBe(true);
  });

  it('the document puts in what is pasted exactly, with the caret behind it', () => {
    const { index, state } = opened('one\ntwo');
    const range = { from: index.positionAt(state.doc, 1), to: index.positionAt(state.doc, 5) };
    const tr = insertSource(state, index, { range, text: 'A\r\n\r\n  B\t\rC' });
    expect(index.text(tr.doc)).toBe('oA\r\n\r\n  B\t\rCwo');
    expect(index.offsetAt(tr.doc, tr.selection.head)).toBe('oA\r\n\r\n  B\t\rC'.length);
  });

  it('the document leaves one empty line where everything is deleted', () => {
    const { index, state: first } = opened(longPrompt(40_000));
    const state = first.apply(selectEverything(first));
    const { from, to } = state.selection;
    const next = state.apply(deleteRange(state, { from, to }));
    expect(index.text(next.doc)).toBe('');
    expect(next.doc.childCount).toBe(1);
  });

  it('the document indents the selected lines by a tab, and takes a tab or four spaces away', () => {
    const { index, state: first } = opened('one\r\n\r\n    two\nthree');
    const chosen = TextSelection.create(
      first.doc,
      index.positionAt(first.doc, 1),
      index.positionAt(first.doc, 13),
    );
    let state = first.apply(first.tr.setSelection(chosen));
    state = state.apply(indentLines(state, index, { by: 1 }) ?? state.tr);
    expect(index.text(state.doc)).toBe('\tone\r\n\r\n\t    two\nthree');
    expect(index.offsetAt(state.doc, state.selection.from)).toBe(2);
    state = state.apply(indentLines(state, index, { by: -1 }) ?? state.tr);
    state = state.apply(indentLines(state, index, { by: -1 }) ?? state.tr);
    expect(index.text(state.doc)).toBe('one\r\n\r\ntwo\nthree');
    expect(indentLines(state, index, { by: -1 })).toBeNull();
  });
});

function linesIn(state: EditorState): number {
  return chunkSizes(state).reduce((sum, size) => sum + size, 0);
}

function chunkSizes(state: EditorState): number[] {
  const sizes: number[] = [];
  state.doc.forEach((chunk) => {
    sizes.push(chunk.childCount);
  });
  return sizes;
}
