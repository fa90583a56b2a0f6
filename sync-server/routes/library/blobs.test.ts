import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { ChangesPage } from '#shared/sync/wire.ts';
import { testApp } from '../../testing/test-app.ts';
import { type FileClient, fileClient, resourceRow, sha256 } from '../../testing/upload-requests.ts';

const text = '# A plan that comes in parts\n';
const hash = sha256(text);
const day = 24 * 60 * 60 * 1000;

const announce = ({ json }: FileClient, row: Record<string, unknown> = resourceRow(text)) =>
  json('POST', '/api/projects/1/resources', row);
const uploadHeaders = (headers: Headers) => [
  headers.get('Upload-Offset'),
  headers.get('Upload-Length'),
  headers.get('Upload-Complete'),
];

describe('bytes that follow their row', () => {
  test('arrive in one piece, and the row says so to every device at a new place in the feed', async () => {
    using server = testApp();
    const client = await fileClient(server);
    expect(await announce(client)).toMatchObject({ status: 201, body: { available: false } });
    const before = ChangesPage.parse((await client.json('GET', '/api/sync/changes')).body);
    const pokes: number[] = [];
    const { id: userId } = Object((await client.json('GET', '/api/user')).body);
    server.services.pokes.subscribe(userId, (seq) => pokes.push(seq));

    const put = await client.put(text);
    expect(put).toMatchObject({ status: 200, body: { offset: 29, size: 29, complete: true } });
    expect(uploadHeaders(put.headers)).toEqual(['29', '29', '?1']);
    const after = await client.json('GET', `/api/sync/changes?since=${before.cursor}`);
    const { changes } = ChangesPage.parse(after.body);
    expect(changes).toMatchObject([
      { type: 'resource', id: 2, rev: 1, userSeq: 2, row: { available: true } },
    ]);
    expect(pokes).toEqual([3]);
    expect(await (await client.download(2)).text()).toBe(text);
  });

  test('go on where they broke off, and nowhere else', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client);
    expect(await client.json('GET', `/api/files/${hash}`)).toMatchObject({
      status: 200,
      body: { offset: 0, size: 29, complete: false },
    });
    expect(await client.put(text.slice(0, 10), { of: hash })).toMatchObject({
      body: { offset: 10, complete: false },
    });
    const wrong = await client.put(text.slice(5), { of: hash, offset: 5 });
    expect(wrong).toMatchObject({ status: 409, body: { code: 'offset_differs' } });
    expect(uploadHeaders(wrong.headers)).toEqual(['10', '29', '?0']);
    const head = await client.call('HEAD', `/api/files/${hash}`);
    expect(uploadHeaders(head.headers)).toEqual(['10', '29', '?0']);
    expect((await client.download(2)).status).toBe(404);
    expect(await client.put(text.slice(10), { of: hash, offset: 10 })).toMatchObject({
      status: 200,
      body: { offset: 29, complete: true },
    });
    expect(await (await client.download(2)).text()).toBe(text);
    expect(await client.put(text)).toMatchObject({ status: 200, body: { complete: true } });
  });

  test('a body that breaks off leaves the bytes that had arrived, wherever it was cut', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client);
    const bytes = new TextEncoder().encode(text);
    for (let cut = 0; cut < bytes.length; cut += 1) {
      const left = bytes.slice(cut, cut + 1);
      let piece = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          piece += 1;
          if (piece === 1) controller.enqueue(left);
          else controller.error(new Error('the cable was pulled'));
        },
      });
      const headers = { 'Content-Type': 'application/octet-stream', 'Upload-Offset': String(cut) };
      // A stream as a body must say that it is sent before the answer is read; the types do not know the field.
      const send = () => client.call('PUT', `/api/files/${hash}`, { body, headers, ...{ duplex: 'half' } });
      await send();
      const state = await client.json('GET', `/api/files/${hash}`);
      expect(state.body).toEqual({ offset: cut + 1, size: 29, complete: cut + 1 === 29 });
      // Said again by somebody who did not hear it: nothing happens twice.
      const again = await client.put(left, { of: hash, offset: cut });
      expect(again.status).toBe(cut + 1 === 29 ? 200 : 409);
    }
    expect(await (await client.download(2)).text()).toBe(text);
    expect(server.errors).toEqual([]);
  });

  test('a connection that nobody ends is overtaken by the next one', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client);
    const begun = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(new TextEncoder().encode(text.slice(0, 12))),
        pull: () => begun.resolve(),
      },
      { highWaterMark: 0 },
    );
    const headers = { 'Content-Type': 'application/octet-stream' };
    void client.call('PUT', `/api/files/${hash}`, { body, headers, ...{ duplex: 'half' } });
    await begun.promise;
    expect((await client.json('GET', `/api/files/${hash}`)).body).toMatchObject({ offset: 12 });
    expect(await client.put(text.slice(12), { of: hash, offset: 12 })).toMatchObject({
      body: { complete: true },
    });
  });

  test('are stored once a user, however many rows are about them', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client);
    await client.put(text);
    expect(await announce(client, resourceRow(text, { id: 3 }))).toMatchObject({ body: { available: true } });
    expect(await client.upload(1, { bytes: text, fields: { id: '4' } })).toMatchObject({
      body: { available: true },
    });
    await client.json('DELETE', '/api/resources/2');
    expect(await (await client.download(3)).text()).toBe(text);
  });

  test('may be none at all', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client, resourceRow(''));
    expect(await client.put('')).toMatchObject({ status: 200, body: { offset: 0, complete: true } });
    expect(await (await client.download(2)).text()).toBe('');
  });

  test('can be given up, and what had arrived goes', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client);
    await client.put('# A', { of: hash });
    expect((await client.call('DELETE', `/api/files/${hash}`)).status).toBe(204);
    expect((await client.json('GET', `/api/files/${hash}`)).body).toMatchObject({ offset: 0 });
  });
});

