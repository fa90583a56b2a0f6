import { describe, expect, test } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { ChangesPage } from '#shared/sync/wire.ts';
import { testApp } from '../../testing/test-app.ts';
import { fileClient, madeId, sha256 } from '../../testing/upload-requests.ts';

describe('a plain REST client', () => {
  test('uploads, lists, renames, downloads and deletes a file', async () => {
    using server = testApp();
    const { upload, json, download } = await fileClient(server);
    const made = await upload(1, { bytes: '# Plan', fields: { name: ' My plan ', description: ' D ' } });
    expect(made).toMatchObject({
      status: 201,
      body: {
        projectId: 1,
        name: 'My plan',
        originalFilename: 'plan.md',
        description: 'D',
        fileType: 'text/markdown',
        fileSize: 6,
        sha256: sha256('# Plan'),
        available: true,
      },
    });
    expect(made.headers.get('ETag')).toBe('"1"');
    const id = madeId(made);
    expect((await json('GET', '/api/projects/1/resources')).body).toEqual([made.body]);
    expect(await json('PATCH', `/api/resources/${id}`, { name: ' Renamed ' })).toMatchObject({
      status: 200,
      body: { id, projectId: 1, name: 'Renamed', description: 'D' },
    });
    expect(await (await download(id)).text()).toBe('# Plan');
    expect((await json('DELETE', `/api/resources/${id}`)).status).toBe(200);
    expect((await json('GET', '/api/projects/1/resources')).body).toEqual([]);
    expect((await download(id)).status).toBe(404);
    expect(server.errors).toEqual([]);
  });

  test('gets the file name where it names nothing, and keeps the id that it chose', async () => {
    using server = testApp();
    const { upload } = await fileClient(server);
    const fields = { name: '  ', id: '77' };
    expect(await upload(1, { bytes: 'a', fileName: '../Straße 日本.md', fields })).toMatchObject({
      status: 201,
      body: { id: 77, name: 'Straße 日本.md', originalFilename: 'Straße 日本.md', description: '' },
    });
    expect(await upload(1, { bytes: 'b', fields })).toMatchObject({
      status: 409,
      body: { code: 'id_taken' },
    });
  });

  test('may say a form twice under one key, and gets one file and one answer', async () => {
    using server = testApp();
    const { upload, json } = await fileClient(server);
    const key = { 'Idempotency-Key': 'c1:1' };
    const first = await upload(1, { bytes: 'a' }, key);
    expect(await upload(1, { bytes: 'a' }, key)).toMatchObject({ status: 201, body: first.body });
    expect((await json('GET', '/api/projects/1/resources')).body).toHaveLength(1);
    expect(await upload(1, { bytes: 'b' }, key)).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  });

  test.each([
    ['a type that is not allowed', { bytes: 'GIF89a', fileName: 'a.gif', type: 'image/gif' }],
    ['bytes that are not what is claimed', { bytes: '<html>', fileName: 'a.png', type: 'image/png' }],
  ])('%s is refused with the sentence of the product', async (_, file) => {
    using server = testApp();
    const { upload, json } = await fileClient(server);
    expect(await upload(1, file)).toMatchObject({
      status: 415,
      body: { code: 'invalid_file_type', title: messages.invalidFileType },
    });
    expect((await json('GET', '/api/projects/1/resources')).body).toEqual([]);
  });

  test.each([
    ['a project that is not there', 9, {}, 404, 'not_found'],
    ['a name that is too long', 1, { name: 'x'.repeat(256) }, 400, 'invalid_fields'],
    ['a field that nobody knows', 1, { owner: '3' }, 400, 'invalid_fields'],
    ['a field that is enormous', 1, { name: 'x'.repeat(100_000) }, 400, 'invalid_request'],
  ])('a form with %s is refused, and its bytes do not stay', async (_, projectId, fields, status, code) => {
    using server = testApp();
    const { upload, json } = await fileClient(server);
    expect(await upload(projectId, { bytes: 'a', fields })).toMatchObject({ status, body: { code } });
    expect((await json('GET', '/api/projects/1/resources')).body).toEqual([]);
    const [user] = await server.rows.sql('SELECT id FROM users');
    const kept = { userId: Number(user?.id), sha256: sha256('a') };
    expect(await server.outside.files.find(kept)).toBeUndefined();
    expect(server.errors).toEqual([]);
    // It is where they would be.
    expect(await upload(1, { bytes: 'a' })).toMatchObject({ status: 201 });
    expect(await server.outside.files.find(kept)).toBeDefined();
  });

  test.each([
    ['no file', '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nn\r\n--b--\r\n', 'invalid_fields'],
    [
      'a text where the file should be',
      '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nn\r\n--b--\r\n',
      'invalid_fields',
    ],
    [
      'a file that was not chosen',
      '--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n',
      'invalid_fields',
    ],
    [
      'an end that is missing',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nhal',
      'invalid_request',
    ],
    ['no form in it', 'hello', 'invalid_request'],
  ])('a form with %s is refused in words', async (_, body, code) => {
    using server = testApp();
    const { call } = await fileClient(server);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const answer = await call('POST', '/api/projects/1/resources', { body, headers });
    expect(answer.status).toBe(400);
    const problem = Object(await answer.json());
    expect(problem.code).toBe(code);
    if (code === 'invalid_fields')
      expect(problem.errors).toEqual([{ path: 'file', message: messages.fileRequired }]);
    expect(server.errors).toEqual([]);
  });

  test('two files in one form are refused, and neither stays', async () => {
    using server = testApp();
    const { call, json } = await fileClient(server);
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\na\r\n';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const answer = await call('POST', '/api/projects/1/resources', {
      body: `${part}${part}--b--\r\n`,
      headers,
    });
    expect([answer.status, Object(await answer.json()).detail]).toEqual([400, 'One file a form.']);
    expect((await json('GET', '/api/projects/1/resources')).body).toEqual([]);
  });

  test('a form is taken nowhere else, and a form without a boundary nowhere', async () => {
    using server = testApp();
    const { call } = await fileClient(server);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    expect((await call('POST', '/api/projects', { body: '--b--', headers })).status).toBe(415);
    const bare = { 'Content-Type': 'multipart/form-data' };
    expect((await call('POST', '/api/projects/1/resources', { body: '--b--', headers: bare })).status).toBe(
      400,
    );
    const foreign = { ...headers, Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    const steered = await call('POST', '/api/projects/1/resources', { body: '--b--', headers: foreign });
    expect(steered.status).toBe(403);
  });
});

