/** Under a finger: what lies where, and that words have room beside what can be pressed. */
import type { Locator, Page } from '@playwright/test';
import { screenWindows } from '../screens/screen-groups.ts';
import { isAtRest, pressTool, showProjects } from '../screens/screens.ts';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent, treeItem } from '../stage/workspace.ts';

// No worker is part of what is tested here.

const touched = screenWindows.filter(({ touch }) => touch);

async function topOf(part: Locator): Promise<number> {
  return part.evaluate((element) => element.getBoundingClientRect().top);
}

async function leftOf(part: Locator): Promise<number> {
  return part.evaluate((element) => element.getBoundingClientRect().left);
}

/** Returns the left edge of the icon that the style sheet draws in the middle of a button. */
async function leftOfIconIn(button: Locator): Promise<number> {
  return button.evaluate((element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + (width - Number.parseFloat(getComputedStyle(element, '::before').width)) / 2;
  });
}

/** Returns the left edge of the content of an element. */
async function leftOfContent(part: Locator): Promise<number> {
  return part.evaluate(
    (element) =>
      element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingInlineStart),
  );
}

/** Pixels between each of these and the next, from left to right. */
async function gapsBetween(...parts: Locator[]): Promise<number[]> {
  const boxes = await Promise.all(
    parts.map((part) => part.evaluate((element) => element.getBoundingClientRect().toJSON())),
  );
  return boxes.slice(1).map(({ left }, at) => left - boxes[at].right);
}

/** The rules before groups of tools that can be seen, and stand where a row begins. */
async function rulesAtRowStarts(page: Page): Promise<number> {
  return page.getByRole('toolbar', { name: 'Formatting and versions' }).evaluate((toolbar) => {
    const row = toolbar.firstElementChild;
    if (row === null) throw new Error('The toolbar is empty.');
    const isCut = getComputedStyle(row).overflowX === 'clip';
    const start = isCut ? row.getBoundingClientRect().left : 0;
    const first = toolbar.querySelector('button')?.getBoundingClientRect().left ?? 0;
    return [...toolbar.querySelectorAll('.editor-toolbar-group')].filter((group) => {
      const { content, left: offset } = getComputedStyle(group, '::before');
      const { left } = group.getBoundingClientRect();
      return content !== 'none' && left <= first + 1 && left + Number.parseFloat(offset) >= start;
    }).length;
  });
}

test('everything has its place on a tablet, held either way, and on a phone', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({
    viewport: touched[0] ?? null,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await openFurnished(page, person);
  for (const { name, ...size } of touched) {
    await test.step(name, async () => {
      await page.setViewportSize(size);
      await isAtRest(page);
      await everythingHasItsPlace(page);
    });
  }
});

async function everythingHasItsPlace(page: Page): Promise<void> {
  const header = page.locator('.workspace-header');
  const gaps = await gapsBetween(
    header.locator('.workspace-brand'),
    header.locator('.search-field'),
    header.locator('.chakra-badge'),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
  expect(await rulesAtRowStarts(page)).toBe(0);
  const rows = await page
    .getByRole('toolbar', { name: 'Formatting and versions' })
    .getByRole('button')
    .evaluateAll((tools) => new Set(tools.map((tool) => tool.getBoundingClientRect().top)).size);
  expect(rows).toBe(1);
  expect(await topOf(promptContent(page))).toBeLessThanOrEqual(200);

  await showProjects(page);
  await isAtRest(page);
  const folder = treeItem(page, 'Resources');
  const arrow = await leftOf(folder.locator('svg').first());
  expect(arrow).toBeGreaterThan(await leftOfIconIn(treeItem(page, 'Reviews').locator('.tree-toggle')));
  const icon = await leftOf(folder.locator('svg').nth(1));
  expect(icon).toBeCloseTo(await leftOfContent(treeItem(page, 'Code reviewer')), 0);
  const room = await treeItem(page, 'Letters')
    .locator('.tree-name')
    .evaluate((element) => element.clientWidth);
  expect(room).toBeGreaterThanOrEqual(100);
  // A drawer where there is no room for the projects beside the text.
  await page.keyboard.press('Escape');
}

test('a press beside the panels on a phone leads back to the text', async ({ newDevice, person }) => {
  const { page } = await newDevice({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await openFurnished(page, person);
  await pressTool(page, 'Show Notes');
  const notes = page.getByRole('complementary', { name: 'Notes' });
  await expect(notes.getByText('Ask Grace about the table.')).toBeVisible();
  await page.getByRole('button', { name: 'Show Version History' }).click();
  await expect(page.getByRole('heading', { name: 'Version History' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide panels' }).tap({ position: { x: 20, y: 300 } });
  await expect(notes).not.toBeVisible();
  await expect(page.getByRole('heading', { name: 'Version History' })).not.toBeVisible();
  await page.getByRole('textbox', { name: 'Prompt content' }).focus();
  await page.keyboard.type('seen ');
  await expect(page.getByRole('textbox', { name: 'Prompt content' })).toContainText('seen ');
});
