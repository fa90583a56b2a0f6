/** The languages of the screens, and their directions; `every-screen.long.spec.ts` walks over all of them in a pseudo-language. */
import type { Locator } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent, registerByRequest, treeItem } from '../stage/workspace.ts';

// No worker is part of what is tested here.

test('what floats has the direction of the page, and a text its own', async ({ newDevice, person }) => {
  const { page } = await newDevice({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('language', 'ar-XB'));
  const content = 'Be brief.\n\n```\nreturn 1;\n```\n\n- One\n\nאבג';
  await openWithPrompt(page, person, { project: 'Letters', title: 'Brief', content });
  const direction = (element: Locator) => element.evaluate((drawn) => getComputedStyle(drawn).direction);
  const line = (text: string) => promptContent(page).getByText(text, { exact: true });

  await test.step('the source', async () => {
    const [first, code, hebrew] = await Promise.all(
      ['Be brief.', 'return 1;', 'אבג'].map((text) => direction(line(text))),
    );
    expect([first, code, hebrew]).toEqual(['ltr', 'ltr', 'rtl']);
  });

  await test.step('the names of a prompt, which are cut at their ends', async () => {
    expect(await direction(treeItem(page, 'Brief').getByText('Brief'))).toBe('ltr');
    expect(await direction(page.getByRole('tab').getByText('Brief'))).toBe('ltr');
  });

  await test.step('a menu', async () => {
    await page.getByRole('button', { name: /^Account menu/ }).click();
    expect(await direction(page.getByRole('menu'))).toBe('rtl');
    await page.getByRole('menuitem', { name: 'Preferences' }).click();
  });

  await test.step('a dialog', async () => {
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await direction(page.getByRole('dialog'))).toBe('rtl');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a switch, whose knob stays within it', async () => {
    await treeItem(page, 'Resources').focus();
    await page.keyboard.press('ContextMenu');
    await page.getByRole('menuitem', { name: 'Offline files...' }).click();
    const control = page.getByRole('switch');
    await control.click();
    await expect(control).toBeChecked();
    const dialog = page.getByRole('dialog');
    const [track, knob] = [
      dialog.locator('.chakra-switch__control'),
      dialog.locator('.chakra-switch__thumb'),
    ];
    const knobIsAtItsEnd = async () => {
      const [around, inside] = [await track.boundingBox(), await knob.boundingBox()];
      if (around === null || inside === null) return 'not drawn';
      const [left, right] = [inside.x - around.x, around.x + around.width - inside.x - inside.width];
      return left >= 0 && right >= around.width / 3;
    };
    await expect.poll(knobIsAtItsEnd).toBe(true);
    await page.keyboard.press('Escape');
  });

  await test.step('the rendered text', async () => {
    await page.getByRole('button', { name: 'Switch to View mode' }).click();
    expect(await direction(page.getByRole('listitem').filter({ hasText: 'One' }))).toBe('ltr');
  });
});

test('the screens are German, and another language keeps what was typed a moment before', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({ locale: 'de-AT' });
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await registerByRequest(page, person);
  await page.goto('/');
  await page.getByRole('button', { name: 'Neues Projekt' }).first().click();
  await page.getByLabel('Projektname').fill('Briefe');
  await page.getByRole('button', { name: 'Projekt anlegen' }).click();
  await page.getByRole('button', { name: 'Neuer Prompt' }).first().click();
  await page.getByLabel('Prompt-Titel').fill('Absage');
  await page.getByRole('button', { name: 'Prompt anlegen' }).click();
  await page.getByRole('textbox', { name: 'Text des Prompts' }).pressSequentially('Guten Tag');
  await page.getByRole('button', { name: /^Kontomenü von/ }).click();
  await page.getByRole('menuitem', { name: 'Vorlieben' }).click();
  await page.getByLabel('Sprache').selectOption('English');
  // The preferences are open again in the other language.
  await page.getByRole('dialog', { name: 'Preferences' }).getByRole('button', { name: 'Close' }).click();
  await expect(promptContent(page)).toHaveText('Guten Tag');
  await expect(page.getByRole('button', { name: 'New Prompt' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
});
