/** Findings of the open prompt: marks in its text, a list below it, fixes, and rules that are switched off. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { secretSamples } from '#shared/lint/secrets/secret-samples.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { openLibraryScene } from '../open-library-scene.tsx';

const { open } = openLibraryScene();

const saved = { open: [11], expanded: [1] };
const box = () => page.getByRole('textbox', { name: 'Prompt content' });
const list = () => page.getByRole('list', { name: 'Findings' });
const marks = () => [...box().element().querySelectorAll('.lint-finding')].map((mark) => mark.textContent);
const contentOf = async (library: Library) => (await promptOf(library, 11))?.content;

/** A library in which the prompt "Answer" is open and has a text. */
async function openWith(content: string): Promise<Library> {
  const { library } = await open({ saved });
  await commit(library, 'setContent', { id: 11, content, base: '' });
  return library;
}

test('what is found is marked with its reason, listed below the text, and a fix changes the text', async () => {
  const text = '{{a_b}} {{a_b}} {{a b}} {{> Letters/Answr}} {{> Letters/Congratulat}}';
  const library = await openWith(text);
  await page.getByRole('button', { name: '3 findings' }).click();
  expect(marks()).toEqual(['{{a b}}', '{{> Letters/Answr}}', '{{> Letters/Congratulat}}']);
  expect(box().element().querySelector('.lint-finding')?.getAttribute('title')).toBe(
    'a b and a_b are two variables.',
  );
  await list().getByRole('button', { name: 'Rename it to a_b' }).click();
  await list().getByRole('button', { name: 'Write {{> Letters/Congratulate}}' }).click();
  await expect.element(page.getByRole('button', { name: '1 finding', exact: true })).toBeVisible();
  await expect
    .poll(() => contentOf(library))
    .toBe('{{a_b}} {{a_b}} {{a_b}} {{> Letters/Answr}} {{> Letters/Congratulate}}');
});

test('a finding leads to its place, and typing there takes it away', async () => {
  const library = await openWith(`Use ${secretSamples.github} there`);
  await page.getByRole('button', { name: '1 finding' }).click();
  await expect.element(list().getByText('This looks like a key or token of GitHub.')).toBeVisible();
  await list().getByRole('button', { name: 'Show' }).click();
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('it');
  await expect.poll(() => contentOf(library)).toBe('Use it there');
  await expect.element(page.getByRole('button', { name: '1 finding' })).not.toBeInTheDocument();
  expect(marks()).toEqual([]);
});

test('a rule that is switched off in the preferences finds nothing, and found again once it is on', async () => {
  await openWith(`Use ${secretSamples.github} there`);
  await expect.element(page.getByRole('button', { name: '1 finding' })).toBeVisible();
  const choose = async () => {
    await page.getByRole('button', { name: 'Account menu of Ada Lovelace' }).click();
    await page.getByRole('menuitem', { name: 'Preferences' }).click();
    const preferences = page.getByRole('dialog', { name: 'Preferences' });
    await preferences.getByRole('switch', { name: 'Keys, tokens and passwords' }).click();
    await preferences.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(preferences).not.toBeInTheDocument();
  };
  await choose();
  await expect.element(page.getByRole('button', { name: '1 finding' })).not.toBeInTheDocument();
  await choose();
  await expect.element(page.getByRole('button', { name: '1 finding' })).toBeVisible();
});

test('values and cases of the prompt are looked at as soon as they change', async () => {
  const library = await openWith('Dear {{nmae}}');
  await expect.element(box()).toHaveTextContent('Dear {{nmae}}');
  const valueSets = [{ id: 77, name: 'Ada', values: { name: 'Ada' } }];
  await commit(library, 'setAttributes', { id: 11, valueSets });
  await page.getByRole('button', { name: '2 findings' }).click();
  await list().getByRole('button', { name: 'Rename it to name' }).click();
  await expect.poll(() => contentOf(library)).toBe('Dear {{name}}');
  await expect.element(page.getByRole('button', { name: '1 finding' })).not.toBeInTheDocument();
});
