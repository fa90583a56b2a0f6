import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent, openedScreen } from '../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import type { ComparedText } from './compared-texts.ts';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

/** A prompt with the versions 'one' and 'one two'; its current text is 'one two three'. 'Reply' is another prompt. */
async function open(pair: Record<'before' | 'after', ComparedText | null>) {
  const opened = await openLibrary(
    { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' },
    { random: (words) => crypto.getRandomValues(words), now: () => Date.now() },
  );
  library = opened;
  await commit(opened, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(opened, 'createPrompt', { id: 9, title: 'Reply', content: 'one reply', projectId: 1 });
  await commit(opened, 'createPrompt', { id: 2, title: 'Letter', content: 'one', projectId: 1 });
  await commit(opened, 'saveVersion', { promptId: 2, id: 3, content: 'one', description: 'First' });
  await commit(opened, 'saveVersion', { promptId: 2, id: 4, content: 'one two', description: 'Second' });
  await commit(opened, 'setContent', { id: 2, content: 'one two three' });
  const calls: string[] = [];
  drawn = draw(
    <Lent library={opened}>
      <CompareDialog {...openedScreen} request={pair} onClose={() => calls.push('closed')} />
    </Lent>,
  );
  return { library: opened, calls };
}

const text = (versionId: number | null, promptId = 2): ComparedText => ({ promptId, versionId });
const dialog = page.getByRole('dialog', { name: 'Compare' });

const first = () => dialog.getByRole('button', { name: /^First text/ });
const second = () => dialog.getByRole('button', { name: /^Second text/ });
const field = () => dialog.getByRole('combobox', { name: 'Version, label or description' });
const region = (one: string, other: string) =>
  dialog.getByRole('region', { name: `Differences between ${one} and ${other}`, exact: true });

test('two versions are compared under their numbers and descriptions', async () => {
  const { calls } = await open({ before: text(3), after: text(4) });
  await expect.element(dialog.getByText('Letter')).toBeVisible();
  await expect
    .element(dialog.getByRole('region', { name: 'Differences between Version 1 and Version 2' }))
    .toHaveFocus();
  await expect.element(dialog.getByText('First · Just now')).toBeVisible();
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(calls).toEqual(['closed']);
});

test('the current text is followed while it is compared', async () => {
  const { library } = await open({ before: text(4), after: text(null) });
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
  await commit(library, 'setContent', { id: 2, content: 'one two three four five' });
  await expect.element(dialog.getByText('+3 −0 words')).toBeVisible();
});

test('a version that another device deletes meanwhile says so in the head, and its text stays', async () => {
  const { library } = await open({ before: text(3), after: text(4) });
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
  await commit(library, 'deleteVersion', { promptId: 2, id: 3 });
  await expect.element(first()).toHaveAccessibleName(/^First text: Version 1 Deleted meanwhile/);
  await expect.element(dialog.getByRole('status').filter({ hasText: 'was deleted' })).toBeInTheDocument();
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy Version 1' })).toBeVisible();
});

test('a prompt that another device deletes meanwhile says so in the head, and its text stays', async () => {
  const { library } = await open({ before: text(3), after: text(null, 9) });
  await expect.element(second()).toHaveAccessibleName('Second text: Reply Current text');
  await commit(library, 'deletePrompt', { id: 9 });
  await expect.element(second()).toHaveAccessibleName('Second text: Reply Deleted meanwhile · Current text');
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
});

test('of a text that does not exist the dialog says so, and another one is chosen in its place', async () => {
  await open({ before: text(77), after: text(4) });
  await expect.element(dialog.getByText('One of the two texts no longer exists.')).toBeVisible();
  await first().click();
  await dialog.getByRole('option', { name: /^Version 1/ }).click();
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
});

test('a head lists the current text and the versions with labels and ages, and compares what is chosen', async () => {
  const { library } = await open({ before: text(3), after: text(4) });
  const placed = { label: 'production', versionId: 3, from: null, device: '' };
  await commit(library, 'setAttributes', { id: 2, labels: [placed] });
  await second().click();
  await expect.element(field()).toHaveFocus();
  const named = () =>
    dialog
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
  await expect
    .poll(named)
    .toEqual([
      'Current text',
      'Version 2 Second Just now, chosen',
      'Version 1 production First Just now',
      'Another prompt...',
    ]);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(region('Version 1', 'Current text')).toBeVisible();
  await expect.element(dialog.getByText('+2 −0 words')).toBeVisible();
  await expect.element(second()).toHaveFocus();
});

test('a version is found by its number, its label and its description', async () => {
  await open({ before: text(3), after: text(4) });
  await second().click();
  await userEvent.keyboard('1{Enter}');
  await expect.element(region('Version 1', 'Version 1')).toBeVisible();
  await first().click();
  await userEvent.keyboard('seco{Enter}');
  await expect.element(region('Version 2', 'Version 1')).toBeVisible();
});

test('another prompt is found by its name, and its texts are chosen then', async () => {
  await open({ before: text(3), after: text(4) });
  await second().click();
  await dialog.getByRole('option', { name: 'Another prompt...' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Search prompts' })).toHaveFocus();
  await userEvent.keyboard('repl{Enter}');
  await expect.element(field()).toHaveFocus();
  await expect.element(dialog.getByText('Reply', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(region('Letter · Version 1', 'Reply · Current text')).toBeVisible();
  await expect.element(first()).toHaveAccessibleName('First text: Letter Version 1 · First · Just now');
  await expect.element(second()).toHaveAccessibleName('Second text: Reply Current text');
});

test('words that no version has are looked for among the prompts', async () => {
  await open({ before: text(3), after: text(4) });
  await second().click();
  await userEvent.keyboard('reply{Enter}');
  await expect.element(dialog.getByRole('option', { name: 'Reply P' })).toBeVisible();
});

test('Escape closes the list and leaves the comparison, and then closes that', async () => {
  const { calls } = await open({ before: text(3), after: text(4) });
  await second().click();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(second()).toHaveFocus();
  expect(calls).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => calls).toEqual(['closed']);
});

test('the sides change places, and the button keeps the focus', async () => {
  await open({ before: text(3), after: text(4) });
  const swap = dialog.getByRole('button', { name: 'Swap sides' });
  await swap.click();
  await expect.element(region('Version 2', 'Version 1')).toBeVisible();
  await expect.element(first()).toHaveAccessibleName(/^First text: Version 2/);
  await expect.element(swap).toHaveFocus();
});

test('with one text alone, a prompt is looked for at once', async () => {
  const { calls } = await open({ before: text(null), after: null });
  await expect.element(dialog.getByRole('combobox', { name: 'Search prompts' })).toHaveFocus();
  await expect.element(dialog.getByText('Choose a text to compare with.')).toBeVisible();
  expect(dialog.getByText('No changes').elements()).toEqual([]);
  expect(dialog.getByRole('button', { name: /^Copy/ }).elements()).toHaveLength(1);
  await userEvent.keyboard('repl{Enter}');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(region('Letter · Current text', 'Reply · Current text')).toBeVisible();
  await expect.element(second()).toHaveFocus();
  expect(calls).toEqual([]);
});

test('of a thousand versions those around the chosen one are drawn, and any is found by its number', async () => {
  const { library } = await open({ before: text(3), after: text(4) });
  const stored = await library.db.versions.get(4);
  if (stored === undefined) throw new Error('The second version is not here.');
  const many = Array.from({ length: 1000 }, (_, at) => {
    const row = { ...stored.row, id: 100 + at, version: 3 + at, description: `Number ${at}` };
    return { ...stored, id: row.id, row };
  });
  await library.db.versions.bulkPut(many);
  await second().click();
  const chosen = dialog.getByRole('option', { name: /^Version 2 / });
  await expect.element(chosen).toBeVisible();
  await expect.element(chosen).toHaveAttribute('aria-setsize', '1004');
  expect(dialog.getByRole('option').elements().length).toBeLessThan(40);
  await userEvent.keyboard('503{Enter}');
  await expect.element(region('Version 1', 'Version 503')).toBeVisible();
});

test('texts with snippets are compared as they are written, or with the snippets in them', async () => {
  const { library } = await open({ before: text(4), after: text(null) });
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
  const insert = dialog.getByRole('checkbox', { name: 'Insert snippets' });
  expect(insert.query()).toBeNull();
  await commit(library, 'createPrompt', { id: 10, title: 'Two', content: 'two', projectId: 1 });
  await commit(library, 'setContent', { id: 2, content: 'one {{> P/Two}}' });
  await insert.click();
  await expect.element(dialog.getByText('The two texts are the same.')).toBeVisible();
  await insert.click();
  await expect.element(dialog.getByText('The two texts are the same.')).not.toBeInTheDocument();
});

test('settings of both texts are shown below them, those that differ marked', async () => {
  const { library } = await open({ before: text(3), after: text(null) });
  await expect.element(dialog.getByText('+2 −0 words')).toBeVisible();
  expect(dialog.getByRole('table').elements()).toEqual([]);
  await commit(library, 'setAttributes', { id: 2, settings: { model: 'large', seed: 1 } });
  await expect.element(dialog.getByText('2 settings differ')).toBeVisible();
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  await expect.element(row('Model')).toHaveTextContent('Model · differsNot setlarge');
  await expect.element(row('Seed')).toHaveTextContent('Seed · differsNot set1');
});

test('the same settings are folded in', async () => {
  const { library } = await open({ before: text(8), after: text(null) });
  await commit(library, 'setAttributes', { id: 2, settings: { model: 'large' } });
  await commit(library, 'saveVersion', { promptId: 2, id: 8, content: 'four', description: 'Fourth' });
  await expect.element(dialog.getByText('The settings are the same')).toBeVisible();
  await expect.element(dialog.getByRole('table')).not.toBeInTheDocument();
  await dialog.getByText('The settings are the same').click();
  await expect
    .element(dialog.getByRole('row').filter({ hasText: 'Model' }))
    .toHaveTextContent('Modellargelarge');
});
