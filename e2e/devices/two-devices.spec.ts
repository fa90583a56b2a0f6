/** Two devices of one person, or of two who share an account: both wrote, and nothing of either is lost. */
import { expect, test } from '../stage/stage.ts';
import { promptContent, textOf, typeAtEnd, typeAtStart } from '../stage/workspace.ts';
import { bothAtTheSameText, bothComeBack } from './two-devices-scene.ts';

test('edits of different paragraphs, both made offline, end up on both devices', async ({
  newDevice,
  person,
}) => {
  const offline = { serviceWorkers: 'allow' } as const;
  const [laptop, phone] = [await newDevice(offline), await newDevice(offline)];
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
  // In one go: a pause between two keys would make two steps of it.
  await promptContent(laptop.page).press('Control+Home');
  await laptop.page.keyboard.insertText('mine ');
  await expect.poll(() => textOf(phone.page)).toBe('mine a\nb');
  await typeAtEnd(phone.page, '\nTHEIRS');
  await expect.poll(() => textOf(laptop.page)).toBe('mine a\nb\nTHEIRS');

  await promptContent(laptop.page).press('ControlOrMeta+z');
  for (const { page } of [laptop, phone]) await expect.poll(() => textOf(page)).toBe('a\nb\nTHEIRS');
  await promptContent(laptop.page).press('ControlOrMeta+Shift+z');
  for (const { page } of [laptop, phone]) await expect.poll(() => textOf(page)).toBe('mine a\nb\nTHEIRS');
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
