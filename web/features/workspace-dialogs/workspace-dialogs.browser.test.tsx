import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import type { DialogRequest } from './dialog-request.ts';
import { WorkspaceDialogs } from './workspace-dialogs.tsx';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

/** A library with one project and one prompt, and a button that asks for the dialog. */
async function ask(request: DialogRequest, { empty = false } = {}) {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  const opened = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  library = opened;
  if (!empty) {
    await commit(opened, 'createProject', { id: 5, name: 'Letters', color: 'teal' });
    await commit(opened, 'createPrompt', { id: 7, title: 'Answer', content: '', projectId: 5 });
  }
  const calls: string[] = [];
  const record = (what: string, of: object | number) => void calls.push(`${what} ${JSON.stringify(of)}`);

  function Scene() {
    const outline = useLive(() => outlineOf(opened), []);
    const [asked, setAsked] = useState<DialogRequest | null>(null);
    return (
      <>
        <button type="button" onClick={() => setAsked(request)}>
          Ask
        </button>
        {outline !== undefined && (
          <Lent library={opened}>
            <WorkspaceDialogs
              outline={outline}
              request={asked}
              onClose={() => setAsked(null)}
              acts={{
                onAsk: () => {},
                onOpenPrompt: () => {},
                onProjectCreated: (id) => record('project created', id),
                onPromptCreated: (made) => record('prompt created', made),
                onProjectDeleted: (gone) => record('project deleted', gone),
                onPromptDeleted: (id) => record('prompt deleted', id),
              }}
              focusAfter={{ deleted: () => document.querySelector<HTMLElement>('button') }}
            />
          </Lent>
        )}
      </>
    );
  }
  const scene = draw(<Scene />);
  drawn = scene;
  await page.getByRole('button', { name: 'Ask' }).click();
  return { library: opened, calls, toasts: scene.toasts };
}

const dialog = (name: string, role: 'dialog' | 'alertdialog' = 'dialog') => page.getByRole(role, { name });
const field = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const focused = () => document.activeElement?.textContent;

describe('Create New Project', () => {
  test('the dialog for a new project makes a project of the chosen name and colour, and gives the focus back', async () => {
    const scene = await ask({ kind: 'createProject' });
    await field('Project Name').fill('  Reports ');
    await expect.element(page.getByRole('radio', { name: 'Indigo' })).toBeChecked();
    expect(page.getByRole('radio').elements()).toHaveLength(10);
    await userEvent.keyboard('{Tab}{ArrowRight}{Enter}');
    await expect.element(dialog('Create New Project')).not.toBeInTheDocument();
    const [made] = (await outlineOf(scene.library)).projects.filter(({ id }) => id !== 5);
    expect(made).toMatchObject({ name: 'Reports', color: 'red' });
    expect(scene.calls).toEqual([`project created ${made?.id}`]);
    expect(scene.toasts).toEqual(['Project created: Project "Reports" has been created successfully.']);
    await expect.poll(focused).toBe('Ask');
  });

  test.each([
    ['   ', 'Project name is required'],
    ['x'.repeat(51), 'Project name cannot exceed 50 characters'],
  ])(
    'the dialog for a new project says at the field what is wrong with %j, and stays',
    async (name, sentence) => {
      const scene = await ask({ kind: 'createProject' });
      await field('Project Name').fill(name);
      await press('Create Project');
      await expect.element(field('Project Name')).toHaveAccessibleDescription(sentence);
      await expect.element(field('Project Name')).toHaveFocus();
      expect(scene.calls).toEqual([]);
    },
  );

  test('Cancel and Escape leave everything as it was, and the next opening begins afresh', async () => {
    const scene = await ask({ kind: 'createProject' });
    await field('Project Name').fill('Half a na');
    await press('Cancel');
    await expect.element(dialog('Create New Project')).not.toBeInTheDocument();
    await press('Ask');
    await expect.element(field('Project Name')).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog('Create New Project')).not.toBeInTheDocument();
    expect((await outlineOf(scene.library)).projects).toHaveLength(1);
  });
});

