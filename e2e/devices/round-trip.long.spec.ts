/** Tests that text pasted or typed on one device is read on another, to the code unit. */
import type { Page } from '@playwright/test';
import { anyText, largeText } from '../simulation/any-text.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { expect, test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  promptContent,
  registerByRequest,
  signIn,
  textOf,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import { testRun } from '../test-run.ts';

// No worker is part of what is tested here.

const seed = 11_212_026;
/** The simulation sends thousands; these go through the clipboard and the editor. */
const pasted = testRun.isFull ? 36 : 18;

const titleOf = (at: number) => `Text ${String(at).padStart(2, '0')}`;

async function openEmptyPrompts(page: Page, person: Person, count: number): Promise<void> {
  const send = async (path: string, data: object) => (await page.request.post(path, { data })).json();
  await registerByRequest(page, person);
  const { id } = await send('/api/projects', { name: 'Round trip' });
  for (let at = 0; at < count; at += 1) {
    await send('/api/prompts', { title: titleOf(at), content: '', projectId: id });
  }
  await page.goto('/');
  await workspaceIsOpen(page);
  await expandProject(page, 'Round trip');
}

/** Builds the clipboard's content as the browser hands it to the page. */
async function paste(page: Page, text: string): Promise<void> {
  await promptContent(page).focus();
  await promptContent(page).evaluate((element, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Lists code units, so that a failure shows the place of a difference, however a font draws it. */
const unitsOf = (text: string) =>
  Array.from(text, (character) => character.codePointAt(0)?.toString(16)).join(' ');

test('texts of every kind that are pasted arrive on a second device as they were', async ({
  newDevice,
  person,
}) => {
  const random = seededRandom(seed);
  const texts = Array.from({ length: pasted }, () => anyText(random, 40));
  texts.push(largeText(random, 144 * 1024));
  const { page } = await newDevice({ viewport: { width: 1280, height: 2200 } });
  await openEmptyPrompts(page, person, texts.length);
  for (const [at, text] of texts.entries()) {
    await openPrompt(page, titleOf(at));
    await expect(promptContent(page)).toHaveText('');
    await paste(page, text);
  }
  await everythingIsSynced(page);

  const second = await newDevice({ viewport: { width: 1280, height: 2200 } });
  await signIn(second.page, person);
  await expandProject(second.page, 'Round trip');
  const { prompts } = await (await page.request.get('/api/search?q=Text')).json();
  const stored = new Map(
    prompts.map(({ title, content }: { title: string; content: string }) => [title, content]),
  );
  for (const [at, text] of texts.entries()) {
    expect(unitsOf(String(stored.get(titleOf(at)))), `${titleOf(at)} on the server`).toBe(unitsOf(text));
    await openPrompt(second.page, titleOf(at));
    expect(unitsOf(await textOf(second.page)), `${titleOf(at)} on the second device`).toBe(unitsOf(text));
  }
});

test('what is typed key by key arrives on a second device as it was', async ({ newDevice, person }) => {
  const typed = [
    'Plain words, and  two spaces.  ',
    'Ünïcödé, 漢字, עברית, العربية, हिन्दी and 👩‍🚀 👨‍👩‍👧‍👦 e\u0301',
    '- one\n- two\n\n\n```\ncode {x}\n```\n   ',
    '<rules>\n  <rule id="1">Say {{name}}</rule>\n</rules>\n',
  ];
  const { page } = await newDevice();
  await openEmptyPrompts(page, person, typed.length);
  for (const [at, text] of typed.entries()) {
    await openPrompt(page, titleOf(at));
    await promptContent(page).focus();
    // A new line begins where Home is: what the editor indents by itself is not what is tested.
    for (const [line, words] of text.split('\n').entries()) {
      if (line > 0) await page.keyboard.insertText('\n');
      await page.keyboard.type(words);
    }
  }
  await everythingIsSynced(page);
  const second = await newDevice();
  await signIn(second.page, person);
  await expandProject(second.page, 'Round trip');
  for (const [at, text] of typed.entries()) {
    await openPrompt(second.page, titleOf(at));
    expect(unitsOf(await textOf(second.page))).toBe(unitsOf(text));
  }
});
