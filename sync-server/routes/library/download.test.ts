import { describe, expect, test } from 'vitest';
import { fileTypes } from '#shared/model/file-type.ts';
import { testApp } from '../../testing/test-app.ts';
import { fileClient, madeId, sha256 } from '../../testing/upload-requests.ts';

describe('a download', () => {
  async function withFile(server: ReturnType<typeof testApp>, file = {}) {
    const client = await fileClient(server);
    const id = madeId(
      await client.upload(1, { bytes: '0123456789', fileName: 'a.txt', type: 'text/plain', ...file }),
    );
    return { client, id };
  }

  test('is an attachment under its own name, inert, and known again by its hash', async () => {
    using server = testApp();
    const { client, id } = await withFile(server);
    const answer = await client.download(id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${sha256('0123456789')}"`,
      'x-promptory': '2',
    });
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^sandbox; default-src 'none';/);
  });

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('of %s answers %i', async (Range, status, text, range) => {
    using server = testApp();
    const { client, id } = await withFile(server);
    const answer = await client.download(id, '', { Range });
    expect([answer.status, await answer.text(), answer.headers.get('Content-Range')]).toEqual([
      status,
      text,
      range,
    ]);
  });

  test('that is known already is not sent again, and a part of another file is none', async () => {
    using server = testApp();
    const { client, id } = await withFile(server);
    const etag = `"${sha256('0123456789')}"`;
    const known = await client.download(id, '', { 'If-None-Match': `"x", W/${etag}` });
    expect([known.status, await known.text(), known.headers.get('ETag')]).toEqual([304, '', etag]);
    const part = await client.download(id, '', { Range: 'bytes=0-1', 'If-Range': etag });
    expect([part.status, await part.text()]).toEqual([206, '01']);
    const other = await client.download(id, '', { Range: 'bytes=0-1', 'If-Range': '"x"' });
    expect([other.status, await other.text()]).toEqual([200, '0123456789']);
  });

  test('a HEAD request for a file answers its length, and opens nothing', async () => {
    using server = testApp();
    const { client, id } = await withFile(server);
    const answer = await client.call('HEAD', `/api/resources/${id}/download`);
    expect([answer.status, answer.headers.get('Content-Length'), await answer.text()]).toEqual([
      200,
      '10',
      '',
    ]);
  });

  test.each([
    ['text/plain', 'a.txt', 'a', 'inline', 'text/plain; charset=utf-8'],
    ['text/markdown', 'a.md', 'a', 'inline', 'text/plain; charset=utf-8'],
    ['application/json', 'a.json', '{}', 'inline', 'application/json; charset=utf-8'],
    ['image/svg+xml', 'a.svg', '<svg/>', 'inline', 'image/svg+xml'],
    ['application/pdf', 'a.pdf', '%PDF-1.7', 'attachment', 'application/pdf'],
  ])('of %s for a look is served so', async (type, fileName, bytes, disposition, shown) => {
    using server = testApp();
    const { client, id } = await withFile(server, { bytes, fileName, type });
    const answer = await client.download(id, '?inline=1');
    expect(answer.headers.get('Content-Disposition')).toMatch(new RegExp(`^${disposition};`));
    expect(answer.headers.get('Content-Type')).toBe(shown);
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^sandbox;/);
    expect(fileTypes).toContain(type);
  });
});
