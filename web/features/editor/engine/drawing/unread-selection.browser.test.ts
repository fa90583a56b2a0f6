import { afterEach, expect, test, vi } from 'vitest';
import { nextFrame, openScene, type Scene } from '../source-editor-scene.ts';

const text = Array.from({ length: 2_000 }, (_, line) => `line ${line} of {{this}}`).join('\n');
const second = text.indexOf('line 1 ');
let scene: Scene | undefined;

afterEach(() => {
  vi.useRealTimers();
  scene?.close();
  scene = undefined;
});

/** Puts the caret into the second line the way a key does: the browser reports it later. */
function moveCaret({ box }: Scene): void {
  const line = box.querySelectorAll('.source-line')[1];
  const letters = line && document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode();
  if (!letters) throw new Error('the second line is not drawn');
  getSelection()?.collapse(letters, 2);
}

const drawing: readonly { what: string; draw: (drawn: Scene) => void; inserted?: number }[] = [
  { what: 'colors of lines that were not read yet', draw: () => vi.advanceTimersByTime(1_000) },
  {
    what: 'a merged text',
    draw: ({ editor }) => editor.setText(`New. ${text}`),
    inserted: 5,
  },
  {
    what: 'marks of names that stand for nothing',
    draw: ({ editor }) => editor.markUnresolved([{ start: second, end: second + 4 }]),
  },
];

test.each(drawing)(
  'a caret that was just moved stays where it is when there are drawn: $what',
  async ({ draw, inserted = 0 }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    scene = openScene(text);
    scene.at(3);
    await nextFrame();
    moveCaret(scene);
    draw(scene);
    await nextFrame();
    const caret = second + inserted + 2;
    expect(scene.editor.selection()).toEqual({ from: caret, to: caret });
  },
);

test('a focus that comes back is at the caret that was left, at once', () => {
  scene = openScene('one\ntwo\nthree');
  scene.at(5);
  const field = document.createElement('input');
  scene.scroller.before(field);
  field.focus();
  scene.box.focus();
  field.remove();
  expect(scene.editor.selection()).toEqual({ from: 5, to: 5 });
});

test('a text that is set a moment after its editor was closed is set', () => {
  const closed = openScene('one');
  closed.close();
  closed.editor.setText('two');
  expect(closed.editor.text()).toBe('two');
});
