import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export type Device = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Collects uncaught errors of this device's pages, and violations of the content policy. */
  readonly pageErrors: string[];
  /** Pulls the cable, and puts it back: also for the service worker. */
  cutNetwork(): Promise<void>;
  restoreNetwork(): Promise<void>;
  /** Resolves when the app itself is kept on the device, so that it opens without a server. */
  appIsKept(): Promise<void>;
};

export async function openDevice(browser: Browser, options: BrowserContextOptions): Promise<Device> {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const pageErrors: string[] = [];
  context.on('weberror', (error) => pageErrors.push(error.error().stack ?? String(error.error())));
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) pageErrors.push(message.text());
  });
  // A violation that the page catches, such as a probe for `eval`, reaches no console by itself.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`Content Security Policy: ${violatedDirective} forbids ${blockedURI} in ${sourceFile}`);
    });
  });
  const page = await context.newPage();
  return {
    context,
    page,
    pageErrors,
    cutNetwork: () => context.setOffline(true),
    restoreNetwork: () => context.setOffline(false),
    appIsKept: async () => {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    },
  };
}
