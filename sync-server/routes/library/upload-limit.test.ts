import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { fileClient, madeId } from '../../testing/upload-requests.ts';

const tenMegabytes = 10 * 1024 * 1024;

// In a file of its own, which the tests of files in a bucket leave out: the limit is not of the place of files, and those
// tests send as much without a form (`blobs.test.ts`).
test('a form may have exactly 10 MB, and not one byte more', async () => {
  using server = testApp();
  const { upload, json, download } = await fileClient(server);
  const largest = new Uint8Array(tenMegabytes).fill(65);
  const made = await upload(1, { bytes: largest, fileName: 'a.txt', type: 'text/plain' });
  expect(made).toMatchObject({ status: 201, body: { fileSize: tenMegabytes } });
  expect((await (await download(madeId(made))).arrayBuffer()).byteLength).toBe(tenMegabytes);
  const larger = new Uint8Array(tenMegabytes + 1).fill(66);
  expect(await upload(1, { bytes: larger, fileName: 'b.txt', type: 'text/plain' })).toMatchObject({
    status: 413,
    body: { code: 'file_too_large', title: 'File size exceeds the maximum limit of 10MB' },
  });
  expect((await json('GET', '/api/projects/1/resources')).body).toHaveLength(1);
});
