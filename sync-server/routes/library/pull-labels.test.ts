import { expect, test } from 'vitest';
import { z } from 'zod';
import { at, mailLibrary } from './pull-scene.ts';

test('versions are listed with their labels, dates and descriptions, newest first and without texts', async () => {
  using library = await mailLibrary();
  const { json } = await library.send('GET', `${at}/versions`);
  const createdAt = expect.any(String);
  expect(json).toEqual([
    { id: 8, version: 2, description: 'second', createdAt, labels: [] },
    { id: 7, version: 1, description: 'first', createdAt, labels: ['production'] },
  ]);
  expect(await library.send('GET', 'pull/Mail/None/versions')).toMatchObject({ status: 404 });
});

test('a label is moved, put on and taken off', async () => {
  using library = await mailLibrary();
  const move = (label: string, version: number | null) =>
    library.send('PUT', `${at}/labels/${label}`, { version });
  const moved = await move('production', 2);
  expect(moved).toMatchObject({ status: 200, json: { label: 'production', version: 2 } });
  expect(moved.headers.get('ETag')).toBe('"2"');
  expect(await move('beta', 1)).toMatchObject({ status: 200 });
  expect(await library.send('GET', `${at}?label=beta`)).toMatchObject({ json: { version: 1 } });
  const off = await move('beta', null);
  expect(off).toMatchObject({ status: 200, json: { label: 'beta', version: null } });
  expect(off.headers.get('ETag')).toBeNull();
  expect(await library.send('GET', `${at}?label=beta`)).toMatchObject({ status: 404 });
  const log = z
    .looseObject({
      attributes: z.looseObject({ labels: z.array(z.looseObject({ moves: z.array(z.unknown()) })) }),
    })
    .parse((await library.send('GET', 'prompts/6')).json);
  expect(log.attributes.labels[0]?.moves[0]).toEqual({ versionId: 8, at: expect.any(String), device: '' });
});

test('a label that cannot be or a version that is not there is refused, and nothing is moved', async () => {
  using library = await mailLibrary();
  const put = async (label: string, body: unknown) =>
    (await library.send('PUT', `${at}/labels/${label}`, body)).status;
  expect(await put('beta', { version: 9 })).toBe(404);
  expect(await put('latest', { version: 1 })).toBe(400);
  expect(await put('Beta', { version: 1 })).toBe(400);
  expect(await put('beta', {})).toBe(400);
  expect(await library.send('GET', `${at}/versions`)).toMatchObject({
    json: [{ labels: [] }, { labels: ['production'] }],
  });
});

test('a label is moved only from the version that the condition names', async () => {
  using library = await mailLibrary();
  const move = (version: number, headers: Record<string, string>) =>
    library.send('PUT', `${at}/labels/production`, { version }, headers);
  const stale = await move(2, { 'If-Match': '"2"' });
  expect(stale).toMatchObject({
    status: 412,
    json: { code: 'changed_since', current: { label: 'production', version: 1 } },
  });
  expect(await move(2, { 'If-None-Match': '*' })).toMatchObject({ status: 412 });
  expect(await move(2, { 'If-Match': 'x' })).toMatchObject({ status: 400 });
  expect(await move(2, { 'If-Match': '"1"' })).toMatchObject({ status: 200 });
  expect(await move(1, { 'If-Match': '*' })).toMatchObject({ status: 200 });
  const fresh = (headers: Record<string, string>) =>
    library.send('PUT', `${at}/labels/beta`, { version: 1 }, headers);
  expect(await fresh({ 'If-Match': '*' })).toMatchObject({ status: 412 });
  expect(await fresh({ 'If-None-Match': '*' })).toMatchObject({ status: 200 });
});

test('of many that move a label from the same version, one does, also while somebody types', async () => {
  using library = await mailLibrary();
  const moves = [1, 2, 1, 2, 1].map((_, index) =>
    library.send('PUT', `${at}/labels/production`, { version: 2 }, { 'If-Match': '"1"' }).then((answer) => {
      return [answer.status, index] as const;
    }),
  );
  const typing = library.send('PATCH', 'prompts/6/content', { content: 'typed meanwhile' });
  const statuses = (await Promise.all(moves)).map(([status]) => status).toSorted();
  expect(statuses).toEqual([200, 412, 412, 412, 412]);
  expect(await typing).toMatchObject({ status: 200 });
});

test('a token that reads moves no label, and one that writes is named in the log', async () => {
  using library = await mailLibrary();
  const { send } = library;
  const bearer = async (scope: string) => {
    const { json } = await send('POST', 'tokens', { name: `ci ${scope}`, scope });
    return { Authorization: `Bearer ${z.looseObject({ token: z.string() }).parse(json).token}` };
  };
  const move = async (headers: Record<string, string>) =>
    (await send('PUT', `${at}/labels/production`, { version: 2 }, headers)).status;
  expect(await move(await bearer('read'))).toBe(403);
  expect(await move(await bearer('write'))).toBe(200);
  expect((await send('GET', 'prompts/6')).body).toContain('"device":"ci write"');
});
