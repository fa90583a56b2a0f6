/** Gives each test of the engines a real server, a person who is not registered yet, and a browser that knows neither. */
import { test as base, expect } from '@playwright/test';
import { type RealServer, startRealServer } from '../stage/real-server.ts';
import { enginePrograms, isEngineName } from './engine-programs.ts';
import { startFirefox } from './firefox.ts';
import { type EngineScreen, screenOf } from './screen.ts';
import type { Engine } from './web-driver.ts';
import { startWebKit } from './webkit.ts';

const starts = { Firefox: startFirefox, WebKit: startWebKit };

export const test = base.extend<{ server: RealServer; app: EngineScreen }, { engine: Engine }>({
  engine: [
    async ({ browserName: _browserName }, use, { project }) => {
      if (!isEngineName(project.name)) throw new Error(`${project.name} is no engine`);
      await using engine = await starts[project.name](enginePrograms()[project.name] ?? '');
      await engine.send({ name: 'resize', width: 1280, height: 900 });
      await use(engine);
    },
    { scope: 'worker' },
  ],
  server: async ({ browserName: _browserName }, use) => {
    // A port of its own is an origin of its own: nothing of the test before is stored under it.
    await using server = await startRealServer();
    await use(server);
    await server.stop();
    expect(server.complaints(), 'the server had nothing to complain about').toBe('');
  },
  app: async ({ engine, server }, use, testInfo) => {
    const screen = screenOf(engine, server.origin);
    await use(screen);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('screen', { body: await screen.picture(), contentType: 'image/png' });
    }
    // Cookies are the host's, whatever the port, and a page that is left behind goes on working.
    await screen.forgetCookies();
    await screen.leave();
  },
});

export { expect };
