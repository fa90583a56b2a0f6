import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { commit } from '../../data/commit/commit.ts';
import { addResource, resourcesOf } from '../../data/resources/resources.ts';
import { addRemote, folderIsDrawn, openResources, type ResourcesScene, row } from './resources-scene.tsx';

let scene: ResourcesScene | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(async () => {
  vi.restoreAllMocks();
  await scene?.close();
});

async function open(...names: string[]): Promise<ResourcesScene> {
  scene = await openResources({
    async fill(library) {
      for (const name of names) await add({ library }, name);
    },
  });
  await folderIsDrawn(names.length);
  return scene;
}

async function add(
  { library }: Pick<ResourcesScene, 'library'>,
  name: string,
  projectId = 1,
): Promise<number> {
  const file = new File([`Text of ${name}`], name);
  const added = await addResource(library, { projectId, file, name, description: '' });
  if (!added.ok) throw new Error(added.message);
  return added.id;
}

const folder = () => row('Resources').first();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const focused = () => document.activeElement?.getAttribute('aria-label');
const lastToast = () => scene?.toasts.at(-1);

function given(...files: File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

const drop = (where: Element, ...files: File[]) =>
  where.dispatchEvent(
    new DragEvent('drop', { dataTransfer: given(...files), bubbles: true, cancelable: true }),
  );
const drag = (where: Element) =>
  where.dispatchEvent(
    new DragEvent('dragover', {
      dataTransfer: given(new File(['a'], 'a.md')),
      bubbles: true,
      cancelable: true,
    }),
  );
const paste = (...files: File[]) =>
  document.body.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: given(...files), bubbles: true, cancelable: true }),
  );

const markdown = (name: string) => new File([`# ${name}`], name);
const gif = (name: string) => new File(['GIF89a'], name, { type: 'image/gif' });

describe('the folder', () => {
  test('a folder without files shows no number', async () => {
    await open();
    await expect.element(folder()).toHaveAccessibleName('Resources 0 files');
    expect(folder().element().textContent).not.toContain('0');
  });

  test('the folder stands under its project with the number of files, and offers to upload while it is expanded', async () => {
    await open('plan.md', 'notes.txt');
    await expect.element(folder()).toHaveAttribute('aria-level', '2');
    await expect.element(folder()).toHaveAttribute('aria-expanded', 'false');
    await expect.element(folder()).toHaveAccessibleName('Resources 2 files');
    await expect.element(button('Upload resource to Letters')).not.toBeInTheDocument();
    await expect.element(row('plan.md')).not.toBeInTheDocument();
    await folder().click();
    await expect.element(row('plan.md')).toHaveAttribute('aria-level', '3');
    await expect.element(row('notes.txt')).toHaveAttribute('aria-posinset', '2');
    await expect.element(button('Upload resource to Letters')).toBeVisible();
    await folder().click();
    await expect.element(row('plan.md')).not.toBeInTheDocument();
    await expect.element(button('Upload resource to Letters')).not.toBeInTheDocument();
  });

  test('the folder is expanded for each project by itself', async () => {
    await open('plan.md');
    await folder().click();
    await row('Reports').click();
    await expect.element(row('Resources').nth(1)).toHaveAttribute('aria-expanded', 'false');
    await row('Resources').nth(1).click();
    await expect.element(row('No resources found')).toBeVisible();
    await expect.element(row('plan.md')).toBeVisible();
  });

  test('the folder says where its files cannot be read', async () => {
    const { library } = await open();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(library.db.resources, 'where').mockImplementation(() => {
      throw new Error('refused');
    });
    await folder().click();
    await expect.element(row('Error loading resources')).toBeVisible();
  });

  test('the folder counts what comes and goes', async () => {
    const opened = await open();
    await expect.element(folder()).toHaveAccessibleName('Resources 0 files');
    await add(opened, 'plan.md');
    await expect.element(folder()).toHaveAccessibleName('Resources 1 file');
  });
});

