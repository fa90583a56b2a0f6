import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../../data/commit/commit.ts';
import { eventually } from '../../../ui/testing/eventually.ts';
import { openPane, type PaneScene } from '../editor-pane-scene.tsx';

const scenes: PaneScene[] = [];

/** A prompt in a library that has the prompts "Footer", with one version, and "Header" beside it. */
async function pane(content: string) {
  const opened: number[] = [];
  const scene = await openPane(content, {
    prepare: async (library) => {
      const projectId = 1;
      await commit(library, 'createPrompt', { id: 8, title: 'Header', content: 'Dear all', projectId });
      await commit(library, 'createPrompt', { id: 9, title: 'Footer', content: 'Yours, Ada', projectId });
      await commit(library, 'saveVersion', { promptId: 9, id: 91, content: 'Yours, A.', description: '' });
      await commit(library, 'setContent', { id: 9, content: 'Yours, Ada' });
    },
    props: { acts: { openPrompt: (id) => opened.push(id) } },
  });
  scenes.push(scene);
  return { ...scene, opened };
}

const list = page.getByRole('listbox', { name: 'Prompts' });
const option = (name: string) => page.getByRole('option', { name });
const preview = page.getByRole('region', { name: 'Snippet Letters/Footer' });

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('prompts are listed behind {{>, narrowed while one types, and chosen by arrow keys and Enter', async () => {
  const scene = await pane('See ');
  await scene.type('{{{{>');
  await expect.element(option('Footer Letters')).toBeVisible();
  await expect.element(option('Header Letters')).toHaveAttribute('aria-selected', 'true');
  const active = () => scene.box.element().getAttribute('aria-activedescendant') ?? '';
  await eventually(() => expect(document.getElementById(active())?.textContent).toBe('HeaderLetters'));
  await scene.type('{ArrowDown}');
  await expect.element(option('Footer Letters')).toHaveAttribute('aria-selected', 'true');
  await scene.type('{ArrowUp} foo');
  await eventually(() => expect(option('Header Letters').query()).toBeNull());
  await scene.type('{Enter}');
  expect(scene.text()).toBe('See {{> Letters/Footer}}');
  expect(list.query()).toBeNull();
  expect(scene.box.element().hasAttribute('aria-activedescendant')).toBe(false);
  await scene.type('{Control>}z{/Control}');
  expect(scene.text()).not.toContain('Footer');
});

test('behind an @ the versions and labels of the prompt are listed', async () => {
  const scene = await pane('');
  await scene.type('{{{{>foo');
  await expect.element(option('Footer Letters')).toBeVisible();
  await scene.type('@');
  await expect.element(page.getByRole('listbox', { name: 'Versions and labels' })).toBeVisible();
  expect(scene.text()).toBe('{{> Letters/Footer@');
  await option('Version 1').click();
  expect(scene.text()).toBe('{{> Letters/Footer@1}}');
  await expect.element(scene.box).toHaveFocus();
});

test('Escape puts the list away until another reference is begun, and braces alone open none', async () => {
  const scene = await pane('');
  await scene.type('{{{{');
  expect(list.query()).toBeNull();
  await scene.type('>');
  await expect.element(list).toBeVisible();
  await scene.type('{Escape}');
  await eventually(() => expect(list.query()).toBeNull());
  await scene.type('fo');
  expect(list.query()).toBeNull();
  await scene.type('{Enter}{{{{>');
  await expect.element(list).toBeVisible();
  expect(scene.text()).toBe('{{>fo\n{{>');
});

test('a reference is a chip that shows its text, and leads to the prompt', async () => {
  const scene = await pane('{{> Letters/Footer}} end');
  const chip = () => scene.box.element().querySelector<HTMLElement>('.tok-snippet');
  expect(chip()?.textContent).toBe('{{> Letters/Footer}}');
  await scene.type('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}');
  await expect.element(preview.getByText('Yours, Ada')).toBeVisible();
  await commit(scene.library, 'setContent', { id: 9, content: 'Best', base: 'Yours, Ada' });
  await expect.element(preview.getByText('Best')).toBeVisible();
  await preview.getByRole('button', { name: 'Open' }).click();
  expect(scene.opened).toEqual([9]);
  await eventually(() => expect(preview.query()).toBeNull());
  await scene.type('{ArrowLeft}');
  await expect.element(preview).toBeVisible();
  await scene.type('{Alt>}{Enter}{/Alt}');
  expect(scene.opened).toEqual([9, 9]);
  expect(scene.text()).toBe('{{> Letters/Footer}} end');
});

test('the pointer over a chip shows its text too', async () => {
  const scene = await pane('one\n{{> Letters/Footer}}');
  const chip = scene.box.element().querySelector('.tok-snippet');
  if (chip === null) throw new Error('there is no chip');
  await userEvent.hover(chip);
  await expect.element(preview.getByText('Yours, Ada')).toBeVisible();
});

test('a reference to nothing is marked as such, until there is something', async () => {
  const scene = await pane('{{> Letters/Later}} {{> Letters/Footer}} {{> Letters/Later}}');
  const marked = () =>
    [...scene.box.element().querySelectorAll('.snippet-unresolved')].map((chip) => chip.textContent);
  await eventually(() => expect(marked()).toEqual(['{{> Letters/Later}}', '{{> Letters/Later}}']));
  await commit(scene.library, 'createPrompt', { id: 10, title: 'Later', content: '', projectId: 1 });
  await eventually(() => expect(marked()).toEqual([]));
});
