/** Uploads against the real server as a process: killed in the middle, and watched for what it holds in memory. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UploadState } from '#shared/sync/wire.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieAt } from './testing/test-app.ts';
import {
  announce,
  hashOf,
  largeText,
  patient,
  sending,
  signUp,
  size,
  write,
} from './uploads-process-scene.ts';

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

test(
  'killed in the middle of an upload, the server goes on with the rest of it and nothing but the rest',
  patient,
  async () => {
    using folder = temporaryFolder();
    const bytes = largeText('killed');
    const sha256 = hashOf(bytes);
    let Cookie = '';
    let offset = 0;
    for (const portion of [0.3, 0.7]) {
      using server = spawnServer({ DATA_DIR: folder.path });
      const address = await server.ready;
      if (Cookie === '') {
        Cookie = await signUp(address);
        await announce(address, Cookie, { id: 2, sha256 });
      }
      Cookie = cookieAt(address, Cookie);
      const upload = sending(`${address}/api/files/${sha256}`, { Cookie, 'Upload-Offset': String(offset) });
      await write(upload, bytes.subarray(offset, Math.floor(portion * size)));
      const arrived = () => bytesIn(join(folder.path, 'files', 'partial'));
      await expect.poll(arrived, { interval: 5 }).toBeGreaterThan((portion - 0.1) * size);
      server.child.kill('SIGKILL');
      await server.ended;
      upload.destroy();
      offset = arrived();
    }

    using server = spawnServer({ DATA_DIR: folder.path });
    const address = await server.ready;
    Cookie = cookieAt(address, Cookie);
    const url = `${address}/api/files/${sha256}`;
    const state = UploadState.parse(await (await fetch(url, { headers: { Cookie } })).json());
    expect(state).toEqual({ offset, size, complete: false });
    expect(offset).toBeGreaterThan(0.6 * size);
    const headers = { Cookie, 'Content-Type': 'application/octet-stream', 'Upload-Offset': String(offset) };
    const put = await fetch(url, { method: 'PUT', headers, body: bytes.subarray(offset) });
    expect(UploadState.parse(await put.json())).toEqual({ offset: size, size, complete: true });
    const download = await fetch(`${address}/api/resources/2/download`, { headers: { Cookie } });
    expect(hashOf(new Uint8Array(await download.arrayBuffer()))).toBe(sha256);
    expect(bytesIn(join(folder.path, 'files', 'partial'))).toBe(0);
  },
);

test(
  'a stopped server does not wait for a form that no longer comes in, and leaves nothing of it',
  patient,
  async () => {
    using folder = temporaryFolder();
    const temporary = join(folder.path, 'files', 'temporary');
    using server = spawnServer({ DATA_DIR: folder.path });
    const address = await server.ready;
    const Cookie = await signUp(address);
    const type = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': String(size) };
    const form = sending(`${address}/api/projects/1/resources`, { Cookie, ...type }, 'POST');
    form.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords');
    await expect.poll(() => bytesIn(temporary), { interval: 5 }).toBeGreaterThan(0);
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, err: '' });
    form.destroy();
    expect(bytesIn(temporary)).toBe(0);
  },
);

test(
  'what a killed server left of a form is gone with the next start, and nothing of it was kept',
  patient,
  async () => {
    using folder = temporaryFolder();
    const temporary = join(folder.path, 'files', 'temporary');
    using first = spawnServer({ DATA_DIR: folder.path });
    const address = await first.ready;
    const Cookie = await signUp(address);
    const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const form = sending(`${address}/api/projects/1/resources`, { Cookie, ...type }, 'POST');
    form.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
    await write(form, largeText('left').subarray(0, size / 2));
    await expect.poll(() => bytesIn(temporary), { interval: 5 }).toBeGreaterThan(size / 4);
    first.child.kill('SIGKILL');
    await first.ended;
    form.destroy();
    expect(bytesIn(temporary)).toBeGreaterThan(0);

    using second = spawnServer({ DATA_DIR: folder.path });
    const again = await second.ready;
    expect(bytesIn(join(folder.path, 'files'))).toBe(0);
    const headers = { Cookie: cookieAt(again, Cookie) };
    const listed = await fetch(`${again}/api/projects/1/resources`, { headers });
    expect(await listed.json()).toEqual([]);
  },
);

test('a sender of too much gets to read why, over a real connection', patient, async () => {
  using folder = temporaryFolder();
  using server = spawnServer({ DATA_DIR: folder.path });
  const address = await server.ready;
  const Cookie = await signUp(address);
  const form = new FormData();
  form.append('file', new Blob([largeText('large'), '!'], { type: 'text/plain' }), 'large.txt');
  const refused = await fetch(`${address}/api/projects/1/resources`, {
    method: 'POST',
    headers: { Cookie },
    body: form,
  });
  expect([refused.status, Object(await refused.json()).title]).toEqual([
    413,
    'File size exceeds the maximum limit of 10MB',
  ]);
  expect(bytesIn(join(folder.path, 'files'))).toBe(0);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});
