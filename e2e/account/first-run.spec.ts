/** Tests what a person with an empty library is offered, and how they find out whether they can fly. */
import { expect, test } from '../stage/stage.ts';
import { chooseOfLibrary, everythingIsSynced, promptContent, signUp, treeItem } from '../stage/workspace.ts';

test('a sample shows what the app can do, and goes at one press while nobody wrote in it', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await expect(page.getByText(/^Works offline:/)).toBeVisible();
  await expect(page.getByText(/^Keeps every version:/)).toBeVisible();
  await expect(page.getByText(/^Loses nothing:/)).toBeVisible();
  await page.getByRole('button', { name: 'Try a sample project' }).click();
  await expect(promptContent(page)).toContainText('Quote the passage that you rely on.');
  await expect(treeItem(page, 'Summarise a thread')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the sample project' }).click();
  await expect(page.getByRole('button', { name: 'Try a sample project' })).toBeVisible();
  await expect(treeItem(page, 'Sample project')).toHaveCount(0);
  await everythingIsSynced(page);
});

test('an empty workspace starts without the panels, and nothing in it moves once it is there', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await everythingIsSynced(page);
  await page.addInitScript(recordMoves);
  await page.reload();
  await expect(page.getByText(/^Loses nothing:/)).toBeVisible();
  await everythingIsSynced(page);
  expect(await page.evaluate('movesOfMain')).toEqual([]);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  expect(loaded).toContainEqual(expect.stringMatching(/\/workspace-.*\.js$/));
  expect(loaded.filter((path) => /\/panels-/.test(path))).toEqual([]);
});

/** Runs in the page: records what moves in the place of the open prompt. */
function recordMoves(): void {
  const moves: string[] = [];
  Object.assign(globalThis, { movesOfMain: moves });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      for (const { node } of sources) {
        if (node instanceof HTMLElement && node.closest('main')) moves.push(node.className);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

test('after the first project the keyboard goes on in the sidebar', async ({ newDevice, person }) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await page.getByRole('button', { name: 'Create a project' }).click();
  await page.getByLabel('Project Name').fill('Letters');
  await page.keyboard.press('Enter');
  await expect(treeItem(page, 'Letters')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Projects and prompts' }).locator(':focus'),
  ).toBeVisible();
});

test('a library is imported from the empty workspace, and the menu of the library says whether one can fly', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
  await expect(dialog.getByRole('button', { name: 'Choose files...' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await chooseOfLibrary(page, 'Available offline');
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  await expect(centre.getByRole('heading', { name: 'Ready for offline' })).toBeVisible();
});
