/**
 * Two devices, one of them with two tabs, write into one prompt for fifteen or fifty rounds at places that a seed
 * chooses, while the network of one or the other comes and goes. What anybody typed is in the text or in a
 * version in the end, and everybody has the same.
 */
import type { Page } from '@playwright/test';
import type { Device } from '../stage/device.ts';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  promptContent,
  signIn,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  typeAtEnd,
} from '../stage/workspace.ts';
import { testRun } from '../test-run.ts';

test.use({ serviceWorkers: 'allow' });

const rounds = testRun.isFull ? 50 : 15;
const seed = 20_261_123;
const lines = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];

/** Mulberry32: the same numbers for the same seed. */
function randomOf(first: number): () => number {
  let state = first;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As a person gets there: to the beginning, down some lines, to the line's beginning or end. */
async function typeAt(page: Page, place: { line: number; atEnd: boolean }, words: string) {
  await promptContent(page).focus();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < place.line; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press(place.atEnd ? 'End' : 'Home');
  await page.keyboard.insertText(words);
}

/** Every text that the server has of the prompt: the current one, and those of its versions. */
async function textsOf(page: Page): Promise<string[]> {
  const [project] = await (await page.request.get('/api/projects')).json();
  const [prompt] = await (await page.request.get(`/api/projects/${project.id}/prompts`)).json();
  const versions: { content: string }[] = await (
    await page.request.get(`/api/prompts/${prompt.id}/versions`)
  ).json();
  return [prompt.content, ...versions.map(({ content }) => content)];
}

test(`${rounds} rounds of edits from two devices and two tabs lose not a word`, async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await signUp(laptop.page, person);
  await createProject(laptop.page, 'Shared');
  await createPrompt(laptop.page, 'Brief');
  await typeAtEnd(laptop.page, lines.join('\n'));
  await everythingIsSynced(laptop.page);
  const secondTab = await laptop.context.newPage();
  await secondTab.goto('/');
  await signIn(phone.page, person);
  const writers: { page: Page; device: Device }[] = [
    { page: laptop.page, device: laptop },
    { page: secondTab, device: laptop },
    { page: phone.page, device: phone },
  ];
  for (const { page } of writers.slice(1)) {
    await expandProject(page, 'Shared');
    await openPrompt(page, 'Brief');
    await expect(promptContent(page)).toContainText('theta');
  }

  const random = randomOf(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const offline = new Set<Device>();
  const typed: string[] = [];
  let cuts = 0;
  for (let round = 0; round < rounds; round += 1) {
    const device = random() < 0.5 ? laptop : phone;
    if (offline.has(device) && random() < 0.5) {
      await device.restoreNetwork();
      offline.delete(device);
    } else if (!offline.has(device) && random() < 0.2) {
      await device.cutNetwork();
      offline.add(device);
      cuts += 1;
    }
    // Now and then two write at the same time.
    const first = pick(writers.length);
    const both = random() < 0.4 ? [first, (first + 1) % writers.length] : [first];
    await Promise.all(
      both.map(async (which) => {
        const writer = writers[which];
        if (writer === undefined) throw new Error('nobody writes');
        const word = `<${round}.${which}>`;
        typed.push(word);
        await typeAt(writer.page, { line: pick(lines.length), atEnd: random() < 0.5 }, word);
      }),
    );
  }
  for (const device of offline) await device.restoreNetwork();
  expect(cuts).toBeGreaterThan(3);

  for (const { page } of writers) {
    await syncNow(page);
    await everythingIsSynced(page);
  }
  // What one said last is heard by the others without anybody asking.
  const [head] = await textsOf(phone.page);
  for (const { page } of writers) await expect.poll(() => textOf(page)).toBe(head);
  for (const { page } of writers) await expect(syncStatus(page)).toHaveText('Synced');
  const texts = await textsOf(phone.page);
  expect(texts[0]).toBe(head);
  const lost = typed.filter((word) => !texts.some((text) => text.includes(word)));
  expect(lost).toEqual([]);
  expect(typed.length).toBeGreaterThan(rounds);
});
