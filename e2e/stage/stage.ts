/**
 * Gives each end-to-end test a server, a person of its own, and devices that open the app.
 * 1. `test`: the server of the worker. A test changes nothing of it but the library of its own person.
 * 2. `testOnOwnServer`: a server with a data folder of its own, which the test may configure, kill and restore.
 * 3. An error that a page throws and nobody catches, and a line that the server writes to stderr, fail the test
 *    during which it happens.
 */
import {
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type TestInfo,
} from '@playwright/test';
import { type Device, openDevice } from './device.ts';
import { type RealServer, startRealServer } from './real-server.ts';
import { ada, type Person } from './workspace.ts';

type SharedServer = Pick<RealServer, 'origin'>;

type WorkerServer = { readonly running: RealServer; nextPerson(): Person };

type Stage = {
  /** Not registered yet; nobody else on the server has this username. */
  person: Person;
  /** A browser profile of its own, with one tab that has not opened anything yet. */
  newDevice(options?: BrowserContextOptions): Promise<Device>;
};

export type NewDevice = Stage['newDevice'];

type Devices = { browser: Browser; server: SharedServer; serviceWorkers: 'allow' | 'block' };

async function newDevice(
  { browser, server, serviceWorkers }: Devices,
  use: (open: NewDevice) => Promise<void>,
  testInfo: TestInfo,
) {
  const devices: Device[] = [];
  await use(async (options = {}) => {
    const device = await openDevice(browser, { baseURL: server.origin, serviceWorkers, ...options });
    devices.push(device);
    return device;
  });
  for (const [index, device] of devices.entries()) {
    if (testInfo.status !== testInfo.expectedStatus || device.pageErrors.length > 0) {
      await testInfo.attach(`device ${index + 1}`, {
        body: await device.describe(),
        contentType: 'text/plain',
      });
    }
    await device.context.close();
  }
  expect(devices.flatMap((device) => device.pageErrors)).toEqual([]);
}

export const test = base
  .extend<{ server: SharedServer; person: Person }, { workerServer: WorkerServer }>({
    workerServer: [
      async ({ browserName: _browserName }, use) => {
        await using running = await startRealServer();
        let people = 0;
        const nextPerson = () => {
          people += 1;
          return { ...ada, username: `${ada.username}${people}` };
        };
        await use({ running, nextPerson });
        await running.stop();
      },
      { scope: 'worker' },
    ],
    server: async ({ workerServer: { running } }, use, testInfo) => {
      const before = running.complaints().length;
      await use({ origin: running.origin });
      const complaints = running.complaints().slice(before);
      if (complaints !== '') await testInfo.attach('server', { body: complaints, contentType: 'text/plain' });
      expect(complaints, 'the server had nothing to complain about').toBe('');
    },
    person: async ({ workerServer }, use) => use(workerServer.nextPerson()),
  })
  .extend<Pick<Stage, 'newDevice'>>({ newDevice });

export const testOnOwnServer = base
  .extend<{ serverVariables: Record<string, string>; server: RealServer; person: Person }>({
    /** Of the environment of the server. */
    serverVariables: [{}, { option: true }],
    server: async ({ serverVariables }, use, testInfo) => {
      const server = await startRealServer(serverVariables);
      await use(server);
      await server.stop();
      const complaints = server.complaints();
      if (complaints !== '') await testInfo.attach('server', { body: complaints, contentType: 'text/plain' });
      await server[Symbol.asyncDispose]();
      expect(complaints, 'the server had nothing to complain about').toBe('');
    },
    person: async ({ browserName: _browserName }, use) => use(ada),
  })
  .extend<Pick<Stage, 'newDevice'>>({ newDevice });

export { expect };
