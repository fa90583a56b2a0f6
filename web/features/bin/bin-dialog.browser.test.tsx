import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { outlineOf, promptOf } from '../../data/queries/queries.ts';
import { addResource } from '../../data/resources/resources.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent, openedScreen } from '../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { BinDialog } from './bin-dialog.tsx';

let drawn: Drawn | undefined;
let library: Library;
beforeEach(async () => {
  await page.viewport(1280, 800);
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  for (const [id, title] of ['Answer', 'Bid farewell', 'Congratulate'].entries()) {
    const content = `The text of ${title}`;
    await commit(library, 'createPrompt', { id: 11 + id, title, content, projectId: 1 });
  }
});
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

function open() {
  const closed: string[] = [];
  drawn = draw(
    <Lent library={library}>
      <BinDialog {...openedScreen} onClose={() => closed.push('closed')} />
    </Lent>,
  );
  return { toasts: drawn.toasts, closed };
}

const bin = () => page.getByRole('dialog', { name: 'Bin', exact: true });
const items = () => bin().getByRole('list', { name: 'Deleted' }).getByRole('listitem');
const titles = async () => (await outlineOf(library)).prompts.map(({ title }) => title);

test('an empty bin says what it is for, and has nothing to empty', async () => {
  open();
  await expect.element(bin().getByRole('heading', { name: 'The bin is empty' })).toBeVisible();
  await expect.element(bin()).toHaveAccessibleDescription(/stays on this device for 30 days, up to 200 MB/);
  await expect.element(bin().getByRole('button', { name: 'Empty bin' })).not.toBeInTheDocument();
});

test('a prompt is looked at and restored, and the focus stays in the bin', async () => {
  await commit(library, 'deletePrompt', { id: 11 });
  open();
  await expect.element(items()).toMatchTextContent(/Answer.*Prompt in Letters.*Just now/);
  await bin().getByRole('button', { name: 'Preview of Answer' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview of Answer' });
  await expect.element(preview.getByRole('region', { name: 'Text' })).toHaveTextContent('The text of Answer');
  await preview.getByRole('button', { name: 'Restore' }).click();
  await expect.element(bin().getByRole('status')).toHaveTextContent('Answer is restored.');
  await expect.element(bin().getByRole('heading', { name: 'The bin is empty' })).toBeVisible();
  expect(await promptOf(library, 11)).toMatchObject({ title: 'Answer', content: 'The text of Answer' });
  await expect.poll(() => document.activeElement?.closest('[role=dialog]') !== null).toBe(true);
});

test('a project is one row that names what went with it, and comes back with all of it', async () => {
  const file = new File(['# Plan'], 'plan.md', { type: 'text/markdown' });
  await addResource(library, { projectId: 1, file, name: 'plan.md', description: '' });
  await commit(library, 'deleteProject', { id: 1 });
  open();
  await expect.element(items()).toMatchTextContent(/Letters.*Project · 3 prompts, 1 file/);
  await bin().getByRole('button', { name: 'Restore Letters' }).click();
  await expect.element(bin().getByRole('status')).toHaveTextContent('Letters is restored.');
  expect((await titles()).sort()).toEqual(['Answer', 'Bid farewell', 'Congratulate']);
  expect(await library.db.resources.count()).toBe(1);
});

test('a version goes by its number and its prompt', async () => {
  for (const id of [21, 22]) {
    await commit(library, 'saveVersion', {
      promptId: 11,
      id,
      content: `v${id}`,
      description: `Shorter ${id}`,
    });
  }
  await commit(library, 'deleteVersion', { promptId: 11, id: 21 });
  open();
  await expect.element(items()).toMatchTextContent(/Version 1 of Answer.*Shorter 21/);
});

test('a file of which only the name is left says so and cannot be restored', async () => {
  const file = new File(['# Plan'], 'plan.md', { type: 'text/markdown' });
  const added = await addResource(library, { projectId: 1, file, name: 'plan.md', description: '' });
  await commit(library, 'deleteResource', { id: added.ok ? added.id : 0 });
  await library.db.files.clear();
  open();
  await expect.element(items()).toMatchTextContent(/Only its name is left/);
  await expect.element(bin().getByRole('button', { name: 'Restore plan.md' })).toBeDisabled();
});

test('one deletion goes for good, and then all, each after a question', async () => {
  for (const id of [11, 12, 13]) await commit(library, 'deletePrompt', { id });
  open();
  await bin().getByRole('button', { name: 'Delete Answer for good' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete for good' });
  await expect
    .element(question)
    .toHaveAccessibleDescription('Answer can then no longer be restored on this device.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(await library.db.binItems.count()).toBe(3);
  await bin().getByRole('button', { name: 'Delete Answer for good' }).click();
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect.element(bin().getByRole('status')).toHaveTextContent('Answer is deleted for good.');
  await bin().getByRole('button', { name: 'Empty bin' }).click();
  await page
    .getByRole('alertdialog', { name: 'Empty bin' })
    .getByRole('button', { name: 'Empty bin' })
    .click();
  await expect.element(bin().getByRole('heading', { name: 'The bin is empty' })).toBeVisible();
  expect(await library.db.binRows.count()).toBe(0);
});

test('ten thousand deletions are drawn as far as they are in sight, and searched', async () => {
  const at = Date.now();
  await library.db.binItems.bulkAdd(
    Array.from({ length: 10_000 }, (_, index) => ({
      ...{
        key: `prompt:${1000 + index}` as const,
        type: 'prompt' as const,
        id: 1000 + index,
        under: '' as const,
      },
      ...{ name: `Draft ${index}`, at: at - index, device: 'Firefox on Linux', bytes: 1 },
      place: { project: { id: 1, name: 'Letters', color: 'teal' } },
    })),
  );
  open();
  await expect.element(items().first()).toMatchTextContent(/Draft 0.*Just now · Firefox on Linux/);
  expect(items().elements().length).toBeLessThan(40);
  await userEvent.fill(bin().getByRole('textbox', { name: 'Search the bin' }), 'draft 9876');
  await expect.poll(() => items().elements().length).toBe(1);
  await userEvent.fill(bin().getByRole('textbox', { name: 'Search the bin' }), 'nowhere');
  await expect.element(bin().getByText('Nothing in the bin has this name.')).toBeVisible();
});
