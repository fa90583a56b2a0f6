import { type Browser, chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../e2e/chromium.ts';

/** Starts a whole Chromium, with the flags of the end-to-end tests. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...chromiumFlags],
  });
}