describe('Create New Prompt', () => {
  test('the dialog for a new prompt makes an empty prompt in the chosen project', async () => {
    const scene = await ask({ kind: 'createPrompt', projectId: 5 });
    await expect.element(page.getByRole('combobox', { name: 'Project' })).toHaveValue('5');
    await expect.element(field('Prompt Title')).toHaveFocus();
    await userEvent.keyboard('Bid farewell{Enter}');
    await expect.element(dialog('Create New Prompt')).not.toBeInTheDocument();
    const [, made] = (await outlineOf(scene.library)).prompts;
    expect(made).toMatchObject({ title: 'Bid farewell', projectId: 5 });
    expect(scene.calls).toEqual([`prompt created ${JSON.stringify({ id: made?.id, projectId: 5 })}`]);
    expect(scene.toasts).toEqual(['Prompt created: Prompt "Bid farewell" has been created successfully.']);
  });

  test('the dialog for a new prompt says that there is no project where none is', async () => {
    await ask({ kind: 'createPrompt', projectId: null }, { empty: true });
    const select = page.getByRole('combobox', { name: 'Project' });
    await expect.element(select).toHaveValue('0');
    await expect.element(select).toHaveTextContent('No projects available');
    await field('Prompt Title').fill('Bid farewell');
    await press('Create Prompt');
    await expect.element(select).toHaveAccessibleDescription('Project is required');
  });
});

describe('Rename', () => {
  test('renaming a prompt shows its title in the field, and Enter renames', async () => {
    const scene = await ask({ kind: 'renamePrompt', id: 7, title: 'Answer' });
    await expect
      .element(dialog('Rename Prompt'))
      .toHaveAccessibleDescription('Enter a new title for this prompt.');
    await expect.element(field('Prompt Title')).toHaveFocus();
    await expect.element(field('Prompt Title')).toHaveValue('Answer');
    await field('Prompt Title').fill('Answer kindly');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog('Rename Prompt')).not.toBeInTheDocument();
    expect((await outlineOf(scene.library)).prompts[0]?.title).toBe('Answer kindly');
  });

  test('renaming a project to an empty name is refused at the field', async () => {
    const scene = await ask({ kind: 'renameProject', id: 5, name: 'Letters' });
    await field('Project Name').fill('');
    await press('Rename');
    await expect.element(field('Project Name')).toHaveAccessibleDescription('Project name is required');
    await field('Project Name').fill('Post');
    await press('Rename');
    await expect.element(dialog('Rename Project')).not.toBeInTheDocument();
    expect((await outlineOf(scene.library)).projects[0]?.name).toBe('Post');
  });

  test('a project is given another color beside its name, and the name that another device gave it stays', async () => {
    const scene = await ask({ kind: 'renameProject', id: 5, name: 'Letters' });
    await expect.element(page.getByRole('radio', { name: 'Teal' })).toBeChecked();
    await commit(scene.library, 'renameProject', { id: 5, name: 'Post' });
    await page.getByRole('radio', { name: 'Red' }).click({ force: true });
    await press('Rename');
    await expect.element(dialog('Rename Project')).not.toBeInTheDocument();
    expect((await outlineOf(scene.library)).projects[0]).toMatchObject({ name: 'Post', color: 'red' });
  });

  test('renaming what is gone is refused in the dialog, which keeps the name that was typed', async () => {
    const scene = await ask({ kind: 'renamePrompt', id: 7, title: 'Answer' });
    await field('Prompt Title').fill('Answer kindly');
    await commit(scene.library, 'deletePrompt', { id: 7 });
    await press('Rename');
    await expect
      .element(field('Prompt Title'))
      .toHaveAccessibleDescription('This no longer exists. It may have been deleted.');
    await expect.element(field('Prompt Title')).toHaveValue('Answer kindly');
  });
});