describe('a row', () => {
  test('the row of a file has the name in twenty characters with its extension, the size, and where the bytes are', async () => {
    const { library } = await open('a name that is rather long.md');
    await addRemote(library, { id: 9, fileSize: 1536 });
    await addRemote(library, { id: 10, name: 'elsewhere.txt', available: false });
    await folder().click();
    const long = row('a name that is rather long.md');
    await expect.element(long).toBeVisible();
    await expect.element(long).toHaveAccessibleName(/^a name that is rather long\.md \d+ Bytes( .+)?$/);
    const [start, cut, end] = long.element().querySelectorAll('.tree-name > span');
    const shown = `${start?.textContent}…${end?.textContent}`;
    expect(shown).toMatch(/^a name that.*…\.md$/);
    expect(shown.length).toBeLessThanOrEqual(20);
    expect(cut?.getBoundingClientRect().width).toBeLessThan(20);
    await expect.element(row('remote.txt')).toHaveAccessibleName('remote.txt 1.5 KB on the server');
    await expect
      .element(row('elsewhere.txt'))
      .toHaveAccessibleName('elsewhere.txt 6 Bytes Not sent yet by its own device');
  });

  test('the row of a file says that it waits, how far it is, and why it was refused', async () => {
    const { library } = await open('plan.md');
    const [item] = await resourcesOf(library, 1);
    const sha256 = item?.resource.sha256 ?? '';
    await folder().click();
    await expect.element(row('plan.md')).toHaveAccessibleName(/Waiting to upload/);
    await library.db.uploads.update(sha256, { state: 'sending', sent: 6, total: 12 });
    await expect
      .element(page.getByRole('progressbar', { name: 'Upload of plan.md' }))
      .toHaveAttribute('value', '50');
    await expect.element(row('plan.md')).toHaveAccessibleName(/Uploading, 50%/);
    await library.db.uploads.update(sha256, { state: 'refused', reason: 'Your storage is full.' });
    await expect.element(row('plan.md')).toHaveAccessibleName(/Upload refused: Your storage is full\./);
    await expect.element(button('Cancel upload of plan.md')).not.toBeInTheDocument();
    await button('Retry upload of plan.md').click();
    await expect.element(row('plan.md')).toHaveAccessibleName(/Waiting to upload/);
    await expect.poll(() => scene?.woken()).toBe(1);
  });

  test('the row of a file is taken away when its upload is cancelled', async () => {
    await open('plan.md');
    await folder().click();
    await button('Cancel upload of plan.md').click();
    await expect.element(row('plan.md')).not.toBeInTheDocument();
    await expect
      .poll(lastToast)
      .toBe('Upload cancelled: "plan.md" is not uploaded, and was taken out of the project.');
  });

  test('the name and the size of a file stay beside its actions, and a name takes their room without them', async () => {
    const { library } = await open('a-plan-with-a-rather-long-name.md');
    await commit(library, 'createProject', { id: 900, name: 'Reviews', color: 'teal' });
    await folder().click();
    const file = row('a-plan-with-a-rather-long-name.md');
    const roomOf = (element: Element) => element.getBoundingClientRect().width;
    const actions = file.getByRole('button');
    await file.hover();
    await expect.element(actions.first()).toBeVisible();
    const left = Math.min(...actions.elements().map((action) => action.getBoundingClientRect().left));
    for (const text of ['.md', /Bytes$/]) {
      const { right, width } = file.getByText(text).last().element().getBoundingClientRect();
      expect(width).toBeGreaterThan(10);
      expect(right).toBeLessThanOrEqual(left);
    }
    const title = row('Reviews').getByText('Reviews').element();
    const room = roomOf(title);
    await row('Reviews').hover();
    await expect.poll(() => roomOf(title)).toBeLessThan(room);
  });

  test('the row of a file shows its actions to the pointer and to the focus', async () => {
    await open('plan.md');
    await folder().click();
    const opacity = () => getComputedStyle(button('Delete plan.md').element()).opacity;
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().hover();
    await expect.poll(opacity).toBe('0');
    await row('plan.md').hover();
    await expect.poll(opacity).toBe('1');
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().hover();
    await expect.poll(opacity).toBe('0');
    await folder().click();
    await folder().click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(focused).toMatch(/^plan\.md\b/);
    await expect.poll(opacity).toBe('1');
  });
});

