import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../../../data/commit/commit.ts';
import { eventually } from '../../../ui/testing/eventually.ts';
import { openPane, type PaneScene, promptId, versionOpen } from '../editor-pane-scene.tsx';

const scenes: PaneScene[] = [];
const versionId = 31;

/** Version 1 says 'Be brief.', and so does the current text. */
async function pane(): Promise<PaneScene & { compared: number[] }> {
  const compared: number[] = [];
  const content = 'Be brief.';
  const scene = await openPane(content, {
    prepare: async (library) => {
      await commit(library, 'saveVersion', {
        promptId,
        id: versionId,
        content,
        description: 'First',
        base: content,
      });
    },
    props: { acts: { compare: (id) => compared.push(id) } },
  });
  scenes.push(scene);
  return { ...scene, compared };
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const scene of scenes.splice(0)) await scene.close();
});

const edited = page.getByRole('button', { name: 'Edited since version 1' });
const item = (name: string) => page.getByRole('menuitem', { name });

async function typeMore(scene: PaneScene): Promise<void> {
  await scene.type(' Be kind.');
  scene.clock.pass(limits.autosaveDebounceMs);
  await expect.element(edited).toBeVisible();
}

async function history(scene: PaneScene): Promise<string[]> {
  const rows = await scene.library.db.versions.toArray();
  return rows
    .map(({ row }) => row)
    .sort((a, b) => a.version - b.version)
    .map(({ version, content, description }) => `${version} ${content} (${description})`);
}

test('the header says since which version a text was edited, beside the latest one, and only while it was', async () => {
  const scene = await pane();
  await expect.element(page.getByText('Latest Version: 1', { exact: true })).toBeVisible();
  await expect.element(edited).not.toBeInTheDocument();
  await typeMore(scene);
  await expect.element(page.getByText('Latest Version: 1', { exact: true })).toBeVisible();
  await commit(scene.library, 'setContent', { id: promptId, content: 'Be brief.' });
  await expect.element(edited).not.toBeInTheDocument();
  scene.show(promptId, { openVersion: versionOpen(versionId) });
  await expect.element(page.getByText('Viewing Version 1')).toBeVisible();
});

test('the header keeps its height when a text becomes an edited one', async () => {
  const scene = await pane();
  const height = () => document.querySelector('.editor-header')?.getBoundingClientRect().height;
  const before = height();
  await typeMore(scene);
  expect(before).toBeGreaterThan(0);
  expect(height()).toBe(before);
});

test('from there the text is compared with that version, with what was typed last', async () => {
  const scene = await pane();
  await typeMore(scene);
  await scene.type(' Be quick.');
  await edited.click();
  await item('Compare with version 1').click();
  await eventually(() => expect(scene.compared).toEqual([versionId]));
  expect(await scene.row()).toBe('Be brief. Be kind. Be quick.');
});

test('discarded edits are kept as a version, and the text is that of the version before again', async () => {
  const scene = await pane();
  await typeMore(scene);
  await edited.click();
  await item('Discard edits').click();
  await eventually(() =>
    expect(scene.toasts.at(-1)).toEqual({
      title: 'Edits discarded',
      description: 'They are kept in the version history, and Undo brings them back.',
    }),
  );
  expect(scene.text()).toBe('Be brief.');
  expect(await scene.row()).toBe('Be brief.');
  expect(await history(scene)).toEqual([
    '1 Be brief. (First)',
    '2 Be brief. Be kind. (Edits that were discarded)',
    '3 Be brief. (Restored version 1)',
  ]);
  await expect.element(page.getByRole('button', { name: /^Edited since/ })).not.toBeInTheDocument();
  await expect.element(scene.box).toHaveFocus();
});

test('undo brings discarded edits back, and they are saved', async () => {
  const scene = await pane();
  await typeMore(scene);
  scene.clock.pass(limits.undoGroupingMs);
  await edited.click();
  await item('Discard edits').click();
  await eventually(() => expect(scene.toasts.at(-1)).toMatchObject({ title: 'Edits discarded' }));
  await scene.button('Undo').click();
  expect(scene.text()).toBe('Be brief. Be kind.');
  scene.clock.pass(limits.autosaveDebounceMs);
  await expect.element(page.getByRole('button', { name: 'Edited since version 3' })).toBeVisible();
  expect(await scene.row()).toBe('Be brief. Be kind.');
});

test('edits that cannot be kept as a version are not discarded', async () => {
  const scene = await pane();
  await typeMore(scene);
  scene.clock.pass(limits.undoGroupingMs);
  vi.spyOn(scene.library.db, 'write').mockRejectedValue(new Error('no room'));
  await edited.click();
  await item('Discard edits').click();
  await eventually(() =>
    expect(scene.toasts.at(-1)).toEqual({
      title: 'The edits were not discarded',
      description: 'Your text is still in the editor.',
      kind: 'destructive',
    }),
  );
  expect(scene.text()).toBe('Be brief. Be kind.');
});

test('the question for a version shows what has changed since the one before, in words and line by line', async () => {
  const scene = await pane();
  await typeMore(scene);
  await scene.button('Save New Version').click();
  const question = page.getByRole('dialog', { name: 'Save New Version' });
  await expect.element(question.getByText('+2 −0 words since version 1')).toBeVisible();
  await expect.element(question.getByRole('insertion')).toHaveTextContent('Be kind.');
  await expect.element(question.getByRole('textbox', { name: 'Version Description' })).toHaveFocus();
});

test('where nothing has changed there is nothing to be compared', async () => {
  const scene = await pane();
  await scene.button('Save New Version').click();
  await expect.element(page.getByText('Nothing has changed since version 1. Save anyway?')).toBeVisible();
  expect(page.getByRole('region', { name: /^Differences/ }).elements()).toEqual([]);
});