describe('bytes that are refused', () => {
  test.each([
    ['that no row is about', 'other', {}, 404, 'not_found'],
    ['of a hash that is none', 'a', { of: '../../../etc/passwd'.replaceAll('/', '%2f') }, 404, 'not_found'],
    ['that are others than announced', text.toUpperCase(), { of: hash }, 422, 'bytes_differ'],
    ['that are more than announced', `${text}!`, { of: hash }, 422, 'bytes_differ'],
  ])('those %s', async (_, bytes, options, status, code) => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client);
    expect(await client.put(bytes, options)).toMatchObject({ status, body: { code } });
    expect((await client.download(2)).status).toBe(404);
    expect((await client.json('GET', `/api/files/${hash}`)).body).toMatchObject({
      offset: 0,
      complete: false,
    });
    expect(server.errors).toEqual([]);
  });

  test('those that are not what their row says', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client, resourceRow(text, { fileType: 'image/png', originalFilename: 'a.png' }));
    const refused = { status: 415, body: { code: 'invalid_file_type', title: messages.invalidFileType } };
    expect(await client.put(text)).toMatchObject(refused);
    expect((await client.json('GET', '/api/projects/1/resources')).body).toMatchObject([
      { available: false },
    ]);
    // Nor when another row, which tells the truth, brings them.
    await announce(client, resourceRow(text, { id: 3 }));
    expect(await client.put(text)).toMatchObject({ status: 200 });
    expect((await client.json('GET', '/api/projects/1/resources')).body).toMatchObject([
      { id: 2, available: false },
      { id: 3, available: true },
    ]);
    expect((await client.download(2)).status).toBe(404);
  });

  test('10 MB are taken to the last byte, and one more gets the sentence of the product', async () => {
    using server = testApp();
    const client = await fileClient(server);
    const largest = new Uint8Array(10 * 1024 * 1024).fill(65);
    await announce(client, resourceRow(largest, { fileType: 'text/plain' }));
    const larger = new Uint8Array(largest.length + 1).fill(65);
    expect(await client.put(larger, { of: sha256(largest) })).toMatchObject({
      status: 413,
      body: { title: 'File size exceeds the maximum limit of 10MB' },
    });
    expect(await client.put(largest)).toMatchObject({ status: 200, body: { complete: true } });
    expect(await announce(client, resourceRow(larger, { id: 3 }))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'fileSize', message: 'File size exceeds the maximum limit of 10MB' }] },
    });
  });

  test('an offset that is no number', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client);
    const headers = { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '-1' };
    const answer = await client.call('PUT', `/api/files/${hash}`, { body: 'a', headers });
    expect([answer.status, Object(await answer.json()).code]).toEqual([400, 'invalid_request']);
  });
});

