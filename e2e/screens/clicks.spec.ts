/** Counts the presses of the mouse that common tasks take, by the shortest way that the screens show. */
import type { Locator, Page } from '@playwright/test';
import { furnish } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent, registerByRequest, treeItem, workspaceIsOpen } from '../stage/workspace.ts';
import { expectToast, press } from './screens.ts';

const tenTitles = Array.from({ length: 10 }, (_, at) => `Review ${at + 10}`);

/** Adds a project without prompts, ten prompts to the first one, and two value sets to the prompt that is open. */
async function furnishMore(page: Page): Promise<void> {
  const send = async (method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(path, { method, data });
    expect(answer.ok(), `${method} ${path}`).toBe(true);
    return answer.json();
  };
  await send('POST', '/api/projects', { name: 'Archive', color: 'red' });
  const { prompts } = await send('GET', '/api/search?q=Code+reviewer');
  const [{ id, projectId }] = prompts;
  for (const title of tenTitles) await send('POST', '/api/prompts', { title, content: '', projectId });
  const valueSets = ['Acme', 'Globex'].map((name, at) => ({ id: at + 1, name, values: { language: name } }));
  await send('PATCH', `/api/prompts/${id}/attributes`, { valueSets });
}

/** A person's hands: what the mouse presses is counted, keys are not. */
function counting(page: Page) {
  let presses = 0;
  return {
    async click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> {
      presses += 1;
      await target.click(options);
    },
    async drag(from: Locator, to: Locator): Promise<void> {
      presses += 1;
      await from.dragTo(to);
    },
    /** One press opens the list, which is the browser's own, and one chooses: a page sees neither. */
    async choose(list: Locator, option: string): Promise<void> {
      presses += 2;
      await list.selectOption(option);
    },
    press: (keys: string) => page.keyboard.press(keys),
    type: (words: string) => page.keyboard.type(words),
    /** Returns how many there were since the last call. */
    presses(): number {
      const taken = presses;
      presses = 0;
      return taken;
    },
  };
}

