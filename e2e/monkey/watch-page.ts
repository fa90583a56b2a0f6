/** Watches a device's page for what must never happen: a screen that stops, an uncaught error, a blocked second. */
import type { Device } from '../stage/device.ts';

export type PageWatch = {
  /** Resolves to the findings since the last call, each a sentence. */
  findings(): Promise<string[]>;
};

declare global {
  interface Window {
    /** Milliseconds of tasks that blocked the page for a second or more. */
    blocked?: number[];
  }
}

const longestTask = 1000;

export async function watchPage(device: Device, name: string): Promise<PageWatch> {
  await device.context.addInitScript((limit) => {
    window.blocked = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) if (duration >= limit) window.blocked?.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  }, longestTask);
  // What it does with a window of its own is no part of this page.
  device.page.on('popup', (popup) => void popup.close().catch(() => {}));
  device.page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
  let errors = 0;
  return {
    async findings() {
      const found = device.pageErrors.slice(errors).map((error) => `${name}: uncaught: ${error}`);
      errors = device.pageErrors.length;
      const { blocked, hasStopped } = await device.page.evaluate(() => ({
        blocked: window.blocked?.splice(0) ?? [],
        hasStopped: document.body.textContent?.includes('stopped working') ?? false,
      }));
      for (const duration of blocked) found.push(`${name}: a task blocked the page for ${duration} ms`);
      if (hasStopped) found.push(`${name}: a screen stopped working`);
      return found;
    },
  };
}
