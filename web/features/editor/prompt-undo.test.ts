import { expect, test } from 'vitest';
import { createPromptUndo } from './prompt-undo.ts';

function scene(opened: string) {
  let now = 0;
  const undo = createPromptUndo(() => now);
  undo.opened(1, opened);
  return {
    undo,
    type(content: string) {
      now += 2000;
      undo.typed(1, { content, at: now });
    },
    merge(from: string, to: string) {
      now += 2000;
      undo.merged(1, { from, to });
    },
  };
}

test('undo goes back to the opened text and redo to the newest one', () => {
  const { undo, type } = scene('a');
  type('a b');
  type('a b c');
  expect(undo.step(1, { direction: 'undo', shown: 'a b c' })).toBe('a b');
  expect(undo.step(1, { direction: 'undo', shown: 'a b' })).toBe('a');
  expect(undo.step(1, { direction: 'undo', shown: 'a' })).toBeNull();
  expect(undo.step(1, { direction: 'redo', shown: 'a' })).toBe('a b');
  expect(undo.step(1, { direction: 'redo', shown: 'a b' })).toBe('a b c');
  expect(undo.step(1, { direction: 'redo', shown: 'a b c' })).toBeNull();
});

test('undo takes away what was typed and leaves what came from elsewhere', () => {
  const { undo, type, merge } = scene('one\n\ntwo\n');
  type('one mine\n\ntwo\n');
  merge('one mine\n\ntwo\n', 'one mine\n\ntwo theirs\n');
  expect(undo.step(1, { direction: 'undo', shown: 'one mine\n\ntwo theirs\n' })).toBe('one\n\ntwo theirs\n');
  expect(undo.step(1, { direction: 'redo', shown: 'one\n\ntwo theirs\n' })).toBe('one mine\n\ntwo theirs\n');
});

test('an entry that says what is shown already is passed over', () => {
  const { undo, type, merge } = scene('one\n');
  type('one two\n');
  merge('one\n', 'one two\n');
  expect(undo.step(1, { direction: 'undo', shown: 'one two\n' })).toBeNull();
});

test('histories of closed prompts go', () => {
  const { undo, type } = scene('a');
  type('a b');
  undo.keepOpen([2]);
  expect(undo.step(1, { direction: 'undo', shown: 'a b' })).toBeNull();
});
