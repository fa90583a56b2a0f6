import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { clipboardTurn } from '../../../../ui/testing/clipboard-turn.ts';
import { nextFrame, openScene, pasteElsewhere, type Scene } from '../source-editor-scene.ts';

const scenes: Scene[] = [];
const system = '--- system ---';
const user = '--- user ---';
const long = Array.from({ length: 350 }, (_, line) => `rule ${line}`).join('\n');

function folded(content: string, rest = 'Hello there'): Scene & { text: string; border: number } {
  const text = `${system}\n${content}\n${user}\n${rest}`;
  const scene = openScene(text);
  scenes.push(scene);
  scene.at(3);
  expect(scene.editor.folds.toggle()).toBe(true);
  return { ...scene, text, border: text.indexOf(user) };
}

/** The lines that a person sees. */
function seen({ box }: Scene): string[] {
  const lines = [...box.querySelectorAll<HTMLElement>('.source-line')];
  return lines.filter((line) => line.getClientRects().length > 0).map((line) => line.textContent);
}

afterEach(() => {
  for (const scene of scenes.splice(0)) scene.close();
});

test.each([
  ['of a few lines', 'Be kind.\n'],
  ['over several chunks', long],
])('a folded message %s shows its first line alone, and the text is what it was', async (_, content) => {
  const scene = folded(content);
  expect(seen(scene)).toEqual([system, user, 'Hello there']);
  expect(scene.editor.text()).toBe(scene.text);
  await scene.press('{ArrowDown}{ArrowDown}{End}!');
  expect(seen(scene)).toEqual([system, user, 'Hello there!']);
  await scene.press('{ArrowUp}{ArrowUp}{End}{ArrowRight}{ArrowDown}?');
  expect(seen(scene)).toHaveLength(3);
  expect(seen(scene)[2]).toContain('?');
  scene.editor.folds.all(false);
  expect(scene.drawn().slice(0, -1)).toEqual(scene.text.split('\n').slice(0, -1));
});

// A key comes before the browser has reported where the caret is, or after it.
test.each([
  { way: 'down', isReported: false },
  { way: 'down', isReported: true },
  { way: 'up', isReported: false },
  { way: 'up', isReported: true },
])(
  'a caret that the browser puts among lines that are not drawn goes on $way, reported: $isReported',
  async ({ way, isReported }) => {
    const scene = folded(long);
    const chunk = scene.box.querySelector('.source-chunk.source-hidden + .source-chunk:not(.source-hidden)');
    if (chunk === null) throw new Error('no chunk has lines that are drawn below such that are not');
    scene.at(way === 'down' ? 3 : scene.border + 3);
    await nextFrame();
    getSelection()?.collapse(chunk, 0);
    if (isReported) await nextFrame();
    await scene.press('{Shift}');
    expect(seen(scene)).toEqual([system, user, 'Hello there']);
    expect(scene.editor.selection().from).toBe(way === 'down' ? scene.border : system.length);
  },
);

test.each([
  ['Delete behind the first line', '{Delete}', system.length],
  ['Ctrl+Delete behind the first line', '{Control>}{Delete}{/Control}', system.length],
  ['Backspace before the next message', '{Backspace}', 'border'],
  ['Ctrl+Backspace before the next message', '{Control>}{Backspace}{/Control}', 'border'],
] as const)('%s opens what is folded, and deletes nothing', async (_, keys, place) => {
  const scene = folded('Keep every word of it');
  scene.at(place === 'border' ? scene.border : place);
  await scene.press(keys);
  await expect.poll(() => seen(scene)).toHaveLength(4);
  expect(scene.editor.text()).toBe(scene.text);
});

test('what is selected is seen: a selection over what is folded opens it, and a copy has all of it', async () => {
  await clipboardTurn();
  const scene = folded(long);
  scene.at(system.length);
  await scene.press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}c{/Control}');
  expect(seen(scene)).toContain('rule 1');
  const { from, to } = scene.editor.selection();
  expect(await pasteElsewhere()).toBe(scene.text.slice(from, to));
  scene.editor.folds.all(true);
  scene.editor.focus();
  await scene.press('{Control>}a{/Control}');
  expect(scene.drawn()).toHaveLength(353);
  expect(scene.box.querySelector('.source-hidden')).toBeNull();
});

test('a match in what is folded opens it, and so does the first line when it names no role any more', async () => {
  const scene = folded('Find me');
  const at = scene.text.indexOf('Find');
  scene.editor.reveal({ from: at, to: at + 4 });
  expect(seen(scene)).toContain('Find me');
  scene.at(3);
  scene.editor.folds.toggle();
  expect(seen(scene)).not.toContain('Find me');
  await scene.press('{End}x');
  expect(seen(scene)).toEqual([`${system}x`, 'Find me', user, 'Hello there']);
});

test('a press on the arrow folds a message and opens it, with the caret where it was', async () => {
  const scene = folded('Be kind.');
  scene.at(scene.text.length);
  const arrow = { position: { x: 8, y: 10 } };
  const line = scene.box.querySelector('.tok-role-system');
  if (line === null) throw new Error('no line of a role');
  await userEvent.click(line, arrow);
  expect(seen(scene)).toHaveLength(4);
  await userEvent.click(line, arrow);
  expect(seen(scene)).toEqual([system, user, 'Hello there']);
  await scene.press('!');
  expect(scene.editor.text()).toBe(`${scene.text}!`);
  const last = scene.box.querySelector('.tok-role-user');
  if (last === null) throw new Error('no line of a role');
  await userEvent.click(last, arrow);
  expect(seen(scene)).toEqual([system, user]);
  expect(scene.editor.selection().from).toBe(scene.border + user.length);
});