describe('the keyboard', () => {
  test('the keyboard goes into the folder and out of it, opens, edits, deletes and asks for the menus', async () => {
    await open('plan.md', 'notes.txt');
    await row('Letters').element().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.poll(focused).toMatch(/^Resources\b/);
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(row('plan.md')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.poll(focused).toMatch(/^notes\.txt\b/);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'notes.txt' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(focused).toMatch(/^notes\.txt\b/);
    await expect.element(row('notes.txt')).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{F2}');
    await expect.element(page.getByRole('dialog', { name: 'Edit Resource' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(focused).toMatch(/^notes\.txt\b/);
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByRole('alertdialog', { name: 'Delete Resource' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(focused).toMatch(/^notes\.txt\b/);
    await userEvent.keyboard('{ContextMenu}');
    await expect.element(page.getByRole('menu', { name: 'File menu of notes.txt' })).toBeVisible();
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map((item) => item.textContent),
    ).toEqual(['Select', 'Preview', 'Download', 'Cancel upload', 'Copy link', 'Edit', 'Delete']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(focused).toMatch(/^notes\.txt\b/);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(focused).toMatch(/^Resources\b/);
    await userEvent.keyboard('{ContextMenu}');
    await page.getByRole('menuitem', { name: 'Upload Resource' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Upload Resource' })).toBeVisible();
  });
});

describe('files that are dropped or pasted', () => {
  test('files dropped onto a project are added to it, and its folder shows them', async () => {
    await open();
    const reports = row('Reports').element();
    drag(reports);
    await expect.poll(() => reports.closest('[data-drop]')).not.toBeNull();
    drop(reports, markdown('one.md'), markdown('two.md'));
    await expect.element(row('one.md')).toBeVisible();
    await expect.element(row('two.md')).toBeVisible();
    await expect.poll(lastToast).toBe('Resource uploaded: 2 files have been added.');
    expect(reports.closest('[data-drop]')).toBeNull();
  });

  test('files dropped onto a folder, or a file in it, are added there', async () => {
    const { library } = await open('plan.md');
    await folder().click();
    drop(folder().element(), markdown('one.md'));
    await expect.element(row('one.md')).toBeVisible();
    await expect.poll(lastToast).toBe('Resource uploaded: "one.md" has been added.');
    drop(row('plan.md').element(), markdown('two.md'));
    await expect.element(row('two.md')).toBeVisible();
    expect(await resourcesOf(library, 1)).toHaveLength(3);
  });

  test('files are refused by name and reason, and the others are added', async () => {
    await open();
    const large = new File([new Uint8Array(limits.maxUploadBytes + 1).fill(65)], 'large.txt');
    drop(folder().element(), gif('a.gif'), markdown('fine.md'), large, gif('b.gif'));
    await expect.element(row('fine.md')).toBeVisible();
    await expect
      .poll(lastToast)
      .toBe(
        `Upload failed: "a.gif", "b.gif": ${messages.invalidFileType} "large.txt": ${messages.fileTooLarge}.`,
      );
    expect(page.getByRole('treeitem', { name: /\.gif|large/ }).elements()).toEqual([]);
  });

  test('pasted files go where the focus is, otherwise into the selected project', async () => {
    const { library } = await open();
    await row('Reports').click();
    await row('Letters').element().focus();
    paste(markdown('to-letters.md'));
    await expect.element(row('to-letters.md')).toBeVisible();
    await row('Reports').element().focus();
    paste(markdown('to-reports.md'));
    await expect.element(row('to-reports.md')).toBeVisible();
    page.getByRole('treeitem', { name: 'Reports', exact: true }).element().blur();
    paste(markdown('to-selected.md'));
    await expect.element(row('to-selected.md')).toBeVisible();
    const names = (await resourcesOf(library, 2)).map(({ resource }) => resource.name);
    expect(names).toEqual(['to-reports.md', 'to-selected.md']);
    await page.getByRole('combobox').first().element().focus();
    paste(markdown('into-a-field.md'));
    await expect.poll(lastToast).toBe('Resource uploaded: "to-selected.md" has been added.');
    expect(await resourcesOf(library, 2)).toHaveLength(2);
  });
});
