import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { openPanel, promptId, versionIds } from './version-panel-scene.tsx';

let scene: Awaited<ReturnType<typeof openPanel>> | undefined;
afterEach(() => scene?.close());

const move = (library: Library, versionId: number, from: number | null = null) =>
  commit(library, 'setAttributes', {
    id: promptId,
    labels: [{ label: 'production', versionId, from, device: 'Phone' }],
  });

async function panel(prepare: (library: Library) => Promise<unknown> = async () => {}) {
  scene = await openPanel({ prepare: async (library) => void (await prepare(library)) });
  return scene;
}

const dialog = page.getByRole('dialog', { name: 'Labels of Version 2' });
const menu = page.getByRole('menu', { name: 'Labels of version 2' });
const openDialog = async () => {
  await page.getByRole('button', { name: 'Labels of version 2' }).click();
  await menu.getByRole('menuitem', { name: 'Other...' }).click();
};
const box = (label: RegExp) => dialog.getByRole('checkbox', { name: label });

test('a label is moved and taken off by one press in the menu of the tag', async () => {
  const { button, row, library } = await panel((opened) => move(opened, versionIds.first));
  const tag = button('Labels of version 2');
  await tag.click();
  const item = menu.getByRole('menuitemcheckbox', { name: /^production/ });
  await expect.element(item).toMatchTextContent(/^production ?on Version 1/);
  await item.click();
  await expect.element(row('Version 2')).toMatchTextContent('production');
  await expect.element(row('Version 1')).not.toMatchTextContent('production');
  await tag.click();
  await expect.element(item).toBeChecked();
  await item.click();
  await expect.element(row('Version 2')).not.toMatchTextContent('production');
  expect((await promptOf(library, promptId))?.attributes?.labels?.[0]).toMatchObject({ versionId: null });
});

test('a label is put on a version, is shown on its row, and is taken off', async () => {
  const { row, library, toasts } = await panel();
  await openDialog();
  await box(/^production on no version/).click();
  await expect.element(box(/^production on this version/)).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(row('Version 2')).toMatchTextContent('production');
  await openDialog();
  expect(toasts.at(-1)?.description).toBe('"production" is on Version 2 now.');
  await box(/^production/).click();
  await expect.element(box(/^production on no version/)).not.toBeChecked();
  expect((await promptOf(library, promptId))?.attributes?.labels?.[0]).toMatchObject({ versionId: null });
});

test('a label that is on another version moves, and the log says from where, where and when', async () => {
  const { row } = await panel((library) => move(library, versionIds.first));
  await expect.element(row('Version 1')).toMatchTextContent('production');
  await openDialog();
  await box(/^production on Version 1/).click();
  const log = dialog.getByRole('region', { name: 'Moves of labels' }).getByRole('listitem');
  await expect.poll(() => log.elements().length).toBe(2);
  await expect.element(log.nth(0)).toMatchTextContent('"production": Version 1 → Version 2');
  await expect.element(log.nth(1)).toMatchTextContent('"production": no version → Version 1Phone, ');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(row('Version 2')).toMatchTextContent('production');
  await expect.element(row('Version 1')).not.toMatchTextContent('production');
});

test('a move that did not know of another one says so in the log', async () => {
  await panel(async (library) => {
    await move(library, versionIds.third);
    await move(library, versionIds.first, null);
  });
  await openDialog();
  await expect
    .element(
      dialog.getByText(
        /Version 3 → Version 1 Another device had moved the label to Version 3 at the same time/,
      ),
    )
    .toBeVisible();
});

test("a label of one's own is typed, and one that cannot be is refused in words", async () => {
  const { row } = await panel();
  await openDialog();
  await dialog.getByRole('textbox', { name: 'New label' }).fill('latest');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(dialog.getByText('The label "latest" is reserved for the newest version'))
    .toBeVisible();
  await dialog.getByRole('textbox', { name: 'New label' }).fill('eu.gdpr');
  await userEvent.keyboard('{Enter}');
  await expect.element(box(/^eu\.gdpr on this version/)).toBeChecked();
  await expect.element(dialog.getByRole('textbox', { name: 'New label' })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(row('Version 2')).toMatchTextContent('eu.gdpr');
});

test('a version that is deleted keeps its label in the log, and the label can move on', async () => {
  await panel(async (library) => {
    await move(library, versionIds.first);
    await commit(library, 'deleteVersion', { promptId, id: versionIds.first });
  });
  await openDialog();
  await box(/^production on a deleted version/).click();
  await expect.element(box(/^production on this version/)).toBeChecked();
});

test('a label on a version that has not come yet says no untrue word, and its number once it is here', async () => {
  const moves = [{ versionId: 99, at: '2026-01-01T00:00:00.000Z', device: 'Phone' }];
  const { library } = await panel(({ db }) =>
    // As a page of the feed has it, before the one that has the version.
    db.prompts
      .where('id')
      .equals(promptId)
      .modify(({ row }) => {
        row.attributes = { labels: [{ label: 'production', versionId: 99, moves }] };
      }),
  );
  await openDialog();
  const log = dialog.getByRole('region', { name: 'Moves of labels' });
  await expect.element(log).toMatchTextContent('"production": no version → a version that is not here');
  await expect.element(box(/^production on a version that is not here/)).toBeVisible();
  await commit(library, 'saveVersion', { promptId, id: 99, content: 'new', description: 'New' });
  await expect.element(log).toMatchTextContent('"production": no version → Version 4');
});

test('selected versions with a label are spared, unless the person says otherwise', async () => {
  const { button, box: versionBox, texts } = await panel((library) => move(library, versionIds.first));
  await button('Select').click();
  await versionBox('Version 1').click();
  await versionBox('Version 2').click();
  await button('Delete').click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('Are you sure you want to delete 1 version?');
  await question.getByRole('checkbox', { name: 'Delete the version with a label too' }).click();
  await expect.element(question).toMatchTextContent('Are you sure you want to delete 2 versions?');
  await question.getByRole('checkbox').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(texts).toEqual(['1 one: The first', '3 three: The third']);
});

test('where every selected version has a label, none is deleted', async () => {
  const { button, box: versionBox, texts } = await panel((library) => move(library, versionIds.first));
  await button('Select').click();
  await versionBox('Version 1').click();
  await button('Delete').click();
  const question = page.getByRole('alertdialog');
  await expect
    .element(question)
    .toMatchTextContent('Each selected version has a label, so none of them is deleted.');
  await question.getByRole('button', { name: 'Delete' }).click();
  expect(await texts()).toHaveLength(3);
});
