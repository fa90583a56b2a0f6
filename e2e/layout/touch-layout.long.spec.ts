/** Under a finger: what lies where, and that words have room beside what can be pressed. */

import { isAtRest, pressTool } from '../screens/screens.ts';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent } from '../stage/workspace.ts';

// No worker is part of what is tested here.

test('notes and history lie over the text behind tabs, and each can be read', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await openFurnished(page, person);
  await pressTool(page, 'Show Notes');
  const notes = page.getByRole('complementary', { name: 'Notes' });
  await expect(notes.getByText('Ask Grace about the table.')).toBeInViewport({ ratio: 1 });
  await expect(notes.getByText('From before there were dates')).toBeInViewport({ ratio: 1 });
  await pressTool(page, 'Hide Notes');
  await pressTool(page, 'Show Version History');
  const history = page.getByRole('complementary', { name: 'Version History' });
  await expect(history.getByRole('button', { name: 'Current Version' })).toBeInViewport({ ratio: 1 });
  await pressTool(page, 'Show Notes');
  await page.getByRole('tab', { name: 'Version History' }).tap();
  await expect(history.getByRole('button', { name: 'Current Version' })).toBeInViewport({ ratio: 1 });
});

test('an old version that is opened on a tablet or a phone can be read, and the tools that wait are one press away', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({
    viewport: { width: 768, height: 1024 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await openFurnished(page, person);
  const history = page.getByRole('heading', { name: 'Version History' });
  const isOnTop = () =>
    promptContent(page).evaluate((text) => {
      const { left, right, top } = text.getBoundingClientRect();
      const points = [left + 8, (left + right) / 2, right - 24].map((x) =>
        document.elementFromPoint(x, top + 24),
      );
      return points.every((hit) => text.contains(hit));
    });
  for (const [version, width] of [
    ['Version 1', 768],
    ['Current Version', 768],
    ['Version 2', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: 'Show Version History' }).tap();
    await page.getByRole('button', { name: version, exact: true }).tap();
    await expect(history).not.toBeVisible();
    await expect.poll(isOnTop).toBe(true);
  }
  await expect(page.getByText('Viewing Version 2')).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copy to Clipboard' });
  await expect(copy).not.toBeVisible();
  await pressTool(page, 'Copy to Clipboard');
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  await expect(page.getByRole('button', { name: 'More tools', expanded: true })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 768 });
  await expect(history).toBeVisible();
});

test('a dialog of a panel stays open, with what was typed in it, where a turned tablet has less room', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({
    viewport: { width: 1280, height: 900 },
    hasTouch: true,
    isMobile: true,
  });
  await openFurnished(page, person);
  await pressTool(page, 'Show Variables');
  await page.getByRole('button', { name: 'Value set actions' }).tap();
  await page.getByRole('menuitem', { name: 'New value set' }).tap();
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await name.fill('Acme');
  await page.setViewportSize({ width: 768, height: 1024 });
  await isAtRest(page);
  await expect(page.locator('.editor-veil')).toBeAttached();
  await expect(name).toHaveValue('Acme');
  await expect(name).toBeFocused();
});
