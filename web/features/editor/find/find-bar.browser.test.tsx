import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../../../data/commit/commit.ts';
import { eventually } from '../../../ui/testing/eventually.ts';
import { promptId } from '../editor-pane-scene.tsx';
import { bar, field, find, marked, pane, scenes, status } from './find-bar-scene.tsx';

const insert = bar.getByRole('textbox', { name: 'Replace with' });
const keys = (pressed: string) => userEvent.keyboard(pressed);

const selected = () => String(getSelection());

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('matches are counted and marked; Enter, Shift+Enter and F3 go round them, and Escape leaves one selected', async () => {
  const scene = await pane('A cat, a Cat,\na concat\nand a dog');
  await find(scene, 'cat');
  await expect.element(status).toHaveTextContent('1 of 3');
  await eventually(() => expect(marked('found-match')).toEqual(['cat', 'Cat', 'cat']));
  await keys('{Enter}');
  await expect.element(status).toHaveTextContent('2 of 3');
  await eventually(() => expect(marked('found-current')).toEqual(['Cat']));
  await keys('{F3}{F3}');
  await expect.element(status).toHaveTextContent('1 of 3');
  await keys('{Shift>}{Enter}{/Shift}');
  await expect.element(status).toHaveTextContent('3 of 3');
  await keys('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(scene.box).toHaveFocus();
  expect(selected()).toBe('cat');
  await eventually(() => expect(CSS.highlights.has('found-match')).toBe(false));
  await keys('fish');
  expect(scene.text()).toBe('A cat, a Cat,\na confish\nand a dog');
});

test('a key that ends a word of an input method in Safari neither goes on nor closes the search', async () => {
  const scene = await pane('cat, cat');
  await find(scene, 'cat');
  await expect.element(status).toHaveTextContent('1 of 2');
  for (const key of ['Enter', 'Escape']) {
    const ending = new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true });
    field.element().dispatchEvent(ending);
    expect(ending.defaultPrevented).toBe(false);
  }
  await keys('{ArrowRight}s{Backspace}');
  await expect.element(status).toHaveTextContent('1 of 2');
});

test('case, whole words and patterns are told apart', async () => {
  const scene = await pane('A cat, a Cat, a concat');
  await find(scene, 'cat');
  await bar.getByRole('button', { name: 'Whole words' }).click();
  await expect.element(status).toHaveTextContent('1 of 2');
  await bar.getByRole('button', { name: 'Match case' }).click();
  await expect.element(status).toHaveTextContent('1 of 1');
  await bar.getByRole('button', { name: 'Whole words' }).click();
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('c.t?(');
  await expect.element(status).toHaveTextContent('Invalid pattern: Unterminated group');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('[cC]on|C');
  await expect.element(status).toHaveTextContent('1 of 2');
  await field.fill('dog');
  await expect.element(status).toHaveTextContent('No matches');
});

test('what is selected is what is looked for; a second Ctrl+F is left to the browser', async () => {
  const scene = await pane('one two one');
  await scene.type('{Shift>}{Control>}{ArrowLeft}{/Control}{/Shift}');
  const opened = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
  scene.box.element().dispatchEvent(opened);
  expect(opened.defaultPrevented).toBe(true);
  await expect.element(field).toHaveValue('one');
  await expect.element(status).toHaveTextContent('2 of 2');
  const again = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
  field.element().dispatchEvent(again);
  expect(again.defaultPrevented).toBe(false);
});

test('matches are replaced one by one, and each can be undone', async () => {
  const scene = await pane('one two one two');
  await find(scene, 'one');
  await keys('{Control>}h{/Control}');
  await insert.fill('three');
  await expect.element(status).toHaveTextContent('1 of 2');
  await keys('{Enter}');
  await expect.element(status).toHaveTextContent('1 of 1');
  expect(scene.text()).toBe('three two one two');
  scene.clock.pass(limits.undoGroupingMs);
  await bar.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.element(status).toHaveTextContent('No matches');
  expect(scene.text()).toBe('three two three two');
  await scene.button('Undo').click();
  expect(scene.text()).toBe('three two one two');
});

