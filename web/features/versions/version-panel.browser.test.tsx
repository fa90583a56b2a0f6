import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { versionsOf } from '../../data/testing/versions-scene.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { openPanel, type PanelScene, promptId, versionIds } from './version-panel-scene.tsx';

const scenes: PanelScene[] = [];

async function panel(...options: Parameters<typeof openPanel>): Promise<PanelScene> {
  const scene = await openPanel(...options);
  scenes.push(scene);
  await expect.element(scene.button('Version 3')).toBeVisible();
  return scene;
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('the current text comes first, then every version, newest first and marked, with its words and its age', async () => {
  const scene = await panel();
  const rows = scene.panel.getByRole('listitem').elements();
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Current Version'),
    'Version 3LatestThe third1 hour ago',
    'Version 2The second2 hours ago',
    'Version 1The first3 hours ago',
  ]);
  await expect.element(scene.button('Current Version')).toHaveAttribute('aria-current', 'true');
});

test('a version is opened by a press, and the first row leads back to the current text', async () => {
  const scene = await panel();
  await scene.button('Version 2').click();
  await eventually(() => expect(scene.opened).toEqual([versionIds.second]));
  await expect.element(scene.button('Version 2')).toHaveAttribute('aria-current', 'true');
  await expect.element(scene.button('Current Version')).not.toHaveAttribute('aria-current');
  await scene.button('Current Version').click();
  expect(scene.opened.at(-1)).toBeNull();
});

test('a version whose text cannot be found is not opened, and the person is told', async () => {
  const scene = await panel();
  const read = vi.spyOn(scene.library.db.versions, 'get').mockRejectedValue(new Error('gone'));
  await scene.button('Version 2').click();
  await eventually(() =>
    expect(scene.toasts).toEqual([
      {
        title: 'Error loading version',
        description: 'Could not load version content. Please try again.',
        kind: 'destructive',
      },
    ]),
  );
  read.mockRestore();
  expect(scene.opened).toEqual([]);
});

test('restoring makes the old text current, keeps what nobody had saved, and leads back to the current text', async () => {
  const scene = await panel();
  await scene.button('Restore version 1').click();
  await eventually(() =>
    expect(scene.toasts).toEqual([
      { title: 'Version restored', description: 'The prompt has been updated to the selected version.' },
    ]),
  );
  expect(await scene.current()).toBe('one');
  expect((await scene.texts()).slice(3)).toEqual([
    '4 four: Updated prompt content',
    '5 one: Restored version 1',
  ]);
  expect(scene.opened).toEqual([null]);
});

test('the button that restores keeps the focus', async () => {
  const scene = await panel();
  scene.button('Restore version 1').element().focus();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(scene.toasts).toHaveLength(1));
  await expect.element(scene.button('Restore version 1')).toHaveFocus();
});

test('a restore that is asked for twice at once is made once', async () => {
  const scene = await panel();
  const button = scene.button('Restore version 1').element();
  for (let press = 0; press < 2; press += 1) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await eventually(async () => expect((await scene.texts()).at(-1)).toBe('5 one: Restored version 1'));
  expect(scene.toasts).toHaveLength(1);
});

test('deleting asks first, and leads back to the current text', async () => {
  const scene = await panel();
  await scene.button('Delete version 2').click();
  const question = page.getByRole('alertdialog', { name: 'Delete Version' });
  await expect
    .element(question)
    .toMatchTextContent('Are you sure you want to delete version 2? A copy stays in the Bin for 30 days.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await scene.button('Delete version 2').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await eventually(() =>
    expect(scene.toasts).toEqual([
      expect.objectContaining({
        title: 'Version deleted',
        description: 'The selected version has been deleted.',
        action: { label: 'Undo', run: expect.any(Function) },
      }),
    ]),
  );
  expect(await scene.texts()).toEqual(['1 one: The first', '3 three: The third']);
  expect(scene.opened).toEqual([null]);
});

test('a restore and a deletion that cannot be written say so in their own words', async () => {
  const scene = await panel();
  const refuse = vi.spyOn(scene.library.db, 'write').mockRejectedValue(new Error('no room'));
  const description = 'The browser could not write to this device. Nothing was changed.';
  await scene.button('Restore version 1').click();
  await eventually(() =>
    expect(scene.toasts.at(-1)).toEqual({
      title: 'Failed to restore version',
      description,
      kind: 'destructive',
    }),
  );
  await scene.button('Delete version 1').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() =>
    expect(scene.toasts.at(-1)).toEqual({
      title: 'Failed to delete version',
      description,
      kind: 'destructive',
    }),
  );
  await scene.button('Select').click();
  await scene.box('Version 1').click();
  await scene.button('Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() =>
    expect(scene.toasts.at(-1)).toEqual({
      title: 'Failed to delete versions',
      description,
      kind: 'destructive',
    }),
  );
  refuse.mockRestore();
  expect(scene.opened).toEqual([]);
});

