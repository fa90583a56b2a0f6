/** Two devices of one person, or of two who share an account: both wrote, and nothing of either is lost. */
import type { Device } from './device.ts';
import { openWithPrompt } from './furnished.ts';
import { expect, test } from './stage.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  promptContent,
  replaceWord,
  signIn,
  syncNow,
  textOf,
  typeAtEnd,
  typeAtStart,
} from './workspace.ts';

/** Both have the same prompt open, with the same text. */
async function bothAtTheSameText(scene: { laptop: Device; phone: Device; person: Person; text: string }) {
  const { laptop, phone, person, text } = scene;
  await openWithPrompt(laptop.page, person, { project: 'Shared', title: 'Brief', content: text });
  await signIn(phone.page, person);
  await expandProject(phone.page, 'Shared');
  await openPrompt(phone.page, 'Brief');
  await expect.poll(() => textOf(phone.page)).toBe(text);
}

async function bothComeBack(devices: readonly Device[]) {
  for (const device of devices) {
    await device.restoreNetwork();
    await syncNow(device.page);
    await everythingIsSynced(device.page);
  }
}

test('edits of different paragraphs, both made offline, end up on both devices', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await bothAtTheSameText({ laptop, phone, person, text: 'Say hello.\n\nAsk one question.\n\nSay goodbye.' });
  await laptop.cutNetwork();
  await phone.cutNetwork();

  await typeAtStart(laptop.page, 'First of all: ');
  await typeAtEnd(phone.page, '\nAnd smile.');
  await bothComeBack([laptop, phone]);

  const both = 'First of all: Say hello.\n\nAsk one question.\n\nSay goodbye.\nAnd smile.';
  for (const device of [laptop, phone]) {
    await expect.poll(() => textOf(device.page)).toBe(both);
    await device.page.reload();
    await expect.poll(() => textOf(device.page)).toBe(both);
  }
});

test('undo takes out what was typed here, and leaves what another device wrote beside it', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await bothAtTheSameText({ laptop, phone, person, text: 'a\nb' });
  await typeAtStart(laptop.page, 'mine ');
  await expect.poll(() => textOf(phone.page)).toBe('mine a\nb');
  await typeAtEnd(phone.page, '\nTHEIRS');
  await expect.poll(() => textOf(laptop.page)).toBe('mine a\nb\nTHEIRS');

  await promptContent(laptop.page).press('ControlOrMeta+z');
  for (const { page } of [laptop, phone]) await expect.poll(() => textOf(page)).toBe('a\nb\nTHEIRS');
  await promptContent(laptop.page).press('ControlOrMeta+Shift+z');
  for (const { page } of [laptop, phone]) await expect.poll(() => textOf(page)).toBe('mine a\nb\nTHEIRS');
});

test('where both changed the same word, one text stands and the other is kept in full', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await bothAtTheSameText({ laptop, phone, person, text: 'Answer in a calm voice.' });
  await laptop.cutNetwork();
  await phone.cutNetwork();

  for (const [device, word] of [
    [laptop, 'bold'],
    [phone, 'dry'],
  ] as const) {
    await replaceWord(device.page, { before: 'Answer in a ', word: 'calm', by: word });
  }
  await bothComeBack([laptop, phone]);

  const [bold, dry] = ['Answer in a bold voice.', 'Answer in a dry voice.'];
  const banner = 'One text is current; the other one is kept in full as Version 1, “Conflicting edit from ';
  for (const { page } of [phone, laptop]) {
    await expect.poll(() => textOf(page)).toBe(dry);
    await expect(page.getByRole('complementary', { name: 'Conflicting edit' })).toContainText(banner);
    await expect(page.getByText(/^Conflicting edit from /)).toBeVisible();
  }
  const [project] = await (await phone.page.request.get('/api/projects')).json();
  const [prompt] = await (await phone.page.request.get(`/api/projects/${project.id}/prompts`)).json();
  expect(prompt.content).toBe(dry);
  const versions = await (await phone.page.request.get(`/api/prompts/${prompt.id}/versions`)).json();
  expect(versions).toEqual([expect.objectContaining({ version: 1, content: bold })]);

  // The one whose text was displaced takes it up again: no text disappears, and the banner goes everywhere.
  await laptop.page.getByRole('button', { name: 'Review', exact: true }).click();
  await laptop.page.getByRole('radio', { name: /^Kept text from .+ bold$/ }).check();
  await laptop.page.getByRole('button', { name: 'Use the result' }).click();
  await expect.poll(() => textOf(laptop.page)).toBe(bold);
  for (const device of [laptop, phone]) {
    await syncNow(device.page);
    await everythingIsSynced(device.page);
    await expect.poll(() => textOf(device.page)).toBe(bold);
    await expect(device.page.getByRole('complementary', { name: 'Conflicting edit' })).toBeHidden();
  }
  const reviewed = await (await phone.page.request.get(`/api/prompts/${prompt.id}/versions`)).json();
  expect(reviewed).toMatchObject([
    { version: 2, content: dry, conflict: null },
    { version: 1, content: bold, conflict: 'reviewed' },
  ]);
});

test('what is typed on one device appears on another that has the same prompt open', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await bothAtTheSameText({ laptop, phone, person, text: 'One.' });
  await typeAtEnd(laptop.page, ' Two.');
  await expect(promptContent(phone.page)).toHaveText('One. Two.');
  await typeAtEnd(phone.page, ' Three.');
  await expect(promptContent(laptop.page)).toHaveText('One. Two. Three.');
});
