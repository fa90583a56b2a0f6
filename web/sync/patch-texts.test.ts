/** Tests how long texts leave this device: as patches, and whole where the server has another base. */
import { expect, test } from 'vitest';
import { applySplices } from '#shared/sync/text-patch.ts';
import { type Change, PushRequest, TextPatch } from '#shared/sync/wire.ts';
import { commit } from '../data/commit/commit.ts';
import { readOutbox } from '../data/outbox/outbox-store.ts';
import { sha256OfText as sha256 } from '../data/resources/sha256.ts';
import { answered, now, openedLibrary, scriptedServer } from './library-scene.ts';
import { createLink } from './link.ts';
import { syncRound } from './sync-round.ts';

const at = '2026-01-01T00:00:00.000Z';
const old = 'A line of a prompt.\r\n'.repeat(5000);
const edited = `${old.slice(0, 50_000)}!${old.slice(50_000)}`;
const row = { id: 1, projectId: 5, title: 'T', notes: '', createdAt: at, lastVersion: 0, content: old };
const feed: Change[] = [
  { type: 'project', id: 5, seq: 1, rev: 1, row: { id: 5, name: 'P', color: 'red', createdAt: at } },
  { type: 'prompt', id: 1, seq: 2, rev: 1, row },
];

/** Returns a library with the prompt, and a round of it; `missing`: so many pushes are answered that the base is missing. */
async function scene({ missing = 0 } = {}) {
  const library = await openedLibrary();
  let left = missing;
  const server = scriptedServer(({ path }) => {
    if (path.startsWith('/api/sync/changes')) {
      return answered({ cursor: 'e.2', more: false, changes: path.includes('since') ? [] : feed });
    }
    left -= 1;
    return left >= 0 ? answered({ ...problem, code: 'base_text_missing' }, 409) : undefined;
  });
  const round = () =>
    syncRound({ library, send: server.send, now, device: 'test', link: createLink(), isHurried: true });
  await round();
  const pushes = () => server.requests.flatMap(({ body }) => PushRequest.safeParse(body).data ?? []);
  const bytes = () =>
    server.requests.flatMap(({ method, body }) => (method === 'POST' ? [JSON.stringify(body).length] : []));
  return { library, round, pushes, bytes };
}

const problem = { type: 'urn:promptory:problem:base_text_missing', title: 'x', status: 409 };

test('one character typed into a text of 100 KB is a push of less than 1 KB, upon the text that it was typed into', async () => {
  const { library, round, pushes, bytes } = await scene();
  await commit(library, 'setContent', { id: 1, content: edited, base: old });
  expect(await round()).toEqual({ kind: 'done' });
  const [mutation] = pushes().flatMap(({ mutations }) => mutations);
  const patch = TextPatch.parse(Object(mutation?.body).content);
  expect(applySplices(old, patch.splices, edited.length)).toBe(edited);
  expect(patch).toMatchObject({ base: await sha256(old), hash: await sha256(edited) });
  expect(Math.max(...bytes())).toBeLessThan(1000);
});

test('where the server has another base, the whole text follows in the same round under the same key', async () => {
  const { library, round, pushes } = await scene({ missing: 1 });
  await commit(library, 'setContent', { id: 1, content: edited, base: old });
  expect(await round()).toEqual({ kind: 'done' });
  const [first, second] = pushes().flatMap(({ mutations }) => mutations);
  expect(first?.key).toBe(second?.key);
  expect(second?.body).toMatchObject({ content: edited });
});

test('a server that finds no base for a whole text is one that failed, and the text stays in the outbox', async () => {
  const { library, round, pushes } = await scene({ missing: 9 });
  await commit(library, 'setContent', { id: 1, content: edited, base: old });
  expect(await round()).toMatchObject({ kind: 'again', reason: 'server' });
  expect(pushes()).toHaveLength(2);
  expect(await readOutbox(library)).toMatchObject([{ state: 'sent', args: { content: edited } }]);
});

test.each<[string, string, string]>([
  ['a short text', 'short', 'short!'],
  ['a text of which most is new', old, 'Another text.\n'.repeat(5000)],
])('%s is sent whole', async (_, base, content) => {
  const { library, round, pushes } = await scene();
  await commit(library, 'setContent', { id: 1, content, base });
  await round();
  expect(typeof Object(pushes()[0]?.mutations[0]?.body).content).toBe('string');
});
