import { expect, test } from 'vitest';
import { type BoundEditor, createBoundText } from './bound-text.ts';
import { plainEditor } from './editor-scene.ts';
import { createUnsavedCopy } from './unsaved-copy.ts';

const halfPair = '\ud83d';

test('a text without characters that cannot be stored is left alone, and nobody is told of a replacement', () => {
  const puts: string[] = [];
  const editor = { ...plainEditor('typed'), setText: (text: string) => void puts.push(text) };
  const bound = createBoundText({ editor, base: 'one', onReplaced: () => puts.push('replaced') });
  bound.replaceUnstorable();
  expect(puts).toEqual([]);
});

test('a replacement goes in around the caret', () => {
  const puts: unknown[] = [];
  const editor: BoundEditor = {
    ...plainEditor(`typed ${halfPair}`),
    setText: (text, options) => void puts.push([text, options]),
  };
  createBoundText({ editor, base: 'one' }).replaceUnstorable();
  expect(puts).toEqual([['typed \ufffd', { keepSelection: true, origin: 'repair' }]]);
});

test('nothing is replaced while an IME composes', () => {
  const editor = plainEditor(`typed ${halfPair}`);
  editor.compose(true);
  createBoundText({ editor, base: 'one' }).replaceUnstorable();
  expect(editor.text()).toBe(`typed ${halfPair}`);
});

test('a text that was opened with characters that cannot be stored stays as it is', () => {
  const editor = plainEditor('one\0');
  const bound = createBoundText({ editor, base: 'one\0' });
  bound.replaceUnstorable();
  expect(editor.text()).toBe('one\0');
  expect(bound.unsaved()).toBeNull();
});

test('a closed text is read without its editor, which is gone', () => {
  const editor = plainEditor('typed');
  const bound = createBoundText({ editor, base: 'one' });
  bound.close();
  const gone = () => {
    throw new Error('The editor is gone.');
  };
  Object.assign(editor, { text: gone, setText: gone, isComposing: gone, setEditable: gone });
  expect(bound.isClosed()).toBe(true);
  expect(bound.isComposing()).toBe(false);
  bound.replaceUnstorable();
  bound.setEditable(false);
  expect(bound.unsaved()).toEqual({ text: 'typed', base: 'one' });
});

test('a copy is stored of what is not in the row, and dropped once', () => {
  const calls: unknown[] = [];
  const editor = plainEditor('one');
  const bound = createBoundText({ editor, base: 'one' });
  const copy = createUnsavedCopy(bound, {
    lastResort: {
      keep: (unsaved) => {
        calls.push(unsaved);
        return true;
      },
      drop: () => calls.push('drop'),
    },
    isDraft: false,
  });
  expect(copy.store()).toBe(false);
  copy.drop();
  expect(calls).toEqual([]);
  editor.type('typed');
  expect(copy.store()).toBe(true);
  expect(copy.read()).toBe('typed');
  copy.drop();
  copy.drop();
  expect(calls).toEqual([{ text: 'typed', base: 'one' }, 'drop']);
});

test('a copy that the browser does not take is none', () => {
  const bound = createBoundText({ editor: plainEditor('typed'), base: 'one' });
  const copy = createUnsavedCopy(bound, {
    lastResort: { keep: () => false, drop: () => {} },
    isDraft: false,
  });
  expect(copy.store()).toBe(false);
  expect(copy.read()).toBeNull();
});
