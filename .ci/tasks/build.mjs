import { ensureBuilt } from '../web-build.mjs';

/** `npm run build`: the web app, built now. */
export async function run() {
  await ensureBuilt({ always: true, logLevel: 'info' });
  return 0;
}
