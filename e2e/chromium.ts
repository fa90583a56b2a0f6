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

/** `npm test` names the browsers that it found or installed; a single run by hand uses the usual places. */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH || existing('/usr/bin/chromium');
}

/** Returns the path of the browser that takes the least CPU time: the headless shell, or else Chromium itself. */
export function lightChromiumPath(): string | undefined {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env;
  return (
    HEADLESS_SHELL_PATH || CHROMIUM_PATH || existing('/usr/bin/chromium-headless-shell') || chromiumPath()
  );
}

function existing(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
