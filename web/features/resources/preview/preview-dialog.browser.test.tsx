import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { addResource, resourcesOf } from '../../../data/resources/resources.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

test('the preview of a type without one says so, and still gives the file', async () => {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  const opened = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  library = opened;
  await commit(opened, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  const file = new File(['%PDF-1.7'], 'paper.pdf');
  const added = await addResource(opened, { projectId: 1, file, name: 'Paper', description: 'Signed' });
  const [listed] = await resourcesOf(opened, 1);
  if (!added.ok || listed === undefined) throw new Error('The file was not added.');
  let closed = 0;
  drawn = draw(
    <PreviewDialog
      library={opened}
      resource={listed.resource}
      open
      onClose={() => {
        closed += 1;
      }}
      fetchBlob={async () => null}
      renderMarkdown={(text) => text}
    />,
  );
  await expect.element(page.getByText('No preview available for this file type.')).toBeVisible();
  await expect.element(page.getByText('8 Bytes · Signed')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Open in new tab' })).toBeEnabled();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(closed).toBe(1);
});
