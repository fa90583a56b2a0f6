/** The laptop on the bad network, a tablet that was quicker, and the real server between them. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { RowKey } from '#shared/kinds/row.ts';
import { User } from '#shared/model/account/user.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { registered, testApp } from '../../../sync-server/testing/test-app.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import { type Library, openLibrary } from '../../../web/data/database/library.ts';
import { outlineOf, promptOf } from '../../../web/data/queries/queries.ts';
import { createApiClient } from '../../../web/platform/api-client.ts';
import { createExchange } from '../../../web/platform/exchange.ts';
import { createLink } from '../../../web/sync/link.ts';
import { syncRound } from '../../../web/sync/sync-round.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { OldClient } from './broken-liveness.ts';
import { type Conditions, drawCut } from './conditions.ts';
import { failingServer, poison } from './failing-server.ts';
import { type LoopingDevice, loopingDevice } from './looping-device.ts';
import { slowLink } from './slow-link.ts';
import { type VirtualTime, virtualTime } from './virtual-time.ts';

export type LivenessWorld = {
  time: VirtualTime;
  conditions: Conditions;
  laptop: LoopingDevice;
  /** The last place in the feed. */
  head(): number;
  /** The same when the laptop came back. */
  headBefore: number;
  /** Bytes that must cross the laptop's link at least once, in both directions. */
  owedBytes: number;
  isPoisoned(key: RowKey): boolean;
  [Symbol.asyncDispose](): Promise<void>;
};

const prompts = 40;

/** As it is at the moment when the laptop's network comes back, and comes back bad. */
export async function createLivenessWorld(
  conditions: Conditions,
  { random, old }: { random: SeededRandom; old: OldClient },
): Promise<LivenessWorld> {
  const time = virtualTime(Date.parse('2026-01-01T12:00:00Z'));
  const server = testApp({ outside: { now: time.now, random: random.words } });
  const cookie = await registered(server.app, 'ada');
  const user = User.parse(await (await server.app.request('/api/user', { headers: { cookie } })).json());
  const head = () => {
    const { connection } = server.sqlite();
    return Number(Object(connection.prepare('SELECT next_seq FROM users').get()).next_seq);
  };
  const fetch = async (path: string, { signal: _signal, ...init }: RequestInit) =>
    server.app.request(path, { ...init, headers: { ...Object(init.headers), cookie } });
  const direct = createApiClient({ protocolHeader, exchange: createExchange({ fetch, stallMs: 60_000 }) });
  const sync = async (library: Library, device: string) => {
    const deps = { library, send: direct, now: time.now, device, link: createLink() };
    const result = await syncRound({ ...deps, allowRemovals: true });
    if (result.kind !== 'done') throw new Error(`${device} did not sync: ${JSON.stringify(result)}`);
  };
  let badSince = Number.POSITIVE_INFINITY;
  const serve = failingServer((request) => server.app.fetch(request), {
    conditions,
    elapsed: () => time.now() - badSince,
    database: server.sqlite(),
  });
  const laptop = await loopingDevice({
    name: 'laptop',
    user,
    time,
    random,
    tabs: conditions.tabs,
    old,
    link: slowLink(time, {
      server: (request) => time.during(Promise.resolve(serve(request))),
      cookie,
      conditions: { ...conditions, drawCut: () => drawCut(conditions, random) },
    }),
  });
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const tablet = await openLibrary(user, { random: random.words, now: time.now, indexedDb });

  await furnish(tablet);
  await sync(tablet, 'tablet');
  await sync(laptop.library, 'laptop');
  const before = head();
  const { sentBytes, poisoned } = await editOffline(laptop.library, { conditions, random });
  await removeElsewhere(tablet, conditions);
  await sync(tablet, 'tablet');
  const backlogBytes = await createElsewhere(tablet, { conditions, random });
  await sync(tablet, 'tablet');
  badSince = time.now();
  return {
    time,
    conditions,
    laptop,
    head,
    headBefore: head(),
    // Each row of the backlog has some 500 bytes besides its text.
    owedBytes: sentBytes + backlogBytes + (head() - before) * 500 + conditions.edits.count * 500,
    isPoisoned: (key) => poisoned.has(key),
    async [Symbol.asyncDispose]() {
      laptop.stop();
      tablet.db.close();
      server[Symbol.dispose]();
      time[Symbol.dispose]();
    },
  };
}

async function furnish(library: Library): Promise<void> {
  await commit(library, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [2] });
  await commit(library, 'createProject', { id: 1, name: 'Kept', color: 'red' });
  await commit(library, 'createProject', { id: 2, name: 'Removed later', color: 'teal' });
  for (let id = 1; id <= prompts; id += 1) {
    const projectId = id % 2 === 0 ? 1 : 2;
    await commit(library, 'createPrompt', { id, title: `Prompt ${id}`, content: `Text ${id}`, projectId });
  }
}

/** Edits in the prompts of the first project, one after the other; one of them may be the poisoned one. */
async function editOffline(
  library: Library,
  { conditions, random }: { conditions: Conditions; random: SeededRandom },
): Promise<{ sentBytes: number; poisoned: Set<RowKey> }> {
  const poisoned = new Set<RowKey>();
  const { count, bytes } = conditions.edits;
  const choked = conditions.poison === null ? -1 : random.below(count);
  let sentBytes = 0;
  for (let edit = 0; edit < count; edit += 1) {
    const id = ((edit * 2) % prompts) + 2;
    const shown = (await promptOf(library, id))?.content ?? '';
    const text = anyText(random, Math.ceil(bytes * (0.2 + 0.8 * random.next())));
    const content = edit === choked ? `${text}\n${poison}` : text;
    if (edit === choked) poisoned.add(`prompt:${id}`);
    sentBytes += content.length;
    const outcome = await commit(library, 'setContent', { id, content, base: shown });
    if (!outcome.ok) throw new Error(`an edit was refused: ${outcome.code}`);
  }
  return { sentBytes, poisoned };
}

/** The backlog begins with its deletions. */
async function removeElsewhere(library: Library, { backlog }: Conditions): Promise<void> {
  const { prompts: all } = await outlineOf(library);
  for (const { id } of all.filter(({ projectId }) => projectId === 2).slice(0, backlog.deleted))
    await commit(library, 'deletePrompt', { id });
}

/** Fills the feed with what the laptop has to pull when it is back. */
async function createElsewhere(
  library: Library,
  { conditions, random }: { conditions: Conditions; random: SeededRandom },
): Promise<number> {
  let bytes = 0;
  for (let index = 0; index < conditions.backlog.created; index += 1) {
    const content = anyText(random, 200 + random.below(Math.ceil(conditions.edits.bytes)));
    bytes += content.length;
    const id = 1_000 + index;
    await commit(library, 'createPrompt', { id, title: `Made elsewhere ${id}`, content, projectId: 1 });
  }
  return bytes;
}

/** Letters without sense: as compressible as letters are, and no more. */
function anyText(random: SeededRandom, bytes: number): string {
  const words = random.words(new Uint32Array(Math.ceil(bytes / 6)));
  return [...words]
    .map((word) => word.toString(36).slice(0, 5))
    .join(' ')
    .slice(0, bytes);
}