describe('whose files they are', () => {
  test('nobody else reads, changes, lists or guesses a file', async () => {
    using server = testApp();
    const ada = await fileClient(server, 'ada');
    const eve = await fileClient(server, 'eve');
    const id = madeId(await ada.upload(1, { bytes: 'secret' }));
    expect((await eve.download(id)).status).toBe(404);
    expect((await eve.json('PATCH', `/api/resources/${id}`, { name: 'mine' })).status).toBe(404);
    expect((await eve.json('DELETE', `/api/resources/${id}`)).status).toBe(404);
    expect((await eve.json('GET', '/api/projects/1/resources')).body).toEqual([]);
    expect((await eve.json('GET', `/api/files/${sha256('secret')}`)).status).toBe(404);
    expect((await server.app.request(`/api/resources/${id}/download`)).status).toBe(401);
    // That somebody has these bytes is nothing that another one may learn, or profit from.
    const own = await eve.json('POST', '/api/projects/1/resources', {
      ...{ id: 5, name: 'x', originalFilename: 'x.md', fileType: 'text/markdown' },
      ...{ fileSize: 6, sha256: sha256('secret') },
    });
    expect(own).toMatchObject({ status: 201, body: { available: false } });
    expect((await eve.download(5)).status).toBe(404);
  });
});

describe('other devices', () => {
  test('hear of a file, of its rename and of its end, like of any row', async () => {
    using server = testApp();
    const { upload, json } = await fileClient(server);
    const id = madeId(await upload(1, { bytes: 'a' }));
    const feed = async () => {
      const page = ChangesPage.parse((await json('GET', '/api/sync/changes')).body);
      return page.changes.filter(({ type }) => type === 'resource');
    };
    expect(await feed()).toMatchObject([{ id, rev: 1, row: { name: 'plan.md', available: true } }]);
    await json('PATCH', `/api/resources/${id}`, { description: 'D' });
    expect(await feed()).toMatchObject([{ id, rev: 2, row: { description: 'D', available: true } }]);
    await json('DELETE', '/api/projects/1');
    expect(await feed()).toMatchObject([{ id, rev: 3, deleted: true }]);
  });
});
