import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { versionsOf } from '../../data/testing/versions-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { ConflictPanel } from './conflict-panel.tsx';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

const texts = {
  kept: 'Be brief.\n\nAnswer in a formal tone.\n\nThen stop.',
  current: 'Be brief.\n\nAnswer in a playful tone.\n\nThen stop.',
};
const { kept, current } = texts;

/** A prompt whose text took the place of another device's, which lies in the history. */
async function conflict({ current, kept } = texts) {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  const opened = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  library = opened;
  await commit(opened, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(opened, 'createPrompt', { id: 2, title: 'T', content: kept, projectId: 1 });
  const description = 'Conflicting edit from phone, Nov 23, 2026, 3:00 PM';
  const preserve = { id: 3, description, conflict: 'unreviewed' as const };
  await commit(opened, 'setContent', { id: 2, content: current, preserve });
  const calls: string[] = [];
  drawn = draw(
    <Lent library={opened}>
      <ConflictPanel
        promptId={2}
        versionId={3}
        description={preserve.description}
        isApart={false}
        onClose={() => calls.push('closed')}
      />
    </Lent>,
  );
  const text = async () => (await promptOf(opened, 2))?.content;
  const history = async () => (await versionsOf(opened, 2)).map(({ content }) => content).reverse();
  const mark = async () => (await versionsOf(opened, 2)).find(({ id }) => id === 3)?.conflict;
  return { library: opened, calls, toasts: drawn.toasts, text, mark, history };
}

const result = page.getByRole('textbox', { name: 'Result' });

test('the review shows each difference with both texts, and makes the text that is chosen', async () => {
  const { calls, text, mark, history } = await conflict();
  await expect
    .element(page.getByText(/in the version history as “Conflicting edit from phone, /))
    .toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Difference 1 of 1' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Current text playful/ })).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Use the result' })).toBeDisabled();
  await page.getByRole('radio', { name: /^Kept text from phone formal/ }).click();
  await expect.element(result).toHaveValue(kept);
  await page.getByRole('button', { name: 'Use the result' }).click();
  await expect.poll(() => calls).toEqual(['closed']);
  expect(await text()).toBe(kept);
  expect(await history()).toEqual([kept, current]);
  expect(await mark()).toBe('reviewed');
});

test('the result can be written freely, upon the text as it was', async () => {
  const { library, text, mark } = await conflict();
  await expect.element(result).toHaveValue(current);
  await result.fill(current.replace('playful', 'playful, yet formal'));
  // Meanwhile somebody goes on typing elsewhere in the text.
  await commit(library, 'setContent', { id: 2, content: `${current}\n\nReally.`, base: current });
  await page.getByRole('button', { name: 'Use the result' }).click();
  await expect.poll(mark).toBe('reviewed');
  expect(await text()).toBe(`${current.replace('playful', 'playful, yet formal')}\n\nReally.`);
});

test('keeping the current text marks it as reviewed; later leaves everything as it is', async () => {
  const { calls, text, mark, history } = await conflict();
  await page.getByRole('button', { name: 'Later' }).click();
  expect(calls).toEqual(['closed']);
  expect(await mark()).toBe('unreviewed');
  await page.getByRole('button', { name: 'Keep current text' }).click();
  await expect.poll(mark).toBe('reviewed');
  expect(await text()).toBe(current);
  expect(await history()).toEqual([kept, current]);
});

test('a review that cannot be saved says so, and stays open', async () => {
  const { library, toasts } = await conflict();
  await expect.element(result).toHaveValue(current);
  vi.spyOn(library.db, 'write').mockRejectedValue(new Error('no room'));
  await page.getByRole('button', { name: 'Keep current text' }).click();
  await expect.poll(() => toasts).toEqual([expect.stringContaining('The review was not saved')]);
});

test('an empty result is not for saving', async () => {
  await conflict();
  await result.fill('  ');
  await expect.element(page.getByRole('button', { name: 'Use the result' })).toBeDisabled();
});

test('the review can have the whole window, where the choices are the same', async () => {
  const { calls, text } = await conflict();
  await page.getByRole('radio', { name: /^Kept text from phone formal/ }).click();
  await page.getByRole('button', { name: 'Review in the whole window' }).click();
  const dialog = page.getByRole('dialog', { name: 'Review the conflict' });
  await expect.element(dialog.getByRole('deletion')).toHaveTextContent('playful');
  await expect.element(dialog.getByRole('insertion')).toHaveTextContent('formal');
  await expect.element(dialog.getByRole('radio', { name: /^Kept text from phone formal/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Use the result' }).click();
  await expect.poll(() => calls).toEqual(['closed']);
  expect(await text()).toBe(kept);
});

test('of a megabyte, whose differences a worker finds, a few are drawn, and what is chosen is used', async () => {
  const rest = 'A rule of some sixty letters, more or less, that is in both.\n'.repeat(17_000);
  const cases = (tone: string, formal = 0) =>
    Array.from(
      { length: 40 },
      (_, at) => `In case ${at} be ${at < formal ? 'formal' : tone}, then go on.`,
    ).join(' ');
  const { calls, text } = await conflict({
    current: `${cases('playful')}\n${rest}`,
    kept: `${cases('formal')}\n${rest}`,
  });
  const difference = (number: number) => page.getByRole('group', { name: `Difference ${number} of 40` });
  await expect.element(difference(1)).toBeVisible();
  expect(page.getByRole('group').elements()).toHaveLength(20);
  expect(result.elements()).toEqual([]);
  await difference(1)
    .getByRole('radio', { name: /^Kept text/ })
    .click();
  await page.getByRole('button', { name: 'Show 20 more' }).click();
  await expect.element(difference(40)).toBeInTheDocument();
  await page.getByRole('button', { name: 'Use the result' }).click();
  await expect.poll(() => calls).toEqual(['closed']);
  expect(await text()).toBe(`${cases('playful', 1)}\n${rest}`);
});
