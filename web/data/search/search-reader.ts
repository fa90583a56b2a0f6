/**
 * Reads what a search holds in memory, and then only what was changed, by the log of changes.
 *
 * 1. The library is read in portions, each a transaction of its own: what changes meanwhile is in the log.
 * 2. Changes are taken in at once, after they were read: a search beside it finds all texts of one moment.
 */
import type { Stored } from '#shared/kinds/row.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { promptChangesAfter } from '../rows/prompt-changes.ts';
import type { SearchedPrompts } from './searched-prompts.ts';

export type SearchReader = {
  bringUpToDate(): Promise<void>;
  /** As it was when all was brought up to date last. */
  projectName(projectId: number): string;
};

const rowsTogether = 500;

export function createSearchReader(db: LibraryDb, prompts: SearchedPrompts): SearchReader {
  let upTo: number | null = null;
  let names: ReadonlyMap<number, string> = new Map();

  function put({ id, row: { title, projectId, content } }: Stored<'prompt'>): void {
    prompts.put({ id, title, projectId, content });
  }

  async function load(): Promise<void> {
    const { stamp } = await promptChangesAfter(db, null);
    prompts.clear();
    for (let last = -1; ; ) {
      const rows = await db.prompts.where('id').above(last).limit(rowsTogether).toArray();
      for (const stored of rows) put(stored);
      const newest = rows.at(-1);
      if (newest === undefined || rows.length < rowsTogether) break;
      last = newest.id;
    }
    upTo = stamp;
  }

  /** Inside the caller's transaction. Returns false where the log does not reach back. */
  async function catchUp(): Promise<boolean> {
    const { stamp, ids } = await promptChangesAfter(db, upTo);
    if (ids === 'all') return false;
    const wanted = [...ids];
    const changed = wanted.length === 0 ? [] : await db.prompts.bulkGet(wanted);
    for (const [index, id] of wanted.entries()) {
      const stored = changed[index];
      if (stored === undefined) prompts.remove(id);
      else put(stored);
    }
    upTo = stamp;
    return true;
  }

  /** In one transaction, so that texts and names are of the same moment. Returns false as `catchUp` does. */
  function refresh(): Promise<boolean> {
    return db.transaction('r', db.prompts, db.promptChanges, db.projects, async () => {
      if (!(await catchUp())) return false;
      names = new Map((await db.projects.toArray()).map(({ id, row: { name } }) => [id, name]));
      return true;
    });
  }

  return {
    async bringUpToDate() {
      if (upTo === null) await load();
      while (!(await refresh())) await load();
    },
    projectName: (projectId) => names.get(projectId) ?? '',
  };
}