test('two selected versions are compared, the older one first, whichever was selected first', async () => {
  const scene = await panel();
  await scene.button('Select').click();
  await expect.element(scene.button('Compare')).toBeDisabled();
  await scene.box('Version 3').click();
  await expect.element(scene.button('Compare')).toBeDisabled();
  await scene.box('Version 1').click();
  await scene.button('Compare').click();
  expect(scene.compared).toEqual([[versionIds.first, versionIds.third]]);
  await scene.box('Version 2').click();
  await expect.element(scene.button('Compare')).toBeDisabled();
});

test('a version is compared with the current text from its row and from its menu', async () => {
  const scene = await panel();
  await scene.button('Compare version 2 with current').click();
  await page.getByText('Version 1', { exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare with current' }).click();
  await eventually(() =>
    expect(scene.compared).toEqual([
      [versionIds.second, null],
      [versionIds.first, null],
    ]),
  );
});

test('selected versions are deleted together; the current text cannot be selected', async () => {
  const scene = await panel();
  await scene.button('Select').click();
  await expect.element(scene.box('Current Version')).toBeDisabled();
  await expect.element(scene.button('Delete')).toBeDisabled();
  await scene.box('Version 1').click();
  await scene.box('Version 3').click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await scene.button('Delete').click();
  await page
    .getByRole('alertdialog', { name: 'Delete Versions' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await eventually(() =>
    expect(scene.toasts).toMatchObject([
      { title: 'Versions deleted', description: 'Successfully deleted 2 version(s).' },
    ]),
  );
  expect(await scene.texts()).toEqual(['2 two: The second']);
  expect(scene.opened).toEqual([null]);
  await expect.element(scene.button('Select')).toBeVisible();
});

test('versions are selected by the modifiers and keys that select prompts, and come back by one press', async () => {
  const scene = await panel();
  const version = (number: number) => page.getByText(`Version ${number}`, { exact: true });
  const isSelected = (number: number) =>
    expect.poll(() =>
      page
        .getByRole('checkbox', { name: `Version ${number}` })
        .query()
        ?.matches(':checked'),
    );
  await version(3).click({ modifiers: ['ControlOrMeta'] });
  await isSelected(3).toBe(true);
  await expect.element(page.getByRole('checkbox', { name: 'Version 3' })).toHaveFocus();
  expect(scene.opened).toEqual([]);
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await isSelected(2).toBe(true);
  await isSelected(1).toBe(false);
  await userEvent.keyboard('{Control>}a{/Control}');
  await isSelected(1).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(scene.button('Version 2')).toHaveFocus();
  await version(1).click({ modifiers: ['ControlOrMeta'] });
  // By the mouse, and not by an event of the test: the browser ticks a box in its own order.
  await page.getByRole('checkbox', { name: 'Version 2' }).click({ modifiers: ['Shift'] });
  await isSelected(2).toBe(true);
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await versionsOf(scene.library, promptId)).length).toBe(1);
  scene.toasts.at(-1)?.action?.run();
  await expect.poll(async () => (await versionsOf(scene.library, promptId)).length).toBe(3);
});

test('all and none select every version and no version, and done ends selecting', async () => {
  const scene = await panel();
  await scene.button('Select').click();
  await scene.button('All').click();
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await expect.element(scene.box('Current Version')).not.toBeChecked();
  await scene.button('None').click();
  await expect.element(page.getByText('0 selected')).toBeVisible();
  await scene.button('Done').click();
  await expect.element(scene.button('Version 3')).toBeVisible();
  expect(scene.button('All').query()).toBeNull();
});

test('deleting every version at once is refused', async () => {
  const scene = await panel();
  await scene.button('Select').click();
  await scene.button('All').click();
  await scene.button('Delete').click();
  await eventually(() =>
    expect(scene.toasts).toEqual([
      {
        title: 'Cannot delete all versions',
        description: 'You must keep at least one version',
        kind: 'destructive',
      },
    ]),
  );
  expect(page.getByRole('alertdialog').query()).toBeNull();
  expect(await scene.texts()).toHaveLength(3);
});

test('a question that outlives its prompt does nothing', async () => {
  const scene = await panel();
  await scene.button('Delete version 2').click();
  scene.show(null);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() =>
    expect(scene.toasts).toEqual([
      { title: 'Internal error', description: 'No prompt selected', kind: 'destructive' },
    ]),
  );
  expect(await scene.texts()).toHaveLength(3);
});

test('an edited version says so, and an unreviewed conflict too', async () => {
  const scene = await panel({
    prepare: async (library) => {
      await commit(library, 'editVersion', { promptId, id: versionIds.first, content: 'uno', base: 'one' });
      await commit(library, 'setContent', { id: promptId, content: 'vier', base: 'three' });
    },
  });
  await expect.element(scene.row('Version 1')).toMatchTextContent('edited');
  await expect.element(scene.panel).toMatchTextContent('Conflict');
});

test('the keyboard opens, restores and selects', async () => {
  const scene = await panel();
  scene.button('Select').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(scene.box('Version 3')).toBeVisible();
  scene.box('Version 3').element().focus();
  await userEvent.keyboard(' ');
  await expect.element(scene.box('Version 3')).toBeChecked();
  scene.button('Done').element().focus();
  await userEvent.keyboard('{Enter}{Tab}{Tab}{Enter}');
  await eventually(() => expect(scene.opened).toEqual([versionIds.third]));
});

/** Gives the prompt so many versions more, of which every tenth has a description of several lines. */
async function addVersions(library: Library, count: number): Promise<void> {
  const one = await library.db.versions.get(versionIds.third);
  if (one === undefined) throw new Error('There is no version to copy.');
  const rows = Array.from({ length: count }, (_, index) => {
    const version = index + 4;
    const description = version % 10 === 0 ? 'Several lines of words. '.repeat(8) : `Number ${version}`;
    const row = { ...one.row, id: 1000 + version, version, description };
    return { ...one, id: row.id, row };
  });
  await library.db.versions.bulkPut(rows);
}

const many = { prepare: (library: Library) => addVersions(library, 497) };

test('of five hundred versions those in sight are drawn, each with its place among all', async () => {
  const scene = await openPanel(many);
  scenes.push(scene);
  await expect.element(scene.row('Version 500')).toHaveAttribute('aria-posinset', '2');
  await expect.element(scene.row('Version 500')).toHaveAttribute('aria-setsize', '501');
  const rows = scene.panel.getByRole('listitem').elements();
  expect(rows.length).toBeLessThan(30);
  for (const [index, row] of rows.slice(1).entries()) {
    const above = rows[index]?.getBoundingClientRect();
    expect(Math.abs(row.getBoundingClientRect().top - (above?.bottom ?? 0))).toBeLessThan(1);
  }
  const list = scene.panel.getByRole('list').element().parentElement;
  list?.scrollTo({ top: list.scrollHeight });
  await expect.element(scene.button('Version 1')).toBeInTheDocument();
  await expect.element(scene.button('Current Version')).toBeInTheDocument();
});

test('the row with the focus stays drawn wherever a long list is scrolled to', async () => {
  const scene = await openPanel(many);
  scenes.push(scene);
  await expect.element(scene.button('Restore version 499')).toBeVisible();
  scene.button('Restore version 499').element().focus();
  const list = scene.panel.getByRole('list').element().parentElement;
  list?.scrollTo({ top: 20_000 });
  await expect.element(scene.button('Version 495')).not.toBeInTheDocument();
  await expect.element(scene.button('Restore version 499')).toHaveFocus();
});

test('a long list is scrolled to the old version that is open', async () => {
  const scene = await openPanel(many);
  scenes.push(scene);
  await expect.element(scene.button('Version 500')).toBeVisible();
  scene.show(promptId, 1000 + 120);
  await expect.element(scene.button('Version 120')).toBeInViewport();
  await expect.element(scene.button('Version 120')).toHaveAttribute('aria-current', 'true');
});

test('all versions of a long list are selected, those out of sight too', async () => {
  const scene = await openPanel(many);
  scenes.push(scene);
  await scene.button('Select').click();
  await scene.button('All').click();
  await expect.element(page.getByText('500 selected')).toBeVisible();
  await scene.box('Version 499').click();
  await expect.element(page.getByText('499 selected')).toBeVisible();
  await scene.button('Delete').click();
  const question = page.getByRole('alertdialog', { name: 'Delete Versions' });
  await expect.element(question).toMatchTextContent('499 versions');
});

test('the menu of a version opens, restores and deletes it', async () => {
  const scene = await panel();
  const choose = async (version: string, item: string) => {
    await scene.button(version).click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Version 2', 'Open');
  await eventually(() => expect(scene.opened).toEqual([versionIds.second]));
  await choose('Version 1', 'Restore');
  await eventually(async () => expect(await scene.current()).toBe('one'));
  await choose('Version 3', 'Delete');
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('delete version 3?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await scene.button('Select').click();
  await page.getByRole('checkbox', { name: 'Version 2' }).click({ button: 'right' });
  expect(page.getByRole('menu').elements()).toEqual([]);
});
