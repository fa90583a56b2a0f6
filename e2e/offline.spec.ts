/**
 * The main job, from a keystroke on one device to the screen of another: nothing that was written is lost
 * while the network is cut, or while the server is gone.
 */
import type { Device } from './device.ts';
import type { RealServer } from './real-server.ts';
import { expect, testOnOwnServer as test } from './stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
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
} from './workspace.ts';

type Outage = { begin(): Promise<void>; end(): Promise<void> };

const outages: Record<string, (stage: { server: RealServer; laptop: Device }) => Outage> = {
  'the network is cut': ({ laptop }) => ({ begin: laptop.cutNetwork, end: laptop.restoreNetwork }),
  'the server is killed': ({ server }) => ({ begin: server.kill, end: server.start }),
};

const firstWords = 'Be {{voice}}, never "clever".  Ünïcödé, 漢字 and 👩‍🚀 stay whole.';
const moreWords = '\n\n<rules>\n  <one/>\n</rules>\n  ';

for (const [name, outageOf] of Object.entries(outages)) {
  test(`what is written while ${name} reaches another device, byte for byte`, async ({
    server,
    newDevice,
    person,
  }) => {
    const laptop = await newDevice();
    const { page } = laptop;
    await signUp(page, person);
    await createProject(page, 'Field notes');
    await createPrompt(page, 'Draft');
    await everythingIsSynced(page);
    await laptop.appIsKept();

    const outage = outageOf({ server, laptop });
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
  });
}
