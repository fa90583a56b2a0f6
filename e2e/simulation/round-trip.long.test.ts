/** Tests that a device reads the code units that another one wrote, through the real server and its disk. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { User } from '../../shared/model/account/user.ts';
import { protocolHeader } from '../../shared/sync/wire.ts';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { type Library, openLibrary } from '../../web/data/database/library.ts';
import { promptOf } from '../../web/data/queries/queries.ts';
import type { ApiRequest } from '../../web/platform/api-client.ts';
import { createLink } from '../../web/sync/link.ts';
import { syncRound } from '../../web/sync/sync-round.ts';
import { anyText, largeText } from './any-text.ts';
import { seededRandom } from './seeded-random.ts';

const seed = 20_261_121;
const now = () => Date.parse('2026-01-01T12:00:00Z');

test('thousands of texts come to a second device equal to the code unit', async () => {
  using server = testApp();
  const cookie = await registered(server.app, 'ada');
  const user = User.parse(await (await server.app.request('/api/user', { headers: { cookie } })).json());
  const random = seededRandom(seed);
  const texts = Array.from({ length: 2000 }, (_, at) => anyText(random, at % 10 === 0 ? 200 : 12));
  texts.push(largeText(random, 144 * 1024));

  const send = async ({ method, path, headers, body }: ApiRequest) => {
    const answer = await server.app.request(path, {
      method,
      headers: { cookie, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.headers.get(protocolHeader)).not.toBeNull();
    return { status: answer.status, retryAfter: null, body: await answer.json() };
  };
  const round = async (library: Library, device: string) =>
    expect(await syncRound({ library, send, now, device, link: createLink() })).toEqual({ kind: 'done' });

  const laptop = await device(user);
  await commit(laptop, 'createProject', { id: 1, name: 'Round trip', color: 'teal' });
  for (const [at, text] of texts.entries()) {
    const id = at + 1;
    // Some come with their prompt, the others are typed into one that is there.
    const content = at % 4 === 0 ? '' : text;
    await commit(laptop, 'createPrompt', { id, title: `Text ${id}`, projectId: 1, content });
    if (content === '') await commit(laptop, 'setContent', { id, content: text, base: '' });
  }
  await round(laptop, 'laptop');

  const phone = await device(user);
  await round(phone, 'phone');
  const differing: number[] = [];
  for (const [at, text] of texts.entries()) {
    const here = await promptOf(laptop, at + 1);
    const there = await promptOf(phone, at + 1);
    if (here?.content !== text || there?.content !== text) differing.push(at);
  }
  expect(differing).toEqual([]);
  expect(Buffer.byteLength(texts.at(-1) ?? '')).toBeGreaterThanOrEqual(144 * 1024);
});

function device(user: User): Promise<Library> {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  return openLibrary(user, { random: (array) => crypto.getRandomValues(array), now, indexedDb });
}
