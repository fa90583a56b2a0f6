import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { openLibraryScene } from '../open-library-scene.tsx';

const { open } = openLibraryScene();
const dialog = page.getByRole('dialog', { name: 'Use in code' });
const program = dialog.getByRole('region', { name: 'Program' });

async function shows(part: string | RegExp): Promise<void> {
  await expect.poll(() => program.query()?.textContent ?? '').toMatch(part);
}

async function showPrograms(prompt: string): Promise<void> {
  const menu = page.getByRole('button', { name: `Prompt menu of ${prompt}`, exact: true });
  await page.getByRole('treeitem').filter({ has: menu }).hover();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Use in code...' }).click();
}

test('the menu of a prompt shows programs that read it, at what is chosen, in each language and by ids', async () => {
  const { library } = await open();
  const versionId = 31;
  await commit(library, 'saveVersion', { promptId: 13, id: versionId, content: 'one', description: 'First' });
  const moved = { label: 'production', versionId, from: null, device: '' };
  await commit(library, 'setAttributes', { id: 13, labels: [moved] });
  await showPrograms('Congratulate');
  const server = 'https://promptory.example/api/pull/';
  await shows(`${server}Letters/Congratulate?label=production&format=text`);
  await shows('curl');
  await dialog.getByRole('combobox', { name: 'Text to read' }).selectOptions('Version 1');
  await dialog.getByRole('combobox', { name: 'Programming language' }).selectOptions('Python');
  await shows(`URL = "${server}Letters/Congratulate?version=1&format=text"`);
  await dialog.getByRole('combobox', { name: 'Text to read' }).selectOptions('Current text');
  await dialog.getByRole('checkbox', { name: /Use ids/ }).click();
  await shows(/api\/pull\/\d+\/13\?format=text/);
});

test('the menu of a version offers the label that is on it, and the version where none is', async () => {
  const { library } = await open();
  for (const id of [31, 32])
    await commit(library, 'saveVersion', {
      promptId: 13,
      id,
      content: `text ${id}`,
      description: `From ${id}`,
    });
  const moved = { label: 'staging', versionId: 32, from: null, device: '' };
  await commit(library, 'setAttributes', { id: 13, labels: [moved] });
  await page.getByRole('treeitem', { name: 'Congratulate' }).click();
  const history = page.getByRole('complementary', { name: 'Version History' });
  for (const [name, address] of [
    ['Version 2', 'label=staging'],
    ['Version 1', 'version=1'],
  ] as const) {
    await history.getByRole('button', { name, exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Use in code...' }).click();
    await shows(`Congratulate?${address}&format=text`);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  }
});

test('a program reads the settings too where the chosen text has any', async () => {
  const { library } = await open();
  await commit(library, 'saveVersion', { promptId: 13, id: 31, content: 'one', description: 'First' });
  await commit(library, 'saveVersion', {
    ...{ promptId: 13, id: 32, content: 'two', description: 'Second' },
    settings: { temperature: 0.2, model: 'small' },
  });
  await showPrograms('Congratulate');
  const read = dialog.getByRole('combobox', { name: 'Text to read' });
  await read.selectOptions('Version 2');
  await shows(/version=2&format=json/);
  await shows('as JSON, with its settings: model, temperature.');
  await dialog.getByRole('combobox', { name: 'Programming language' }).selectOptions('Python');
  await shows('# Settings that are sent with the text: model, temperature.');
  await read.selectOptions('Version 1');
  await shows(/version=1&format=text/);
  await read.selectOptions('latest');
  await shows(/label=latest&format=json/);
});

test('a prompt whose name cannot stand in an address is read by its ids', async () => {
  const { library } = await open();
  await commit(library, 'updatePrompt', { id: 13, title: 'and/or' });
  await showPrograms('and/or');
  await expect.element(dialog.getByRole('checkbox', { name: /Ids are used/ })).toBeDisabled();
  await shows(/api\/pull\/\d+\/13\?format=text/);
});
