import { ensureFresh } from '../fresh-folder.mjs';
import { serverBuild } from '../server-build.mjs';
import { webBuild } from '../web-build.mjs';

/** `npm run build`: the web app and the server, built now. */
export async function run() {
  for (const build of [webBuild, serverBuild]) await ensureFresh(build, { always: true, logLevel: 'info' });
  return 0;
}
