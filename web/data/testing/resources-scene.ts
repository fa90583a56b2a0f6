/** Scenes with files: a library in memory with one project, and the server's word about its rows. */
import type { DexieOptions } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Resource } from '#shared/model/resource.ts';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { type AddedResource, addResource } from '../resources/resources.ts';

export const projectId = 1;

export type ResourceScene = {
  library: Library;
  clock: { at: number };
  /** Adds a text file; without a `name` it is called as its words are. */
  add(words: string, changes?: { name?: string; projectId?: number }): Promise<number>;
  /** The server says this of a row, at a new place in the feed. */
  pull(row: Resource): Promise<void>;
  /** The server takes everything that waits, and says of these files that it has their bytes. */
  confirm(...available: number[]): Promise<void>;
};

/** `addons`: of Dexie, for a storage that behaves like another browser's. */
export async function fileScene({ addons = [] }: Pick<DexieOptions, 'addons'> = {}): Promise<ResourceScene> {
  const clock = { at: Date.parse('2026-01-01T00:00:00Z') };
  const library = await openLibrary(
    { id: 1, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => crypto.getRandomValues(words),
      now: () => clock.at,
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange, addons },
    },
  );
  await commit(library, 'createProject', { id: projectId, name: 'P', color: 'red' });
  let seq = 0;
  async function pullRows(rows: { type?: 'project'; row: { id: number }; deleted?: true }[]): Promise<void> {
    const changes = rows.map(({ row, ...rest }) => {
      seq += 1;
      return { type: 'resource' as const, ...rest, id: row.id, seq, rev: seq, row };
    });
    await applyPull(library, { cursor: `e.${seq}`, more: false, changes }, { allowRemovals: true });
  }
  const scene: ResourceScene = {
    library,
    clock,
    async add(words, { name = `${words}.txt`, ...changes } = {}) {
      clock.at += 1;
      const added = await addResource(library, {
        projectId,
        file: textFile(words, name),
        name,
        description: '',
        ...changes,
      });
      if (!added.ok) throw new Error(added.message);
      return added.id;
    },
    pull: (row) => pullRows([{ row }]),
    async confirm(...available) {
      const { db } = library;
      const batch = await takeBatch(library);
      const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 200, seq, revs: {} }));
      await settleAnswer(library, { seq, results });
      const projects = (await db.projects.toArray()).map(({ row }) => ({ type: 'project' as const, row }));
      const rows = (await db.resources.toArray()).map(({ row }) => row);
      const shown = new Set(rows.map(({ id }) => id));
      const gone = (await db.confirmed.where('key').startsWith('resource:').toArray())
        .map(({ key }) => Number(key.slice('resource:'.length)))
        .filter((id) => !shown.has(id));
      await pullRows([
        ...projects,
        ...rows.map((row) => ({ row: { ...row, available: row.available || available.includes(row.id) } })),
        ...gone.map((id) => ({ row: { id }, deleted: true as const })),
      ]);
    },
  };
  return scene;
}

export function textFile(words: string, name: string, type = 'text/plain'): File {
  return new File([words], name, { type });
}

export function sentenceOf(added: AddedResource): string | null {
  return added.ok ? null : added.message;
}
