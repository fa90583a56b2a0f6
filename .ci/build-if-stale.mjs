/** `node .ci/build-if-stale.mjs [web] [server]`: builds what is named, or everything, where its sources have changed. */
import { ensureFresh } from './fresh-folder.mjs';
import { serverBuild } from './server-build.mjs';
import { webBuild } from './web-build.mjs';

const builds = { web: webBuild, server: serverBuild };
const named = process.argv.slice(2);

for (const [name, build] of Object.entries(builds)) {
  if (named.length === 0 || named.includes(name)) await ensureFresh(build);
}
