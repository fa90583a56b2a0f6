import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent, openedScreen } from '../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { CompareDialog, type ComparedPair } from './compare-dialog.tsx';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

/** A prompt with the versions 'one' and 'one two'; its current text is 'one two three'. */
async function open(pair: Pick<ComparedPair, 'before' | 'after'>) {
  const opened = await openLibrary(
    { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' },
    { random: (words) => crypto.getRandomValues(words), now: () => Date.now() },
  );
  library = opened;
  await commit(opened, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(opened, 'createPrompt', { id: 2, title: 'Letter', content: 'one', projectId: 1 });
  await commit(opened, 'saveVersion', { promptId: 2, id: 3, content: 'one', description: 'First' });
  await commit(opened, 'saveVersion', { promptId: 2, id: 4, content: 'one two', description: 'Second' });
  await commit(opened, 'setContent', { id: 2, content: 'one two three' });
  const calls: string[] = [];
  drawn = draw(
    <Lent library={opened}>
      <CompareDialog
        {...openedScreen}
        request={{ promptId: 2, ...pair }}
        onClose={() => calls.push('closed')}
      />
    </Lent>,
  );
  return { library: opened, calls };
}

const dialog = page.getByRole('dialog', { name: 'Compare' });

test('two versions are compared under their numbers and descriptions', async () => {
  const { calls } = await open({ before: 3, after: 4 });
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
  const { library } = await open({ before: 4, after: null });
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
  await commit(library, 'setContent', { id: 2, content: 'one two three four five' });
  await expect.element(dialog.getByText('+3 −0 words')).toBeVisible();
});

test('a version that another device has deleted meanwhile is said to be gone', async () => {
  const { library } = await open({ before: 3, after: 4 });
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
  await commit(library, 'deleteVersion', { promptId: 2, id: 3 });
  await expect.element(dialog.getByText('One of the two texts no longer exists.')).toBeVisible();
});

test('texts with snippets are compared as they are written, or with the snippets in them', async () => {
  const { library } = await open({ before: 4, after: null });
  await expect.element(dialog.getByText('+1 −0 words')).toBeVisible();
  const insert = dialog.getByRole('checkbox', { name: 'Insert snippets' });
  expect(insert.query()).toBeNull();
  await commit(library, 'createPrompt', { id: 9, title: 'Two', content: 'two', projectId: 1 });
  await commit(library, 'setContent', { id: 2, content: 'one {{> P/Two}}' });
  await insert.click();
  await expect.element(dialog.getByText('The two texts are the same.')).toBeVisible();
  await insert.click();
  await expect.element(dialog.getByText('The two texts are the same.')).not.toBeInTheDocument();
});
