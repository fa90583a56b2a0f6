/**
 * What an end-to-end test is given: a real server with a data folder of its own, and devices that open its
 * app. Whatever a page throws and nobody catches fails the test that it happened in.
 */
import { type BrowserContextOptions, test as base, expect } from '@playwright/test';
import { type Device, openDevice } from './device.ts';
import { type RealServer, startRealServer } from './real-server.ts';

export type Stage = {
  /** Of the environment of the server. */
  serverVariables: Record<string, string>;
  server: RealServer;
  /** A browser profile of its own, with one tab that has not opened anything yet. */
  newDevice(options?: BrowserContextOptions): Promise<Device>;
};

export const test = base.extend<Stage>({
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
  newDevice: async ({ browser, server }, use) => {
    const devices: Device[] = [];
    await use(async (options = {}) => {
      const device = await openDevice(browser, { baseURL: server.origin, ...options });
      devices.push(device);
      return device;
    });
    for (const device of devices) await device.context.close();
    expect(devices.flatMap((device) => device.pageErrors)).toEqual([]);
  },
});

export { expect };
