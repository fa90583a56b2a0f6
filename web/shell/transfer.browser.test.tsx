import { expect, type TestContext, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../data/commit/commit.ts';
import { outlineOf, promptOf } from '../data/queries/queries.ts';
import { openLibraryScene } from './open-library-scene.tsx';

const { open, show } = openLibraryScene();

const dialog = () => page.getByRole('dialog', { name: 'Import', exact: true });

async function openImport(): Promise<void> {
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import…' }).click();
}

async function choose(...files: File[]): Promise<void> {
  await expect.element(dialog()).toBeVisible();
  const element = dialog()
    .element()
    .querySelector<HTMLInputElement>('input[type=file]:not([webkitdirectory])');
  if (element === null) throw new Error('The dialog takes no files.');
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  element.files = chosen.files;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

const markdown = (name: string, text: string) => new File([text], name, { type: 'text/markdown' });

test('files are shown before they are imported, become prompts to the code unit, and are taken back as a whole', async () => {
  const { library } = await open();
  await openImport();
  await choose(markdown('Welcome.md', '# Welcome\r\n'), markdown('notes.txt', 'b'));
  await expect.element(dialog().getByRole('button', { name: '2 new' })).toBeVisible();
  expect((await outlineOf(library)).prompts).toHaveLength(3);
  await dialog().getByRole('button', { name: 'Import 2' }).click();
  await expect.element(dialog().getByText('2 new, 0 changed, 0 unchanged.')).toBeVisible();
  const made = (await outlineOf(library)).prompts.find(({ title }) => title === 'Welcome');
  expect((await promptOf(library, made?.id ?? 0))?.content).toBe('# Welcome\r\n');
  await dialog().getByRole('button', { name: 'Undo import' }).click();
  await expect.element(dialog().getByText('The library is as it was before.')).toBeVisible();
  expect((await outlineOf(library)).prompts).toHaveLength(3);
});

test('files are read once: what a person was shown is what is imported', async (context) => {
  const posting = vi.spyOn(Worker.prototype, 'postMessage');
  context.onTestFinished(() => posting.mockRestore());
  const { library } = await open();
  await openImport();
  await choose(markdown('Welcome.md', '# Welcome'));
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog().getByText('1 new, 0 changed, 0 unchanged.')).toBeVisible();
  expect((await outlineOf(library)).prompts).toHaveLength(4);
  const kinds = posting.mock.calls.map(([message]) => message.kind);
  expect(kinds.filter((kind) => kind === 'look' || kind === 'next')).toEqual(['look', 'next', 'next']);
});

test('what waited on another device comes in from its file, merged, and is taken back with the import', async () => {
  const { library } = await open();
  const text = 'top\n\nmiddle\n\nend';
  await commit(library, 'setContent', { id: 11, content: text, base: '' });
  const waiting = [
    { name: 'setContent', args: { id: 11, content: `${text} of the laptop`, base: text } },
    { name: 'deletePrompt', args: { id: 12 } },
  ];
  await commit(library, 'setContent', { id: 11, content: `my ${text}`, base: text });
  const at = '2026-01-01T00:00:00.000Z';
  const file = {
    ...{ format: 'promptory-library', version: 1, exportedAt: at, username: 'ada' },
    waiting: waiting.map((change) => ({ ...change, createdAt: at })),
  };
  await openImport();
  await choose(new File([JSON.stringify(file)], 'waiting.json'));
  await expect.element(dialog().getByText('adds 1 change')).toBeVisible();
  await expect.element(dialog().getByText('An import deletes nothing.', { exact: false })).toBeVisible();
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog().getByText('0 new, 1 changed, 0 unchanged.')).toBeVisible();
  expect((await promptOf(library, 11))?.content).toBe(`my ${text} of the laptop`);
  await dialog().getByRole('button', { name: 'Undo import' }).click();
  await expect.element(dialog().getByText('The library is as it was before.')).toBeVisible();
  expect((await promptOf(library, 11))?.content).toBe(`my ${text}`);
});

