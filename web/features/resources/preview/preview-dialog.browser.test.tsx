import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { addResource, resourcesOf } from '../../../data/resources/resources.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

/** The preview of a file that was added on this device. */
async function preview(file: File, name: string) {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  const opened = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  library = opened;
  await commit(opened, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  const added = await addResource(opened, { projectId: 1, file, name, description: 'Signed' });
  const [listed] = await resourcesOf(opened, 1);
  if (!added.ok || listed === undefined) throw new Error('The file was not added.');
  const closed = { count: 0 };
  drawn = draw(
    <Lent library={opened}>
      <PreviewDialog
        resource={listed.resource}
        open
        onClose={() => {
          closed.count += 1;
        }}
        fetchBlob={async () => null}
        renderMarkdown={(text) => text}
      />
    </Lent>,
  );
  return closed;
}

const svg = (parts: string) =>
  new File([`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${parts}</svg>`], 'drawing.svg', {
    type: 'image/svg+xml',
  });

test('the preview of a type without one says so, and still gives the file', async () => {
  const closed = await preview(new File(['%PDF-1.7'], 'paper.pdf'), 'Paper');
  await expect.element(page.getByText('No preview available for this file type.')).toBeVisible();
  await expect.element(page.getByText('8 Bytes · Signed')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Open in new tab' })).toBeEnabled();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(closed.count).toBe(1);
});

const levels = Array.from({ length: 12 }, (_, level) => level);

test.each([
  [
    'by use',
    `<g id="l0"><rect width="1" height="1"/></g>${levels.map((level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(6)}</g>`).join('')}`,
  ],
  [
    'by patterns',
    `${levels.map((level) => `<pattern id="p${level + 1}" width="1" height="1">${`<rect fill="url(#p${level})"/>`.repeat(6)}</pattern>`).join('')}<rect fill="url(#p12)"/>`,
  ],
])(
  'a drawing that repeats itself 6^12 times, %s, is not drawn, and can be downloaded',
  async (_by, parts) => {
    await preview(svg(parts), 'Many');
    await expect.element(page.getByText(/^No preview: this drawing repeats its parts/)).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Many' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Download' })).toBeEnabled();
  },
);

test('a drawing that repeats a part, or leads back to itself, is drawn', async () => {
  await preview(
    svg('<g id="a"><use href="#a"/><rect id="b"/></g><use href="#b"/><use href="#gone"/>'),
    'Few',
  );
  await expect.element(page.getByRole('img', { name: 'Few' })).toBeVisible();
});
