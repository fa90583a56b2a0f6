/** Two devices of one person, or of two who share an account: both wrote, and nothing of either is lost. */
import { expect, test } from '../stage/stage.ts';
import { everythingIsSynced, replaceWord, syncNow, textOf } from '../stage/workspace.ts';
import { bothAtTheSameText, bothComeBack } from './two-devices-scene.ts';

test.use({ serviceWorkers: 'allow' });

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
