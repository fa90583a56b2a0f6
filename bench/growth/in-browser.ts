/**
 * Runs what `client-operations.ts` measures, inside a real browser: the app's own local database and rounds, on
 * IndexedDB as the browser has it, with a server that takes everything and answers at once.
 */
import type { Answer } from '#shared/sync/classify-answer.ts';
import type { Change } from '#shared/sync/wire.ts';
import { type PushMutation, PushRequest } from '#shared/sync/wire.ts';
import { binItems } from '../../web/data/bin/bin-items.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { renamer, updateReferences } from '../../web/data/commit/update-references.ts';
import {
  deleteLibrary,
  type Library,
  type LibraryDeps,
  openLibrary,
} from '../../web/data/database/library.ts';
import { countUnsent } from '../../web/data/drafts/unsent.ts';
import { applyPull } from '../../web/data/feed/apply-pull.ts';
import { outboxCounts } from '../../web/data/outbox/outbox-counts.ts';
import { outlineOf } from '../../web/data/queries/queries.ts';
import { findReferrers } from '../../web/data/queries/referrers.ts';
import { createPromptSearch } from '../../web/data/search/prompt-search.ts';
import { imported, libraryJson } from '../../web/data/testing/import-scene.ts';
import { exportLibrary } from '../../web/data/transfer/library-export.ts';
import type { ApiRequest } from '../../web/platform/api-client.ts';
import { draftStorage } from '../../web/platform/draft-storage.ts';
import { createLink } from '../../web/sync/link.ts';
import { rejoin } from '../../web/sync/rejoin.ts';
import { syncRound } from '../../web/sync/sync-round.ts';
import { words } from '../figures.ts';

const user = { id: 1, username: 'bench', displayName: 'Bench' };
const at = '2026-01-01T00:00:00.000Z';
const page = 500;
const projectId = 1;
const drafts = draftStorage(window);
const deps: LibraryDeps = { random: (array) => crypto.getRandomValues(array), now: Date.now, drafts };

type Run = () => Promise<unknown>;