test('all are replaced at once, exactly, told in numbers and taken back in one step', async () => {
  const lines = Array.from({ length: 400 }, (_, line) => `${line} {name}\u2028 and {name} 🙂`);
  const text = lines.join('\r\n');
  const scene = await pane(text);
  await find(scene, '{(n)ame}');
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  await bar.getByRole('button', { name: 'Show Replace' }).click();
  await insert.fill('\\n{{$1}}');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await expect.element(status).toHaveTextContent('800 replaced');
  scene.clock.pass(limits.autosaveDebounceMs);
  const replaced = text.replaceAll('{name}', '\r\n{{n}}');
  await eventually(async () => expect(await scene.row()).toBe(replaced));
  scene.clock.pass(limits.undoGroupingMs);
  await scene.button('Undo').click();
  scene.clock.pass(limits.autosaveDebounceMs);
  await eventually(async () => expect(await scene.row()).toBe(text));
});

test.each(['Replace all', 'Replace'])(
  'what "%s" was asked for is done where the search is left at once',
  async (name) => {
    const scene = await pane('one cat');
    await scene.type('{Control>}{Home}h{/Control}');
    await field.fill('cat');
    await expect.element(status).toHaveTextContent('1 of 1');
    await insert.fill('dog');
    const button = bar.getByRole('button', { name, exact: true }).element();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await expect.element(bar).not.toBeInTheDocument();
    await expect.poll(scene.text).toBe('one dog');
    scene.clock.pass(limits.autosaveDebounceMs);
    await expect.poll(scene.row).toBe('one dog');
  },
);

test('a pattern that never ends is ended and told, and the page goes on', async () => {
  const scene = await pane(`${'a'.repeat(40)}b`);
  await find(scene, '');
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('(a+)+$');
  await expect.element(status).toHaveTextContent('This pattern takes too long');
  await field.fill('a{40}');
  await expect.element(status).toHaveTextContent('1 of 1');
});

test('a text that changes is searched again, and the selected match stays the current one', async () => {
  const scene = await pane('one two one');
  await find(scene, 'one');
  await expect.element(status).toHaveTextContent('1 of 2');
  await keys('{Enter}');
  await expect.element(status).toHaveTextContent('2 of 2');
  const other = await scene.anotherTab();
  await commit(other, 'setContent', { id: promptId, content: 'one one two one', base: 'one two one' });
  await expect.element(status).toHaveTextContent('3 of 3');
  other.db.close();
});

test('the rendered text is searched as it is read, and nothing is replaced in it', async () => {
  const scene = await pane('# A **ti**tle\n\nSome text\nand a title\n\n```\na title\n```\n');
  await scene.button('Switch to View mode').click();
  await expect.element(page.getByRole('heading', { name: 'A title' })).toBeVisible();
  await scene.button('Find in the text').click();
  await field.fill('a title');
  await expect.element(status).toHaveTextContent('1 of 3');
  await eventually(() => expect(marked('found-match')).toEqual(['A title', 'a title', 'a title']));
  await expect.element(bar.getByRole('button', { name: 'Show Replace' })).not.toBeInTheDocument();
  await field.fill('text and');
  await expect.element(status).toHaveTextContent('1 of 1');
  await keys('{Escape}');
  await expect.element(page.getByRole('region', { name: 'Rendered Markdown' })).toHaveFocus();
  expect(selected()).toMatch(/^text\sand$/);
  await scene.button('Switch to Edit mode').click();
});

test('in fullscreen, Escape closes the search and not the fullscreen', async () => {
  const scene = await pane('one');
  await scene.button('Fullscreen').click();
  await find(scene, 'one');
  await expect.element(status).toHaveTextContent('1 of 1');
  await keys('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Fullscreen editor' })).toBeVisible();
});
