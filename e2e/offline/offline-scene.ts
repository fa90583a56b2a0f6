import type { Device } from '../stage/device.ts';
import { expect, type NewDevice } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  promptContent,
  renamePrompt,
  saveVersion,
  signIn,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';

export type Outage = { begin(): Promise<void>; end(): Promise<void> };

const firstWords = 'Be {{voice}}, never "clever".  Ünïcödé, 漢字 and 👩‍🚀 stay whole.';
const moreWords = '\n\n<rules>\n  <one/>\n</rules>\n  ';

export type Stage = { newDevice: NewDevice; person: Person };

/** Writes on a device during an outage: afterwards another device has it, byte for byte. */
export async function reachesAnotherDevice(
  { newDevice, person }: Stage,
  outageOf: (laptop: Device) => Outage,
): Promise<void> {
  const laptop = await newDevice();
  const { page } = laptop;
  await signUp(page, person);
  await createProject(page, 'Field notes');
  await createPrompt(page, 'Draft');
  await everythingIsSynced(page);
  await laptop.appIsKept();

  const outage = outageOf(laptop);
  await outage.begin();
  await typeAtEnd(page, firstWords);
  // At once: what was typed within the last half second has not been saved in the usual way yet.
  await page.reload();
  await workspaceIsOpen(page);
  await expect(syncStatus(page)).toHaveText(/^Offline, \d+ waiting$/);
  await expandProject(page, 'Field notes');
  await openPrompt(page, 'Draft');
  expect(await textOf(page)).toBe(firstWords);

  await typeAtEnd(page, moreWords);
  await renamePrompt(page, 'Draft', 'House style');
  await saveVersion(page, 'Written far from home');
  await expect(syncStatus(page)).toHaveText(/^Offline, \d+ waiting$/);
  const text = firstWords + moreWords;
  expect(await textOf(page)).toBe(text);

  await outage.end();
  await syncNow(page);
  await everythingIsSynced(page);

  const phone = await newDevice();
  await signIn(phone.page, person);
  await expandProject(phone.page, 'Field notes');
  await openPrompt(phone.page, 'House style');
  for (const device of [phone, laptop, phone, laptop]) {
    await expect(promptContent(device.page)).toContainText('</rules>');
    expect(await textOf(device.page)).toBe(text);
    await expect(device.page.getByText('Written far from home')).toBeVisible();
    await device.page.reload();
  }
}