/** Each fills a library of `size` and returns what is measured on it. */
const scenes: Readonly<Record<string, (library: Library, size: number) => Promise<Run>>> = {
  'ten commits': async (library, size) => {
    await fillWaiting(library, size);
    let turn = 0;
    return async () => {
      for (let id = 1; id <= 10; id += 1) {
        turn += 1;
        await commit(library, 'updatePrompt', { id, title: `Title ${turn}` });
      }
    };
  },
  'ten counts for the chip': async (library, size) => {
    await fillWaiting(library, size);
    return () => repeat(10, () => outboxCounts(library));
  },
  'ten counts for signing out': async (library, size) => {
    await fillWaiting(library, size);
    return () => repeat(10, () => countUnsent(library, drafts));
  },
  drain: async (library, size) => {
    await fillWaiting(library, size);
    return async () => {
      const result = await syncRound({ ...roundDeps(library), send: takesEverything() });
      if (result.kind !== 'done') throw new Error(JSON.stringify(result));
    };
  },
  pull: async (library, size) => async () => fillConfirmed(library, size),
  'keep mine': async (library, size) => {
    await fillConfirmed(library, size);
    return async () => {
      const result = await rejoin({ ...roundDeps(library), send: takesEverything() }, 'mine');
      if (result.kind !== 'done') throw new Error(JSON.stringify(result));
    };
  },
  'keep mine with versions': async (library, size) => {
    await fillConfirmed(library, size, 3);
    return async () => {
      const result = await rejoin({ ...roundDeps(library), send: takesEverything() }, 'mine');
      if (result.kind !== 'done') throw new Error(JSON.stringify(result));
    };
  },
  'delete of the project with versions': async (library, size) => {
    await fillConfirmed(library, size, 3);
    return () => commit(library, 'deleteProject', { id: projectId });
  },
  'delete of the project': async (library, size) => {
    await fillConfirmed(library, size);
    return () => commit(library, 'deleteProject', { id: projectId });
  },
  'delete, sent and pulled': async (library, size) => {
    await fillConfirmed(library, size);
    await commit(library, 'deleteProject', { id: projectId });
    return async () => {
      const result = await syncRound({ ...roundDeps(library), send: takesEverything(size) });
      if (result.kind !== 'done') throw new Error(JSON.stringify(result));
      const { waiting } = await outboxCounts(library);
      if (waiting > 0) throw new Error(`${waiting} wait.`);
    };
  },
  'ten outlines': async (library, size) => {
    await fillConfirmed(library, size);
    return () => repeat(10, () => outlineOf(library));
  },
  'first search': async (library, size) => {
    await fillConfirmed(library, size);
    return () => createPromptSearch(library.db)('nowhere at all');
  },
  'ten searches': async (library, size) => {
    await fillConfirmed(library, size);
    const search = createPromptSearch(library.db);
    return () => repeat(10, () => search('nowhere at all'));
  },
  'list of the bin': async (library, size) => {
    await fillConfirmed(library, size);
    for (let first = 1; first <= size; first += page) {
      const ids = Array.from({ length: Math.min(page, size - first + 1) }, (_, index) => first + index);
      const changes = ids.map(
        (id): Change => ({ type: 'prompt', id, seq: size + 1 + id, rev: 2, deleted: true }),
      );
      await applyPull(
        library,
        { cursor: `bench.${size + first + changes.length}`, more: true, changes },
        { allowRemovals: true },
      );
    }
    return async () => {
      const { length } = await binItems(library);
      if (length !== size) throw new Error(`${length} are in the bin.`);
    };
  },
  'where a prompt is used': async (library, size) => {
    await fillReferences(library, size);
    return () => findReferrers(library, ({ title }) => title === 'Prompt 1');
  },
  'update of references': async (library, size) => {
    await fillReferences(library, size);
    let turn = 1;
    return async () => {
      const [from, to] = [`Prompt ${turn}`, `Prompt ${-turn}`];
      turn = -turn;
      await commit(library, 'updatePrompt', { id: 1, title: to });
      const renaming = { from: { project: 'Bench', title: from }, to: { project: 'Bench', title: to } };
      const rename = renamer(renaming, await outlineOf(library));
      const referrers = await findReferrers(library, (name) => rename(name) !== null);
      if (referrers.length !== size / 10) throw new Error(`${referrers.length} refer to it.`);
      for (const { id } of referrers) await updateReferences(library, id, rename);
    };
  },
  export: async (library, size) => {
    await fillConfirmed(library, size);
    return () => exportLibrary(library);
  },
  import: async (library, size) => {
    await fillConfirmed(library, size);
    const file = await exportLibrary(library);
    const prompts = file.prompts.map((prompt) => ({ ...prompt, id: prompt.id + 1_000_000 }));
    return () => imported(library, libraryJson({ ...file, prompts }));
  },
};

async function repeat(times: number, act: Run): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await act();
}

const roundDeps = (library: Library) => ({
  library,
  now: Date.now,
  device: 'bench',
  link: createLink(),
});

function promptOf(id: number) {
  return { id, title: `Prompt ${id}`, content: words(1024, id), projectId };
}

/** Prompts, each with so many versions, that the server has confirmed, as pages of its feed. */
async function fillConfirmed(
  library: Library,
  size: number,
  versions = 0,
  textOf = (id: number) => words(1024, id),
): Promise<void> {
  const rows = 1 + versions;
  for (let first = 0; first < size; first += page) {
    const count = Math.min(page, size - first);
    const changes = Array.from({ length: count }, (_, index) =>
      promptChanges(first + index + 1, versions, textOf),
    );
    const all = first === 0 ? [projectChange, ...changes.flat()] : changes.flat();
    const last = first + count;
    await applyPull(
      library,
      { cursor: `bench.${last * rows + 1}`, more: last < size, changes: all },
      { allowRemovals: false },
    );
  }
}

function promptChanges(id: number, versions: number, textOf: (id: number) => string): Change[] {
  const seq = (id - 1) * (1 + versions) + 2;
  const prompt = { ...promptOf(id), content: textOf(id), notes: '', createdAt: at, lastVersion: versions };
  const saved = Array.from({ length: versions }, (_, index): Change => {
    const version = index + 1;
    const texts = { content: words(1024, id + version), description: `Saved ${version}` };
    const none = { original: null, conflict: null };
    const row = { id: id * 10 + version, promptId: id, version, createdAt: at, ...texts, ...none };
    return { type: 'version', id: row.id, seq: seq + version, rev: 1, row };
  });
  return [{ type: 'prompt', id, seq, rev: 1, row: prompt }, ...saved];
}

const projectChange: Change = {
  type: 'project',
  id: projectId,
  seq: 1,
  rev: 1,
  row: { id: projectId, name: 'Bench', color: 'red', createdAt: at },
};