test('an undo that the browser cannot write is told, and goes on when it can', async () => {
  const { library } = await open();
  await openImport();
  await choose(markdown('Welcome.md', 'a'));
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog().getByText('1 new, 0 changed, 0 unchanged.')).toBeVisible();
  const full = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  library.db.importedPortions.hook('deleting', full);
  await dialog().getByRole('button', { name: 'Undo import' }).click();
  await expect
    .element(
      dialog().getByText(
        'The browser could not write to this device. What is left of the import stays. Try again.',
      ),
    )
    .toBeVisible();
  library.db.importedPortions.hook('deleting').unsubscribe(full);
  log.mockRestore();
  await dialog().getByRole('button', { name: 'Undo import' }).click();
  await expect.element(dialog().getByText('The library is as it was before.')).toBeVisible();
  expect((await outlineOf(library)).prompts).toHaveLength(3);
});

test('a text that a prompt has no more of becomes a version, or the current text where a person wants that', async () => {
  const { library } = await open();
  await commit(library, 'setContent', { id: 11, content: 'mine', base: '' });
  await openImport();
  await dialog().getByLabelText('Put files without a project into').selectOptions('Letters');
  await choose(markdown('Answer.md', 'theirs'));
  await expect.element(dialog().getByRole('button', { name: '1 changed' })).toBeVisible();
  await dialog()
    .getByLabelText('If a prompt here has another text')
    .selectOptions('Use the imported text, and keep the one here as a version');
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog().getByText('0 new, 1 changed, 0 unchanged.')).toBeVisible();
  expect((await promptOf(library, 11))?.content).toBe('theirs');
  expect((await library.db.versions.toArray()).map(({ row }) => row.content)).toEqual(['mine']);
});

test('an import is undone after a reload, from where it was begun', async () => {
  const { library, close } = await open();
  await openImport();
  await choose(markdown('Welcome.md', '# Welcome'));
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog().getByText('1 new, 0 changed, 0 unchanged.')).toBeVisible();
  close();
  show(library);
  await openImport();
  await expect.element(dialog().getByText(/^Last import: /)).toBeVisible();
  await dialog().getByRole('button', { name: 'Undo import' }).click();
  await expect.element(dialog().getByText('The library is as it was before.')).toBeVisible();
  expect((await outlineOf(library)).prompts).toHaveLength(3);
  await dialog().getByRole('button', { name: 'Import other files' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Choose files...' })).toBeVisible();
  expect(
    dialog()
      .getByText(/^Last import: /)
      .query(),
  ).toBeNull();
});

test('the columns of a table are guessed, shown with its first rows, and chosen', async () => {
  const { library } = await open();
  await openImport();
  const lines = [{ q: 'One', long: 'Write a letter to {{name}}.', what: 'letters' }];
  await choose(new File([lines.map((line) => JSON.stringify(line)).join('\n')], 'rows.jsonl'));
  const field = (name: string) => dialog().getByRole('combobox', { name, exact: true });
  await expect.element(field('Text')).toHaveValue('long');
  await expect.element(field('Title')).toHaveValue('');
  await expect
    .element(dialog().getByRole('region', { name: 'First rows of the table' }).getByText('letters'))
    .toBeVisible();
  await field('Title').selectOptions('q');
  await field('Tags').selectOptions('what');
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog().getByText('1 new, 0 changed, 0 unchanged.')).toBeVisible();
  const made = (await outlineOf(library)).prompts.find(({ title }) => title === 'One');
  const prompt = await promptOf(library, made?.id ?? 0);
  expect(prompt?.content).toBe('Write a letter to {{name}}.');
  expect(prompt?.attributes?.tags).toEqual(['letters']);
});

/** Returns the files that are saved from now on, in place of a download. */
function savedFiles(context: TestContext) {
  const { prototype } = HTMLAnchorElement;
  const { click } = prototype;
  context.onTestFinished(() => {
    prototype.click = click;
  });
  const saved: { name: string; text: Promise<string> }[] = [];
  prototype.click = function take() {
    saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
  };
  return saved;
}

