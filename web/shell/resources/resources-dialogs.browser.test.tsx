import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { keepsOffline, storedBlobs } from '../../data/resources/blob-storage.ts';
import { addResource, blobBytes, resourcesOf } from '../../data/resources/resources.ts';
import { folderIsDrawn, openResources, type ResourcesScene, row } from './resources-scene.tsx';

let scene: ResourcesScene | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(async () => {
  vi.restoreAllMocks();
  await scene?.close();
});

/** With one file, called plan.md, in the expanded folder of the first project. */
async function open(): Promise<ResourcesScene & { fileId: number }> {
  let fileId = 0;
  const opened = await openResources({
    async fill(library) {
      const file = new File(['# Plan'], 'plan.md');
      const added = await addResource(library, { projectId: 1, file, name: 'plan.md', description: 'Old' });
      if (!added.ok) throw new Error(added.message);
      fileId = added.id;
    },
  });
  scene = opened;
  await folderIsDrawn(1);
  await row('Resources').click();
  await expect.element(row('plan.md')).toBeVisible();
  return { ...opened, fileId };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const lastToast = () => scene?.toasts.at(-1);
const gone = (name: string) => expect.element(dialog(name)).not.toBeInTheDocument();

/** The error that private sessions of WebKit throw at a Blob. */
const refusal = new DOMException(
  'Error preparing Blob/File data to be stored in object store',
  'UnknownError',
);

const text = (name: string, size = 4) => new File([new Uint8Array(size).fill(65)], name);

describe('Upload Resource', () => {
  const upload = 'Upload Resource';

  async function ask() {
    const opened = await open();
    await button('Upload resource to Letters').click();
    await expect.element(dialog(upload)).toBeVisible();
    return opened;
  }
  /** Chooses files inside the page: `userEvent.upload` sends all their bytes through the test runner, 13 s for 20 MB. */
  async function choose(...files: File[]): Promise<void> {
    const field = dialog(upload).getByLabelText('File', { exact: true });
    await expect.element(field).toBeInTheDocument();
    const input = field.element();
    if (!(input instanceof HTMLInputElement)) throw new Error('not a file input');
    const chosen = new DataTransfer();
    for (const file of files) chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  test('the upload dialog asks for a file', async () => {
    await ask();
    await button('Upload').click();
    await expect.element(page.getByText('Please select a file to upload')).toBeVisible();
    await expect
      .element(page.getByLabelText('File', { exact: true }))
      .toHaveAttribute('aria-invalid', 'true');
  });

  test('an upload opens the folder that the file is in', async () => {
    await open();
    await row('Resources').click();
    await expect.element(row('plan.md')).not.toBeInTheDocument();
    await button('Resources menu of Letters').click();
    await page.getByRole('menuitem', { name: upload }).click();
    await choose(text('one.txt'));
    await button('Upload').click();
    await gone(upload);
    await expect.element(row('one.txt')).toBeVisible();
  });

  test('the upload dialog gives the file the name that was written, or its own', async () => {
    const { library } = await ask();
    await choose(text('one.txt'));
    await page.getByLabelText('Name').fill('  The first  ');
    await page.getByLabelText('Description').fill('What it is');
    await button('Upload').click();
    await gone(upload);
    await expect.element(row('The first')).toBeVisible();
    expect(lastToast()).toBe('Resource uploaded: "The first" has been added.');
    await button('Upload resource to Letters').click();
    await expect.element(page.getByLabelText('Name')).toHaveValue('');
    await choose(text('two.txt'));
    await button('Upload').click();
    await expect.element(row('two.txt')).toBeVisible();
    const rows = (await resourcesOf(library, 1)).map(({ resource }) => resource);
    expect(rows.slice(1)).toMatchObject([
      { name: 'The first', description: 'What it is', originalFilename: 'one.txt', fileType: 'text/plain' },
      { name: 'two.txt', description: '', originalFilename: 'two.txt' },
    ]);
  });

  test('the upload dialog takes exactly 10 MB, and refuses one byte more with its sentence', async () => {
    const { library } = await ask();
    await choose(text('large.txt', limits.maxUploadBytes + 1));
    await expect
      .element(page.getByText('File size exceeds the maximum limit of 10MB', { exact: true }))
      .toBeVisible();
    await expect.element(page.getByRole('list', { name: 'Chosen files' })).not.toBeInTheDocument();
    await choose(text('largest.txt', limits.maxUploadBytes));
    await expect.element(page.getByText(messages.fileTooLarge)).not.toBeInTheDocument();
    await button('Upload').click();
    await expect.element(row('largest.txt')).toBeVisible();
    expect((await resourcesOf(library, 1))[1]?.resource.fileSize).toBe(10 * 1024 * 1024);
  });

  test('the upload dialog refuses a type at once, and bytes that are something else when they are read', async () => {
    await ask();
    await choose(new File(['GIF89a'], 'a.gif', { type: 'image/gif' }));
    const sentence =
      'Invalid file type. Only documents (PDF, DOCX, TXT, MD, JSON) and images (PNG, JPG, SVG) are allowed.';
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible();
    await choose(new File(['<html>'], 'a.png', { type: 'image/png' }));
    await expect.element(page.getByText(sentence)).not.toBeInTheDocument();
    await button('Upload').click();
    await expect.poll(lastToast).toBe(`Upload failed: ${sentence}`);
    await expect.element(dialog(upload).getByText(sentence, { exact: true })).toBeVisible();
  });

  test('the upload dialog takes several, names each that is refused, and the others go on', async () => {
    const { library } = await ask();
    await choose(text('one.txt'), new File(['GIF89a'], 'a.gif', { type: 'image/gif' }), text('b.exe'));
    const reason = messages.invalidFileType;
    await expect.element(page.getByText(`a.gif: ${reason} b.exe: ${reason}`)).toBeVisible();
    await choose(text('two.md'), new File(['x'], 'fake.png', { type: 'image/png' }));
    await expect.element(dialog(upload).getByLabelText('Name')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Remove one.txt' }).click();
    await choose(text('one.txt'));
    await button('Upload').click();
    await expect.poll(lastToast).toBe(`Upload failed: "fake.png": ${messages.invalidFileType}`);
    await expect.element(dialog(upload).getByText(messages.invalidFileType)).toBeVisible();
    const names = (await resourcesOf(library, 1)).map(({ resource }) => resource.name);
    expect(names.sort()).toEqual(['one.txt', 'plan.md', 'two.md']);
  });

  test('the upload dialog takes what is dropped on it or pasted into it', async () => {
    await ask();
    const zone = page.getByRole('region', { name: 'Files to upload' }).element();
    const dropped = new DataTransfer();
    dropped.items.add(text('dropped.txt'));
    zone.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
    await expect.element(page.getByText('dropped.txt')).toBeVisible();
    const pasted = new DataTransfer();
    pasted.items.add(text('pasted.txt'));
    zone.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
    );
    await expect.element(page.getByText('pasted.txt')).toBeVisible();
  });

  test('the upload dialog does not close while an upload is in progress, and begins afresh the next time', async () => {
    const { library } = await ask();
    let go = () => {};
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (...given) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return digest(...given);
    });
    await choose(text('slow.txt'));
    await button('Upload').click();
    await expect.element(button('Uploading...')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Cancel')).toBeDisabled();
    await expect.element(dialog(upload)).toBeVisible();
    go();
    await gone(upload);
    expect(await resourcesOf(library, 1)).toHaveLength(2);
    await button('Upload resource to Letters').click();
    await choose(text('left.txt'));
    await button('Cancel').click();
    await gone(upload);
    await button('Upload resource to Letters').click();
    await expect.element(page.getByRole('list', { name: 'Chosen files' })).not.toBeInTheDocument();
  });

  test('the upload dialog shows our sentence, not the engine’s, where the browser cannot keep a file', async () => {
    const { library } = await ask();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(library.db, 'transaction').mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
    await choose(text('one.txt'));
    await button('Upload').click();
    await expect.poll(lastToast).toBe(`Upload failed: ${messages.fileNotKept}`);
    await expect.element(dialog(upload).getByText(messages.fileNotKept)).toBeVisible();
    await expect.element(page.getByText(refusal.message)).not.toBeInTheDocument();
    expect(logged.mock.calls.map(([words]) => words)).toContain('Error uploading resource');
  });
});

describe('Edit Resource', () => {
  async function ask() {
    const opened = await open();
    await row('plan.md').hover();
    await button('Edit plan.md').click();
    await expect.element(dialog('Edit Resource')).toBeVisible();
    return opened;
  }

  test('the edit dialog changes name and description, both trimmed', async () => {
    const { library } = await ask();
    await expect.element(page.getByLabelText('Name')).toHaveValue('plan.md');
    await page.getByLabelText('Name').fill('  The plan  ');
    await page.getByLabelText('Description').fill(' New ');
    await button('Save').click();
    await gone('Edit Resource');
    await expect.element(row('The plan')).toBeVisible();
    expect(lastToast()).toBe('Resource updated: "The plan" has been saved.');
    expect((await resourcesOf(library, 1))[0]?.resource).toMatchObject({
      name: 'The plan',
      description: 'New',
    });
  });

  test('the edit dialog needs a name', async () => {
    await ask();
    await page.getByLabelText('Name').fill('   ');
    await button('Save').click();
    await expect.element(page.getByText('Name is required', { exact: true })).toBeVisible();
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    await page.getByLabelText('Name').fill('x'.repeat(256));
    await button('Save').click();
    await expect.element(page.getByText('Name cannot exceed 255 characters')).toBeVisible();
  });

  test('the edit dialog says in place what went wrong', async () => {
    const { library } = await ask();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await page.getByLabelText('Description').fill('New');
    vi.spyOn(library.db, 'transaction').mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
    await button('Save').click();
    const alert = dialog('Edit Resource').getByRole('alert');
    await expect.element(alert).toHaveTextContent(messages.entryNotWritten);
  });
});

describe('Delete Resource', () => {
  const question = 'Are you sure you want to delete this resource? This action cannot be undone.';

  async function ask() {
    const opened = await open();
    await row('plan.md').hover();
    await button('Delete plan.md').click();
    await expect.element(page.getByRole('alertdialog', { name: 'Delete Resource' })).toBeVisible();
    return opened;
  }

  test('the delete dialog asks, and deletes', async () => {
    await ask();
    await expect.element(page.getByText(question, { exact: true })).toBeVisible();
    await button('Cancel').click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(row('plan.md')).toBeVisible();
    await button('Delete plan.md').click();
    await button('Delete').click();
    await expect.element(row('No resources found')).toBeVisible();
    expect(lastToast()).toBe('Resource deleted: "plan.md" has been deleted.');
    await page.getByText('Undo', { exact: true }).click();
    await expect.element(row('plan.md')).toBeVisible();
  });

  test('the delete dialog says why it could not', async () => {
    const { library } = await ask();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(library.db, 'transaction').mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
    await button('Delete').click();
    await expect.poll(lastToast).toBe(`Deletion failed: ${messages.changeNotWritten}`);
    expect(logged.mock.calls[0]?.[0]).toBe('Error deleting resource');
  });
});

describe('Offline files', () => {
  test('the dialog for offline files keeps the files of a project here, and says how much room files take', async () => {
    const { library, woken } = await open();
    await button('Resources menu of Letters').click();
    await page.getByRole('menuitem', { name: 'Offline files...' }).click();
    const keep = page.getByRole('switch', { name: "Keep this project's files offline" });
    await expect.element(keep).not.toBeChecked();
    await keep.click();
    await expect.element(keep).toBeChecked();
    expect(await keepsOffline(library, 1)).toBe(true);
    expect(woken()).toBe(1);
    await expect
      .element(page.getByText(/^6 Bytes of 500\.0 MB used .* 6 Bytes of them waiting to upload$/))
      .toBeVisible();
    await page.getByLabelText('Storage limit').selectOptions('1.0 GB');
    await expect.poll(async () => (await storedBlobs(library)).limitBytes).toBe(1024 ** 3);
    await keep.click();
    await expect.poll(() => keepsOffline(library, 1)).toBe(false);
    await button('Close').click();
    await gone('Offline files');
  });
});

test('an added file is stored byte for byte', async () => {
  const { library, fileId } = await open();
  const sha256 = (await library.db.resources.get(fileId))?.row.sha256 ?? '';
  expect(await (await blobBytes(library, sha256))?.text()).toBe('# Plan');
});
