/**
 * Walks over every screen in a pseudo-language that is written from right to left: no sentence was left out of the
 * catalogue, and what is mirrored is neither cut off nor covered.
 */
import type { Locator, Page } from '@playwright/test';
import { isPseudo } from '#shared/language/pseudo.ts';
import { longTag, longTitle, openWithPrompt, sampleText } from './furnished.ts';
import { cutOff } from './measures.ts';
import { outOfReach } from './reach.ts';
import { expect, test } from './stage.ts';
import { walkScreens } from './walk.ts';
import { promptContent, registerByRequest, treeItem } from './workspace.ts';

// No worker is part of what is tested here.
test.use({ serviceWorkers: 'block' });

/** Texts of the library and its owner, dates, sizes and devices: they are in no catalogue. */
const known = [
  longTitle,
  longTag,
  ...['Promptory', 'Code reviewer', 'Reviews', 'Summary', 'Letters', 'Ada Lovelace', 'Mine.', 'Theirs.'],
  ...['With rules', 'Shorter', 'The first that worked', 'Ask Grace about the table.', 'Draft 3'],
  ...[
    'From before there were dates',
    'For the looks',
    'Conflicting edit from another program',
    'review',
    'production',
    'staging',
    'latest',
  ],
];
const files = /[\w-]+\.(md|json|svg|pdf|txt)/g;
const dates =
  /((Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?[A-Z][a-z]{2,8} \d+, \d{4}( at|,)?( \d+:\d+ [AP]M)?/g;
const sizes = /\d+ Bytes?/g;
const devices = /(Chrome|Firefox)\/\d+( on)? (Linux|Android)/g;
const fileNames = [
  'plan.md',
  'settings-of-the-whole-service.json',
  'logo.svg',
  'contract.pdf',
  'offline.txt',
];
const ownText = [sampleText, ...fileNames, 'a rather long name that has to be cut.txt'].join('\n');

/** Returns the texts, names and descriptions on the page, but for what people write, code and pictures. */
function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elsewhere =
      '[aria-hidden="true"], [data-own-text], .source-editor, .markdown, textarea, pre, code, script, style, kbd, bdi, ' +
      // The parts of a name that was found carry no marks of their own.
      '.filled-text, .palette-title:has(mark)';
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    const texts = [document.title];
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.closest(elsewhere) !== null || !element.checkVisibility()) continue;
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
      }
      for (const name of attributes) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
  });
}

function isEscaped(text: string): boolean {
  const unknown = known.reduce((rest, own) => rest.replaceAll(own, ''), text);
  const rest = [files, dates, sizes, devices].reduce((left, words) => left.replaceAll(words, ''), unknown);
  if (!/\p{L}{2}/u.test(rest) || isPseudo(rest)) return false;
  // A name or a text that was cut is known by its parts.
  return !rest.split('…').every((part) => ownText.includes(part.trim()));
}

test('no sentence of any screen escapes translation, and nothing is lost from right to left', async ({
  newDevice,
  person,
}) => {
  test.setTimeout(15 * 60_000);
  const { page } = await newDevice({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('language', 'ar-XB'));
  const escaped = new Map<string, string>();
  const misfits: string[] = [];
  await walkScreens({
    page,
    person,
    async visit(screen) {
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
      for (const text of await shownTexts(page)) {
        if (isEscaped(text) && !escaped.has(text)) escaped.set(text, screen.name);
      }
      const found = [...(await cutOff(page)), ...(await outOfReach(page))];
      misfits.push(...found.map((misfit) => `${screen.name}: ${misfit}`));
    },
    step: (title, run) => test.step(title, run),
  });
  expect([...escaped].map(([text, screen]) => `${screen}: ${text}`)).toEqual([]);
  expect(misfits).toEqual([]);
});

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
    await expect
      .poll(() => control.evaluate((drawn) => getComputedStyle(drawn, '::before').translate))
      .toBe('-16px');
    await page.keyboard.press('Escape');
  });

  await test.step('the rendered text', async () => {
    await page.getByRole('button', { name: 'Switch to View mode' }).click();
    expect(await direction(page.getByRole('listitem').filter({ hasText: 'One' }))).toBe('ltr');
  });
});

test('the sync chip is read in full on every width, in German as well', async ({ newDevice, person }) => {
  const { page } = await newDevice({ locale: 'de-DE', viewport: { width: 1280, height: 800 } });
  await registerByRequest(page, person);
  await page.goto('/');
  const chip = page.getByRole('status', { name: 'Sync-Status' });
  await expect(chip).toHaveText('Synchron');
  for (const width of [1280, 768, 640, 560, 390, 375]) {
    await page.setViewportSize({ width, height: 400 });
    const hidden = await chip
      .getByText('Synchron')
      .evaluate((words) => words.scrollWidth - words.clientWidth);
    expect(hidden, `at ${width} px`).toBeLessThanOrEqual(0);
  }
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
  await expect(promptContent(page)).toHaveText('Guten Tag');
  await expect(page.getByRole('button', { name: 'New Prompt' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
});