/** Prompts of 2 KB, of which every tenth inserts the first one. */
async function fillReferences(library: Library, size: number): Promise<void> {
  await fillConfirmed(library, size, 0, (id) => {
    const text = words(2048, id);
    return id % 10 === 0 ? `${text}{{> Bench/Prompt 1}}\n` : text;
  });
}

/** Creations that were never sent, with what they created. */
async function fillWaiting(library: Library, size: number): Promise<void> {
  const prompts = Array.from({ length: size }, (_, index) => {
    return { ...promptOf(index + 1), notes: '', createdAt: at, lastVersion: 0 };
  });
  const empty = await exportLibrary(library);
  const projects = [{ id: projectId, name: 'Bench', color: 'red' as const, createdAt: at }];
  await imported(library, libraryJson({ ...empty, projects, prompts }));
  const { waiting } = await outboxCounts(library);
  if (waiting < size) throw new Error(`${waiting} of ${size} wait.`);
}

/** A server that takes every creation and deletion, and whose feed says so; `rows`: what it has at first. */
function takesEverything(rows = 0): (request: ApiRequest) => Promise<Answer> {
  let seq = rows + 1;
  const changes: Change[] = [];
  const live = new Set(Array.from({ length: rows }, (_, index) => index + 1));
  const changed = (change: Change): [string, number] => {
    seq = change.seq;
    changes.push(change);
    return [`${change.type}:${change.id}`, change.rev];
  };
  const take = ({ key, method, path, body }: PushMutation) => {
    const own = Number(key.split(':')[1]);
    const id = Number(Object(body).id);
    const made: [string, number][] = [];
    if (method === 'POST' && path === '/api/prompts') {
      const { content: _content, ...row } = { ...Object(body), notes: '', createdAt: at, lastVersion: 0 };
      live.add(id);
      made.push(changed({ type: 'prompt', id, seq: seq + 1, rev: 1, ownNumber: own, row }));
    } else if (method === 'POST' && path === '/api/projects') {
      const row = { ...Object(body), createdAt: at };
      made.push(changed({ type: 'project', id, seq: seq + 1, rev: 1, ownNumber: own, row }));
    } else if (method === 'DELETE') {
      for (const prompt of live) {
        made.push(
          changed({ type: 'prompt', id: prompt, seq: seq + 1, rev: 2, ownNumber: own, deleted: true }),
        );
      }
      made.push(
        changed({ type: 'project', id: projectId, seq: seq + 1, rev: 2, ownNumber: own, deleted: true }),
      );
    }
    return { key, status: 200, seq, revs: Object.fromEntries(made) };
  };
  return async ({ path, body }) => {
    const push = PushRequest.safeParse(body);
    if (push.success) {
      const results = push.data.mutations.map(take);
      return { status: 200, retryAfter: null, body: { seq, results } };
    }
    const since = Number(/since=\w+\.(\d+)/.exec(path)?.[1] ?? 0);
    const limit = Number(/limit=(\d+)/.exec(path)?.[1] ?? page);
    const first = changes.findIndex((change) => change.seq > since);
    const given = first < 0 ? [] : changes.slice(first, first + limit);
    const to = given.at(-1)?.seq ?? seq;
    return {
      status: 200,
      retryAfter: null,
      body: { cursor: `bench.${to}`, more: to < seq && given.length > 0, changes: given },
    };
  };
}

let prepared: { library: Library; run: Run } | undefined;

/** Called from outside; one at a time. */
Object.assign(globalThis, {
  async prepareOperation(name: string, size: number) {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`There is no operation named ${name}.`);
    await deleteLibrary(user, deps);
    const library = await openLibrary(user, deps);
    prepared = { library, run: await scene(library, size) };
  },
  /** Resolves to the longest task of the page meanwhile, in milliseconds; 0 where none took 50. */
  async runOperation() {
    const tasks: number[] = [];
    const note = (list: readonly PerformanceEntry[]) => tasks.push(...list.map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'longtask' });
    await prepared?.run();
    // A task is known of once it has ended, and so has the one that this promise continues in.
    await new Promise((resolve) => setTimeout(resolve));
    note(observer.takeRecords());
    observer.disconnect();
    return Math.max(0, ...tasks);
  },
  async closeOperation() {
    prepared?.library.db.close();
    await deleteLibrary(user, deps);
  },
});