describe('the room that one person has', () => {
  test('is counted by what is stored, with what is on its way, and its end is said in figures', async () => {
    using server = testApp({ variables: { MAX_STORAGE_PER_USER: '100' } });
    const client = await fileClient(server);
    const bytes = (letter: string) => letter.repeat(60);
    expect((await client.upload(1, { bytes: bytes('a') })).status).toBe(201);
    expect((await client.upload(1, { bytes: bytes('a') })).status).toBe(201);
    const full = {
      status: 507,
      body: {
        code: 'storage_full',
        title: 'Your storage on the server is full.',
        detail:
          'Your storage on the server is full: this file needs 60 Bytes, and 40 Bytes of 100 Bytes are left. Deleted files count for 30 days.',
      },
    };
    expect(await client.upload(1, { bytes: bytes('b') })).toMatchObject(full);
    await announce(client, resourceRow(bytes('c')));
    expect(await client.put(bytes('c'))).toMatchObject(full);
    // Another row takes 30 of the 40, by half of its bytes on the way.
    await announce(client, resourceRow('d'.repeat(30), { id: 3 }));
    expect(await client.put('d'.repeat(15), { of: sha256('d'.repeat(30)) })).toMatchObject({ status: 200 });
    await announce(client, resourceRow('e'.repeat(30), { id: 4 }));
    expect(await client.put('e'.repeat(30))).toMatchObject({ status: 507 });
    // The row of the broken-off one goes, and with it what had arrived.
    await client.json('DELETE', '/api/resources/3');
    expect(await client.put('e'.repeat(30))).toMatchObject({ status: 200 });
    const other = await fileClient(server, 'eve');
    expect((await other.upload(1, { bytes: bytes('f') })).status).toBe(201);
  });

  test('uploads beside each other cannot both have the last of it', async () => {
    using server = testApp({ variables: { MAX_STORAGE_PER_USER: '100' } });
    const client = await fileClient(server);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((letter) => client.upload(1, { bytes: letter.repeat(60) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 507, 507, 507]);
  });
});

describe('bytes of what was deleted', () => {
  test('stay for 30 days, and go after them', async () => {
    using server = testApp();
    const client = await fileClient(server);
    const name = { userId: Object((await client.json('GET', '/api/user')).body).id, sha256: hash };
    const isThere = async () => (await server.outside.files.find(name)) !== undefined;
    await client.upload(1, { bytes: text });
    await client.json('DELETE', '/api/projects/1');
    server.clock.at += 30 * day;
    await server.services.eraseOldDeletions();
    expect(await isThere()).toBe(true);
    // Each change has an instant of its own, a little after the one before.
    server.clock.at += 1000;
    await server.services.eraseOldDeletions();
    expect(await isThere()).toBe(false);
    expect(server.errors).toEqual([]);
  });

  test('stay for as long as another row is about them, and come back with an edit that had not seen the end', async () => {
    using server = testApp({ variables: { SESSION_DAYS: '365' } });
    const client = await fileClient(server);
    await client.upload(1, { bytes: text, fields: { id: '2' } });
    await client.upload(1, { bytes: text, fields: { id: '3' } });
    await client.json('DELETE', '/api/resources/2');
    server.clock.at += 31 * day;
    await server.services.eraseOldDeletions();
    expect(await (await client.download(3)).text()).toBe(text);
    await client.json('DELETE', '/api/resources/3');
    const back = await client.call('PATCH', '/api/resources/3', {
      headers: { 'Content-Type': 'application/json', 'If-Match': '"2"' },
      body: JSON.stringify({ name: 'Back' }),
    });
    expect(back.status).toBe(200);
    server.clock.at += 31 * day;
    await server.services.eraseOldDeletions();
    expect(await (await client.download(3)).text()).toBe(text);
  });
});

describe('what is left over', () => {
  test('pieces of an upload go when their row has gone, or nobody has gone on with them for a week', async () => {
    using server = testApp({ outside: { now: Date.now } });
    const client = await fileClient(server);
    await announce(client);
    await client.put('# A', { of: hash });
    await server.services.clearBlobs.daily();
    expect((await client.json('GET', `/api/files/${hash}`)).body).toMatchObject({ offset: 3 });
    await client.json('DELETE', '/api/resources/2');
    await server.services.clearBlobs.daily();
    expect(await server.outside.files.partials()).toEqual([]);
  });

  test('a running server removes forms that broke off an hour ago and pieces that are a week old', async () => {
    const hour = 60 * 60 * 1000;
    let later = 0;
    using server = testApp({ outside: { now: () => Date.now() + later } });
    const client = await fileClient(server);
    await announce(client);
    await client.put('# A', { of: hash });
    const form = server.outside.files.temporary();
    await form.append(Readable.from([new TextEncoder().encode('words')]), 99);
    const left = async () => [await form.size(), (await server.outside.files.partials()).length];
    for (const [after, expected] of [
      [0, [5, 1]],
      [2 * hour, [0, 1]],
      [8 * 24 * hour, [0, 0]],
    ] as const) {
      later = after;
      await server.services.clearBlobs.unfinished();
      expect(await left()).toEqual(expected);
    }
  });

  test('bytes that are gone from the disk are asked for again, and the rows say so', async () => {
    using server = testApp();
    const client = await fileClient(server);
    await announce(client);
    await client.put(text);
    const name = { userId: Object((await client.json('GET', '/api/user')).body).id, sha256: hash };
    await server.outside.files.remove(name);
    const answer = await client.download(2);
    expect([answer.status, Object(await answer.json()).code]).toEqual([404, 'bytes_missing']);
    expect((await client.json('GET', '/api/projects/1/resources')).body).toMatchObject([
      { available: false },
    ]);
    expect(await client.put(text)).toMatchObject({ status: 200 });
    expect(await (await client.download(2)).text()).toBe(text);
  });
});
