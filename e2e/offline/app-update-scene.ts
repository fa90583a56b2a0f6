import type { Page } from '@playwright/test';
import type { FrontProxy, ProxyAnswer } from '../stage/front-proxy.ts';
import { secondBuild } from '../stage/second-build.ts';
import { expect } from '../stage/stage.ts';
import { workspaceIsOpen } from '../stage/workspace.ts';

export const welcome = 'Welcome to the hotel network';
export const portalPage: ProxyAnswer = {
  status: 200,
  headers: { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=86400' },
  body: `<!doctype html><title>${welcome}</title><h1>${welcome}</h1>`,
};

/** Serves the second build; a portal answers for the API and for one file of it. */
export function serveSecondBuild(proxy: FrontProxy, { portalFor }: { portalFor?: string } = {}): void {
  const files = secondBuild();
  proxy.follow({
    answer({ path }) {
      const isPortals = portalFor !== undefined && (path.startsWith('/api') || path === portalFor);
      if (isPortals) return portalPage;
      // A page that goes around a slow worker asks for its own address.
      return files.get(/^\/([pf]\/\d+|auth)$/.test(path) ? '/index.html' : path) ?? null;
    },
  });
}

/** Looks for a new version; resolves when its installation has ended, one way or the other. */
export async function lookForUpdate(page: Page): Promise<'waiting' | 'none'> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
    const installing = registration?.installing;
    if (installing) {
      await new Promise<void>((resolve) => {
        installing.addEventListener('statechange', () => resolve());
        if (installing.state !== 'installing') resolve();
      });
    }
    return registration?.waiting ? 'waiting' : 'none';
  });
}

export const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build ?? 'first');
export const updateOffer = (page: Page) => page.getByText('A new version of Promptory is ready.');

export async function takeUpdate(page: Page): Promise<void> {
  await expect(updateOffer(page)).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await loaded;
  await workspaceIsOpen(page);
  expect(await buildOf(page)).toBe('second');
}
