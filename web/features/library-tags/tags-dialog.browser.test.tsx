/** Tests that a tag is renamed, merged and removed in every prompt that has it, and that each can be taken back. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent, openedScreen } from '../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { TagsDialog } from './tags-dialog.tsx';

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
});
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

async function open(tagsOfPrompts: readonly string[][]) {
  for (const [at, tags] of tagsOfPrompts.entries()) {
    const id = 11 + at;
    await commit(library, 'createPrompt', { id, title: `P${id}`, content: 'x', projectId: 1 });
    await commit(library, 'setAttributes', { id, addTags: tags });
  }
  drawn = draw(
    <Lent library={library}>
      <TagsDialog {...openedScreen} onClose={() => {}} />
    </Lent>,
  );
  return drawn;
}

const dialog = () => page.getByRole('dialog', { name: 'Tags of all prompts' });
const rows = () => dialog().getByRole('list', { name: 'Tags' }).getByRole('listitem');
const stored = async () => (await outlineOf(library)).prompts.map(({ tags }) => tags ?? []);

test('a tag that is renamed is renamed in every prompt, and one press takes that back', async () => {
  const { toasts } = await open([['mail', 'german'], ['mail'], ['draft']]);
  await expect.element(rows().nth(2)).toMatchTextContent(/mail.*2 prompts/);
  await dialog().getByRole('button', { name: 'Rename tag mail' }).click();
  const field = dialog().getByRole('textbox', { name: 'New name of tag mail' });
  await field.fill('a, b');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('A tag has up to 50 characters and no comma.');
  await field.fill('letter');
  await userEvent.keyboard('{Enter}');
  await expect.poll(stored).toEqual([['german', 'letter'], ['letter'], ['draft']]);
  await expect.poll(() => toasts).toEqual(['Tag "mail" renamed to "letter" in 2 prompts']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toEqual([['german', 'mail'], ['mail'], ['draft']]);
});

test('a tag that gets the name of another one is merged with it', async () => {
  await open([['mail', 'letter'], ['mail']]);
  await dialog().getByRole('button', { name: 'Rename tag mail' }).click();
  await dialog().getByRole('textbox', { name: 'New name of tag mail' }).fill('letter');
  await userEvent.keyboard('{Enter}');
  await expect.poll(stored).toEqual([['letter'], ['letter']]);
  await expect.element(rows()).toMatchTextContent(/letter.*2 prompts/);
});

test('a tag is removed from every prompt, and Escape leaves a name as it is and the dialog open', async () => {
  await open([['mail'], ['mail', 'draft']]);
  await dialog().getByRole('button', { name: 'Rename tag draft' }).click();
  await dialog().getByRole('textbox', { name: 'New name of tag draft' }).fill('other');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog().getByRole('button', { name: 'Rename tag draft' })).toBeVisible();
  await dialog().getByRole('button', { name: 'Remove tag mail from all prompts' }).click();
  await expect.poll(stored).toEqual([[], ['draft']]);
});

test('a library without tags says where they are added', async () => {
  await open([]);
  await expect.element(dialog().getByRole('heading', { name: 'No prompt has a tag yet' })).toBeVisible();
});
