import type { Device } from '../stage/device.ts';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect } from '../stage/stage.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  signIn,
  syncNow,
  textOf,
} from '../stage/workspace.ts';

/** Both have the same prompt open, with the same text. */
export async function bothAtTheSameText(scene: {
  laptop: Device;
  phone: Device;
  person: Person;
  text: string;
}) {
  const { laptop, phone, person, text } = scene;
  await openWithPrompt(laptop.page, person, { project: 'Shared', title: 'Brief', content: text });
  await signIn(phone.page, person);
  await expandProject(phone.page, 'Shared');
  await openPrompt(phone.page, 'Brief');
  await expect.poll(() => textOf(phone.page)).toBe(text);
}

export async function bothComeBack(devices: readonly Device[]) {
  for (const device of devices) {
    await device.restoreNetwork();
    await syncNow(device.page);
    await everythingIsSynced(device.page);
  }
}