describe('Delete', () => {
  test('the delete dialog names what goes, and Cancel has the focus', async () => {
    const scene = await ask({ kind: 'deletePrompt', id: 7, title: 'Answer' });
    await expect
      .element(dialog('Delete Prompt', 'alertdialog'))
      .toHaveAccessibleDescription('Are you sure you want to delete "Answer"? This action cannot be undone.');
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog('Delete Prompt', 'alertdialog')).not.toBeInTheDocument();
    expect((await outlineOf(scene.library)).prompts).toHaveLength(1);
  });

  test('a project goes with its prompts, whose tabs are to close', async () => {
    const scene = await ask({ kind: 'deleteProject', id: 5, name: 'Letters' });
    await press('Delete');
    await expect.element(dialog('Delete Project', 'alertdialog')).not.toBeInTheDocument();
    expect(await outlineOf(scene.library)).toEqual({ projects: [], prompts: [] });
    expect(scene.calls).toEqual([`project deleted ${JSON.stringify({ id: 5, promptIds: [7] })}`]);
  });
});

/** Another tab that writes and writes: whoever wants to write to the library waits until it is let go. */
async function holdWrites(library: Library): Promise<() => void> {
  const name = library.db.name;
  const connection = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const stores = [...connection.objectStoreNames];
  const store = connection.transaction(stores, 'readwrite').objectStore(stores[0] ?? '');
  let isHeld = true;
  function goOn(): void {
    if (isHeld) store.count().onsuccess = goOn;
    else connection.close();
  }
  goOn();
  return () => {
    isHeld = false;
  };
}

test.each<[DialogRequest, { dialog: string; label: string; button: string; pending: string }]>([
  [
    { kind: 'createProject' },
    {
      dialog: 'Create New Project',
      label: 'Project Name',
      button: 'Create Project',
      pending: 'Creating...',
    },
  ],
  [
    { kind: 'createPrompt', projectId: 5 },
    { dialog: 'Create New Prompt', label: 'Prompt Title', button: 'Create Prompt', pending: 'Creating...' },
  ],
  [
    { kind: 'renameProject', id: 5, name: 'Letters' },
    { dialog: 'Rename Project', label: 'Project Name', button: 'Rename', pending: 'Renaming...' },
  ],
  [
    { kind: 'renamePrompt', id: 7, title: 'Answer' },
    { dialog: 'Rename Prompt', label: 'Prompt Title', button: 'Rename', pending: 'Renaming...' },
  ],
])('while a dialog is at work its button says so, and its fields wait: %j', async (request, words) => {
  const scene = await ask(request);
  await field(words.label).fill('Another name');
  const letGo = await holdWrites(scene.library);
  await press(words.button);
  await expect.element(page.getByRole('button', { name: words.pending })).toBeDisabled();
  await expect.element(field(words.label)).toBeDisabled();
  letGo();
  await expect.element(dialog(words.dialog)).not.toBeInTheDocument();
});

test.each<[DialogRequest, { dialog: string; label: string; placeholder: string; description: string }]>([
  [
    { kind: 'renameProject', id: 5, name: 'Letters' },
    {
      dialog: 'Rename Project',
      label: 'Project Name',
      placeholder: 'Enter project name',
      description: '',
    },
  ],
  [
    { kind: 'renamePrompt', id: 7, title: 'Answer' },
    {
      dialog: 'Rename Prompt',
      label: 'Prompt Title',
      placeholder: 'Enter prompt title',
      description: 'Enter a new title for this prompt.',
    },
  ],
])('a rename dialog has its words, its focus and at most 425 px: %j', async (request, words) => {
  await page.viewport(1200, 700);
  await ask(request);
  const box = dialog(words.dialog);
  await expect.element(field(words.label)).toHaveFocus();
  await expect.element(field(words.label)).toHaveAttribute('placeholder', words.placeholder);
  await expect.element(box).toHaveAccessibleDescription(words.description);
  expect(
    box
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Cancel', 'Rename']);
  expect(box.element().getBoundingClientRect().width).toBe(425);
});