test('common tasks take few presses of the mouse', async ({ newDevice, person }) => {
  const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
  await registerByRequest(page, person);
  await furnish(page);
  await furnishMore(page);
  await page.goto('/');
  await workspaceIsOpen(page);
  await expect(promptContent(page)).toBeVisible();
  const hand = counting(page);
  const task = (name: string, presses: number, run: () => Promise<void>) =>
    test.step(name, async () => {
      await run();
      expect(hand.presses(), name).toBe(presses);
    });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const versions = page.getByRole('complementary', { name: 'Version History' });
  const comparison = page.getByRole('dialog', { name: 'Compare' });
  const variables = page.getByRole('complementary', { name: 'Variables' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const promptsOf = (project: string) => treeItem(page, project).getAttribute('aria-description');

  await task('a new prompt in this project', 1, async () => {
    await hand.click(page.getByRole('navigation').getByRole('button', { name: 'New Prompt' }));
    await expect(page.getByLabel('Prompt Title')).toBeFocused();
    await hand.type('Checklist');
    await hand.press('Enter');
    await expect(page.getByRole('tab', { name: 'Checklist', selected: true })).toBeVisible();
    await expect(promptContent(page)).toBeFocused();
  });

  await task('a prompt whose name one knows', 0, async () => {
    await hand.press('Control+k');
    await hand.type('code rev');
    await hand.press('Enter');
    await expect(page.getByRole('tab', { name: 'Code reviewer', selected: true })).toBeVisible();
    await expect(promptContent(page)).toBeFocused();
  });

  await task('a text by words inside of it, and their place', 1, async () => {
    await hand.press('Control+Shift+F');
    await hand.type('severity stop');
    const found = page.getByRole('option', { name: /^Code reviewer/ });
    // The results of the words before the last are shown until then.
    await expect(found.locator('mark', { hasText: 'stop' })).toBeVisible();
    await hand.click(found);
    const find = page.getByRole('region', { name: 'Find in the text' });
    await expect(find.getByRole('status')).toHaveText('1 of 2');
    await expect(promptContent(page)).toBeFocused();
  });

  await task('a version of what was typed', 0, async () => {
    await hand.press('Control+End');
    await hand.type(' and a word');
    await hand.press('Control+Shift+S');
    await expect(page.getByLabel('Version Description')).toBeFocused();
    await hand.type('With a word');
    await hand.press('Enter');
    await expect(versions.getByText('With a word')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await task('the newest version against the current text', 1, async () => {
    await promptContent(page).focus();
    await hand.press('Control+End');
    await hand.type(' more');
    await hand.click(button('Compare version 4 with current'));
    await expect(comparison.getByText('Current text')).toBeVisible();
    await hand.press('Escape');
    await expect(comparison).toBeHidden();
  });

  await task('any two versions', 2, async () => {
    await hand.click(button('Compare version 1 with current'));
    await hand.click(comparison.getByRole('button', { name: /^Second text/ }));
    await hand.type('3');
    await hand.press('Enter');
    await expect(
      comparison.getByRole('region', { name: 'Differences between Version 1 and Version 3' }),
    ).toBeVisible();
  });

  await task('and the next one', 1, async () => {
    await hand.click(comparison.getByRole('button', { name: /^Second text/ }));
    await hand.type('2');
    await hand.press('Enter');
    await expect(
      comparison.getByRole('region', { name: 'Differences between Version 1 and Version 2' }),
    ).toBeVisible();
    await hand.press('Escape');
    await expect(comparison).toBeHidden();
    // The button that has the focus again shows its tooltip, as keys led there.
    await promptContent(page).focus();
  });

  // One more than the label: a version has no room for a button of each.
  await task('a label on another version', 2, async () => {
    await hand.click(button('Labels of version 2'));
    await hand.click(page.getByRole('menuitemcheckbox', { name: /^production/ }));
    await expect(versions.getByText('production', { exact: true })).toBeVisible();
    await hand.press('Escape');
  });

  await task('filled in and copied', 3, async () => {
    await hand.click(button('Show Variables'));
    await hand.click(variables.getByRole('textbox', { name: 'language', exact: true }));
    await hand.press('Control+a');
    await hand.type('Rust');
    await hand.click(variables.getByRole('button', { name: 'Copy filled' }));
    await expect.poll(copied).toContain('reviewer of Rust code');
  });

  await task('and copied again', 1, async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await hand.click(variables.getByRole('button', { name: 'Copy filled' }));
    await expect.poll(copied).toContain('reviewer of Rust code');
  });

  // One more than the set: the list of the sets opens first.
  await task('filled in with another value set and copied', 3, async () => {
    await hand.choose(variables.getByRole('combobox', { name: 'Value set' }), 'Globex');
    await hand.click(variables.getByRole('button', { name: 'Copy filled' }));
    await expect.poll(copied).toContain('reviewer of Globex code');
  });

  // One more than menu and entry: Enter in the list of projects does not answer the question, its button does.
  await task('a prompt in another project, by its menu', 3, async () => {
    await treeItem(page, 'Summary').hover();
    await hand.click(button('Prompt menu of Summary'));
    await hand.click(page.getByRole('menuitem', { name: 'Move to project...' }));
    const project = page.getByRole('dialog').getByRole('combobox', { name: 'Project' });
    await expect(project).toBeFocused();
    await hand.type('L');
    await expect(project.getByRole('option', { selected: true })).toHaveText('Letters');
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }));
    await expect.poll(() => promptsOf('Letters')).toBe('2 prompts');
  });

  await task('a prompt in another project, by a drag', 1, async () => {
    await hand.drag(treeItem(page, 'Checklist'), treeItem(page, 'Archive'));
    await expect.poll(() => promptsOf('Archive')).toBe('1 prompt');
  });

  await task('a tag on ten prompts', 3, async () => {
    const [first = '', last = ''] = [tenTitles[0], tenTitles.at(-1)];
    await hand.click(treeItem(page, first), { modifiers: ['ControlOrMeta'] });
    await hand.click(treeItem(page, last), { modifiers: ['Shift'] });
    await hand.click(
      page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Tags...' }),
    );
    await expect(page.getByRole('combobox', { name: 'Add to all of them' })).toBeFocused();
    await hand.type('team');
    await hand.press('Enter');
    await expectToast(page, 'Tags of 10 prompts changed');
    await press(page, 'End selection');
  });

  await task('a prompt deleted', 2, async () => {
    await hand.click(treeItem(page, 'Review 12'));
    await hand.press('Delete');
    await hand.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
    await expect(treeItem(page, 'Review 12')).toBeHidden();
  });

  await task('and restored', 1, async () => {
    await hand.click(page.getByText('Undo', { exact: true }));
    await expect(treeItem(page, 'Review 12')).toBeVisible();
  });
});
