import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export type Device = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Collects uncaught errors of this device's pages, and violations of the content policy. */
  readonly pageErrors: string[];
  /** Returns what a person sees in each of its pages just now, and what the console got. */
  describe(): Promise<string>;
  /**
   * Pulls the cable, and puts it back: also for the service worker. A page loads some parts of the app when they are
   * first shown, so the cable is pulled once the device keeps all of them.
   */
  cutNetwork(): Promise<void>;
  restoreNetwork(): Promise<void>;
  /**
   * Resolves when the app itself is kept on the device, so that it opens without a server. Throws where the device may
   * not keep it: see `serviceWorkers` in playwright.config.ts.
   */
  appIsKept(): Promise<void>;
};

export async function openDevice(browser: Browser, options: BrowserContextOptions): Promise<Device> {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const pageErrors: string[] = [];
  const printed: string[] = [];
  context.on('weberror', (error) => pageErrors.push(error.error().stack ?? String(error.error())));
  context.on('console', (message) => {
    printed.push(`${message.type()}: ${message.text()}`);
    if (message.text().includes('Content Security Policy')) pageErrors.push(message.text());
  });
  // A violation that the page catches, such as a probe for `eval`, reaches no console by itself.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`Content Security Policy: ${violatedDirective} forbids ${blockedURI} in ${sourceFile}`);
    });
  });
  const page = await context.newPage();
  const appIsKept = async () => {
    if (options.serviceWorkers === 'block')
      throw new Error("A test that needs the app kept says serviceWorkers: 'allow'.");
    // A test may have closed the first page.
    const [open] = context.pages();
    await open?.evaluate(async () => void (await navigator.serviceWorker.ready));
  };
  return {
    context,
    page,
    pageErrors,
    describe: async () => {
      const pages = await Promise.all(context.pages().map(describePage));
      return ['Console:', ...printed.slice(-20), ...pages].join('\n');
    },
    cutNetwork: async () => {
      await appIsKept();
      await context.setOffline(true);
    },
    restoreNetwork: () => context.setOffline(false),
    appIsKept,
  };
}

async function describePage(page: Page): Promise<string> {
  const seen = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => `no page to see: ${String(error)}`);
  return `${page.url()}:\n${seen}`;
}
