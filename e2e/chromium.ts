import { existsSync } from 'node:fs';

/** Launches Chromium for a test: without a sandbox in a container, and without background connections. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `npm test` names the browser that it found or installed; a single run by hand uses the usual place. */
export function chromiumPath(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const usual = '/usr/bin/chromium';
  return existsSync(usual) ? usual : undefined;
}
