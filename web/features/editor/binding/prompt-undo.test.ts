import { expect, test } from 'vitest';
import { createPromptUndo } from './prompt-undo.ts';

function scene(opened: string) {
  let now = 0;
  let shown = opened;
  const undo = createPromptUndo();
  undo.opened(1, opened);
  const step = (direction: 'undo' | 'redo') => {
    const content = undo.step(1, { direction, shown });
    shown = content ?? shown;
    return content;
  };
  return {
    undo,
    step,
    type(content: string) {
      now += 2000;
      shown = content;
      undo.typed(1, { content, at: now });
    },
    /** Something comes in that nobody notes. */
    show(content: string) {
      shown = content;
    },
  };
}

test('undo goes back to the opened text and redo to the newest one', () => {
  const { step, type } = scene('a');
  type('a b');
  type('a b c');
  expect(step('undo')).toBe('a b');
  expect(step('undo')).toBe('a');
  expect(step('undo')).toBeNull();
  expect(step('redo')).toBe('a b');
  expect(step('redo')).toBe('a b c');
  expect(step('redo')).toBeNull();
});

test("what is shown and was not typed is nobody's to undo", () => {
  const { step, type, show } = scene('one\n\ntwo\n');
  type('one mine\n\ntwo\n');
  show('one mine\n\ntwo theirs\n');
  expect(step('undo')).toBe('one\n\ntwo theirs\n');
  expect(step('redo')).toBe('one mine\n\ntwo theirs\n');
});

test('a prompt that is opened again with another text keeps its steps, and the other text', () => {
  const { undo, type } = scene('one\n\ntwo');
  type('one mine\n\ntwo');
  undo.opened(1, 'one mine\n\ntwo theirs');
  expect(undo.step(1, { direction: 'undo', shown: 'one mine\n\ntwo theirs' })).toBe('one\n\ntwo theirs');
});

test('a step of which others have left nothing is passed over', () => {
  const { step, type, show } = scene('one\n');
  type('one two\n');
  type('zero one two\n');
  show('zero one 2\n');
  expect(step('undo')).toBe('one 2\n');
  expect(step('undo')).toBeNull();
  expect(step('redo')).toBe('zero one 2\n');
});

test('histories of closed prompts go', () => {
  const { undo, type } = scene('a');
  type('a b');
  undo.keepOpen([2]);
  expect(undo.step(1, { direction: 'undo', shown: 'a b' })).toBeNull();
});
