import { expect, test } from 'vitest';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { readCursor } from '../data/database/library.ts';
import { outlineOf } from '../data/queries/queries.ts';
import { noteTakeOver, unfinishedTakeOver } from '../data/take-over/take-over-plan.ts';
import { answered, now, openedLibrary, scriptedServer } from './library-scene.ts';
import { createLink } from './link.ts';
import { rejoin } from './rejoin.ts';

const project = (id: number, seq: number) => {
  const row = { id, name: `P${id}`, color: 'red', createdAt: '2026-01-01T00:00:00.000Z' };
  return { type: 'project', id, seq, rev: 1, row };
};
const page = (seq: number, more: boolean) =>
  answered({ cursor: `new.${seq}`, more, changes: [project(seq, seq)] });

test('the whole feed of the server is read from its beginning, with every text, and taken over', async () => {
  const library = await openedLibrary();
  const server = scriptedServer(({ path }) =>
    page(path.includes('since=') ? 2 : 1, !path.includes('since=')),
  );
  const deps = { library, send: server.send, now, device: 'test', link: createLink() };
  expect(await rejoin(deps, 'server')).toEqual({ kind: 'done' });
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path: '/api/sync/changes?limit=500&bytes=131072&full=1',
      headers: { 'X-Promptory-User': '1' },
    },
    { method: 'GET', path: '/api/sync/changes?limit=500&bytes=131072&since=new.1&full=1' },
  ]);
  expect((await outlineOf(library)).projects.map(({ name }) => name)).toEqual(['P1', 'P2']);
  expect(await readCursor(library)).toEqual({ epoch: 'new', seq: 2 });
});

test.each<[string, Answer, object]>([
  ['no answer', null, { kind: 'again', reason: 'network' }],
  ['an ended session', answered({}, 401), { kind: 'signIn' }],
  ['an answer that is no page', answered({}), { kind: 'again', afterMs: null, reason: 'server' }],
])('%s on the way changes nothing', async (_, answer, result) => {
  const library = await openedLibrary();
  const server = scriptedServer(({ path }) => (path.includes('since=') ? answer : page(1, true)));
  const deps = { library, send: server.send, now, device: 'test', link: createLink() };
  expect(await rejoin(deps, 'server')).toMatchObject(result);
  expect((await outlineOf(library)).projects).toEqual([]);
  expect(await readCursor(library)).toBeUndefined();
});

test('where the server has lost the place of an unfinished take-over, a person is asked once more', async () => {
  const library = await openedLibrary();
  const known = { epoch: 'lost', seq: 9 };
  await noteTakeOver(library, {
    keep: 'mine',
    cursor: known,
    position: 0,
    done: 1,
    of: 2,
    plan: ['project:1'],
  });
  const server = scriptedServer(({ path }) =>
    path.includes('known=lost.9') ? answered({ code: 'cursor_reset' }, 410) : page(1, false),
  );
  const deps = { library, send: server.send, now, device: 'test', link: createLink() };
  expect(await rejoin(deps, 'mine')).toEqual({ kind: 'asks', reason: 'reset' });
  expect(await unfinishedTakeOver(library)).toBeNull();
  expect(await rejoin(deps, 'mine')).toEqual({ kind: 'done' });
  expect(await readCursor(library)).toEqual({ epoch: 'new', seq: 1 });
});
