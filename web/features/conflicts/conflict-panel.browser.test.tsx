import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../data/commit.ts';
import { type Library, openLibrary } from '../../data/library.ts';
import { promptOf, versionsOf } from '../../data/queries.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { ConflictPanel } from './conflict-panel.tsx';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await library?.db.delete();
});

const theirs = 'Be brief.\n\nAnswer in a formal tone.\n\nThen stop.';
const mine = 'Be brief.\n\nAnswer in a playful tone.\n\nThen stop.';

/** A prompt whose text took the place of another device's, which lies in the history. */
async function conflict() {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  const opened = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  library = opened;
  await commit(opened, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(opened, 'createPrompt', { id: 2, title: 'T', content: theirs, projectId: 1 });
  const keep = { id: 3, description: 'Conflicting edit from phone', conflict: 'unreviewed' as const };
  await commit(opened, 'setContent', { id: 2, content: mine, keep });
  const said: string[] = [];
  drawn = draw(
    <ConflictPanel
      library={opened}
      promptId={2}
      versionId={3}
      description={keep.description}
      onClose={() => said.push('closed')}
      notify={({ title }) => said.push(title)}
    />,
  );
  const text = async () => (await promptOf(opened, 2))?.content;
  const mark = async () => (await versionsOf(opened, 2)).find(({ id }) => id === 3)?.conflict;
  return { library: opened, said, text, mark };
}

const result = page.getByRole('textbox', { name: 'Result' });

test('shows each difference with both words, and makes the text that is chosen', async () => {
  const { said, text, mark } = await conflict();
  await expect.element(page.getByRole('group', { name: 'Difference 1 of 1' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Use mine playful/ })).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Use the result' })).toBeDisabled();
  await page.getByRole('radio', { name: /^Use theirs formal/ }).click();
  await expect.element(result).toHaveValue(theirs);
  await page.getByRole('button', { name: 'Use the result' }).click();
  await expect.poll(() => said).toEqual(['closed']);
  expect(await text()).toBe(theirs);
  expect(await mark()).toBe('reviewed');
});

test('the result can be written freely, upon the text as it was', async () => {
  const { library, text, mark } = await conflict();
  await expect.element(result).toHaveValue(mine);
  await result.fill(mine.replace('playful', 'playful, yet formal'));
  // Meanwhile somebody goes on typing elsewhere in the text.
  await commit(library, 'setContent', { id: 2, content: `${mine}\n\nReally.`, base: mine });
  await page.getByRole('button', { name: 'Use the result' }).click();
  await expect.poll(mark).toBe('reviewed');
  expect(await text()).toBe(`${mine.replace('playful', 'playful, yet formal')}\n\nReally.`);
});

test('keeping mine only marks it as reviewed; later leaves everything as it is', async () => {
  const { said, text, mark } = await conflict();
  await page.getByRole('button', { name: 'Later' }).click();
  expect(said).toEqual(['closed']);
  expect(await mark()).toBe('unreviewed');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(mark).toBe('reviewed');
  expect(await text()).toBe(mine);
});

test('an empty result is not for saving', async () => {
  await conflict();
  await result.fill('  ');
  await expect.element(page.getByRole('button', { name: 'Use the result' })).toBeDisabled();
});
