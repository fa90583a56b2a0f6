import type { Device } from '../stage/device.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  signIn,
  syncNow,
} from '../stage/workspace.ts';

export async function openElsewhere(
  phone: Device,
  person: Person,
  project: string,
  title: string,
): Promise<void> {
  await signIn(phone.page, person);
  await expandProject(phone.page, project);
  await openPrompt(phone.page, title);
}

/** Connects both, and syncs the first once more, for what the second sent after it. */
export async function bothComeBack(laptop: Device, phone: Device): Promise<void> {
  for (const { page, restoreNetwork } of [laptop, phone, laptop]) {
    await restoreNetwork();
    await syncNow(page);
    await everythingIsSynced(page);
  }
}