test('a prompt is exported from its menu, as a zip or for another program with its snippets inserted', async (context) => {
  const saved = savedFiles(context);
  const { library } = await open({ saved: { open: [], expanded: [1] } });
  await commit(library, 'setContent', { id: 12, content: 'Farewell, {name}', base: '' });
  await commit(library, 'setContent', { id: 11, content: '{{> Letters/Bid farewell}}!', base: '' });
  const exportAs = async (format: string) => {
    await page.getByRole('treeitem', { name: 'Answer', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const asked = page.getByRole('dialog', { name: 'Export "Answer"' });
    await asked.getByLabelText('Format').selectOptions(format);
    await asked.getByRole('button', { name: 'Export' }).click();
    await expect.element(asked).not.toBeInTheDocument();
  };
  await exportAs('Markdown files (zip)');
  await exportAs('promptfoo (YAML)');
  await exportAs('GitHub Models files (zip)');
  expect(saved.map(({ name }) => name.replace(/\d{4}-\d{2}-\d{2}/, 'date'))).toEqual([
    'Answer-date.zip',
    'Answer-date-promptfooconfig.yaml',
    'Answer-date-github-models.zip',
  ]);
  expect(await saved[1]?.text).toContain('Farewell, {{ name }}!');
});

test('an export whose part of the app cannot be loaded says so', async (context) => {
  await open();
  const LoadedWorker = Worker;
  vi.stubGlobal(
    'Worker',
    class extends LoadedWorker {
      constructor() {
        super('/no-such-worker.js', { type: 'module' });
      }
    },
  );
  context.onTestFinished(() => void vi.unstubAllGlobals());
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await page
    .getByRole('dialog', { name: 'Export', exact: true })
    .getByRole('button', { name: 'Export' })
    .click();
  await expect
    .element(
      page.getByText('This part of the app is not on this device yet. Try again when there is a network.'),
    )
    .toBeVisible();
});

test('the library is exported as one file with what waits, and a failure of that is told', async (context) => {
  const saved = savedFiles(context);
  const { library } = await open();
  await commit(library, 'setContent', { id: 12, content: 'Farewell', base: '' });
  const exportLibrary = async () => {
    await page.getByRole('button', { name: 'Library', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const asked = page.getByRole('dialog', { name: 'Export', exact: true });
    await asked.getByLabelText('Format').selectOptions('Promptory library (JSON)');
    await asked.getByRole('button', { name: 'Export' }).click();
    await expect.element(asked).not.toBeInTheDocument();
  };
  await exportLibrary();
  const { format, waiting } = JSON.parse((await saved[0]?.text) ?? '');
  expect([format, waiting.at(-1)?.args]).toMatchObject([
    'promptory-library',
    { id: 12, content: 'Farewell' },
  ]);
  library.db.outbox.hook('reading', () => {
    throw new DOMException('A part of the database is damaged.', 'DataError');
  });
  await exportLibrary();
  await expect.element(page.getByText('The library on this device could not be read.')).toBeVisible();
});

/** An inbox with one file. */
function sharedMarkdown() {
  let waiting = [markdown('Shared.md', 'shared')];
  return {
    list: async () => waiting,
    clear: async () => {
      waiting = [];
    },
  };
}

test('what was shared with the app is asked about, and leaves the inbox with its import', async () => {
  const inbox = sharedMarkdown();
  const { library } = await open({ inbox });
  await expect.element(dialog().getByRole('button', { name: '1 new' })).toBeVisible();
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog().getByText('1 new, 0 changed, 0 unchanged.')).toBeVisible();
  expect((await outlineOf(library)).prompts.map(({ title }) => title)).toContain('Shared');
  expect(await inbox.list()).toEqual([]);
});

test('what was shared stays while other files are imported, which an export in between does not end', async () => {
  const inbox = sharedMarkdown();
  await open({ inbox });
  await expect.element(dialog().getByRole('button', { name: 'Discard' })).toBeVisible();
  await choose(markdown('Other.md', 'other'));
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog().getByText('1 new, 0 changed, 0 unchanged.')).toBeVisible();
  expect(await inbox.list()).toHaveLength(1);
  await dialog().getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await page
    .getByRole('dialog', { name: 'Export', exact: true })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await openImport();
  // The export in between has not ended it.
  await expect.element(dialog().getByRole('button', { name: 'Undo import' })).toBeVisible();
});

test('what was shared and is not wanted is discarded', async () => {
  const inbox = sharedMarkdown();
  await open({ inbox });
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(await inbox.list()).toEqual([]);
});

test('where nothing was kept of what was shared, the screen says so', async () => {
  await open({ at: '/?act=shared' });
  await expect.element(page.getByText('Nothing to import')).toBeVisible();
});
