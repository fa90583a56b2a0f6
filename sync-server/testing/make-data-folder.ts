/**
 * Makes the backup of a small data folder, from which `upgrade.test.ts` starts the newest server:
 * `node sync-server/testing/make-data-folder.ts sync-server/testing/data-of-VERSION.tar`, then `gzip -9n` it. Made once for each release
 * whose tables differ; those that are there are never made again.
 */
import { join } from 'node:path';
import { backUp } from '../storage/backup/back-up.ts';
import { readVersion } from '../version.ts';
import { spawnServer } from './spawned-server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { jsonRequest } from './test-app.ts';
import { multipart } from './upload-requests.ts';

const [, , out = ''] = process.argv;
using folder = temporaryFolder();
const DATA_DIR = join(folder.path, 'data');
using server = spawnServer({ DATA_DIR });
const address = await server.ready;
const ada = { displayName: 'Ada Lovelace', username: 'ada', password: 'correct horse' };
const registered = await fetch(`${address}/api/register`, jsonRequest('POST', ada));
const Cookie = registered.headers
  .getSetCookie()
  .map((cookie) => cookie.split(';', 1)[0])
  .join('; ');

async function send(method: string, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${address}/api${path}`, jsonRequest(method, body, { Cookie }));
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
}

await send('POST', '/projects', { id: 11, name: 'Engine', color: 'teal' });
await send('POST', '/prompts', {
  id: 12,
  projectId: 11,
  title: 'Notes on the engine',
  content: 'first text',
});
await send('PUT', '/prompts/12', { content: 'second text, größer ✓', description: 'better' });
await send('POST', '/prompts', { id: 14, projectId: 11, title: 'Deleted', content: 'gone' });
await send('DELETE', '/prompts/14', {});
const file = multipart({ bytes: '# A plan', fileName: 'plan.md' });
const uploaded = await fetch(`${address}/api/projects/11/resources`, {
  method: 'POST',
  body: file.body,
  headers: { ...file.headers, Cookie },
});
if (!uploaded.ok) throw new Error(`the upload answered ${uploaded.status}`);
server.child.kill('SIGTERM');
await server.ended;
const made = await backUp({ dataFolder: DATA_DIR, out, version: readVersion(), now: Date.now });
process.stdout.write(`${made.file}: ${made.bytes} bytes, ${made.rows} rows, ${made.files} files.\n`);
