/**
 * Reads what a search holds in memory, and then only what was changed, by the log of changes.
 *
 * 1. The library is read in portions, each a transaction of its own: what changes meanwhile is in the log.
 * 2. Changes are taken in at once, after they were read: a search beside it finds all texts of one moment.
 * 3. A prompt of which anything has changed is read with all of its versions.
 * 4. Versions are read from the newest: where there is no room for all of them, the oldest are left out.
 */
import type { Table } from 'dexie';
import type { Stored } from '#shared/kinds/row.ts';
import { parseNotes } from '#shared/merge/merge-notes.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { promptChangesAfter } from '../rows/prompt-changes.ts';
import { readVersionsOf } from '../rows/shown-rows.ts';
import type { SearchedPrompt, SearchedPrompts, SearchedVersion } from './searched-prompts.ts';

export type SearchReader = {
  bringUpToDate(): Promise<void>;
  /** As it was when all was brought up to date last. */
  projectName(projectId: number): string;
};

const rowsTogether = 500;

export function createSearchReader(db: LibraryDb, prompts: SearchedPrompts): SearchReader {
  let upTo: number | null = null;
  let names: ReadonlyMap<number, string> = new Map();

  const put = (stored: Stored<'prompt'>) => prompts.put(searchedPrompt(stored));
  const putVersion = ({ id, row }: Stored<'version'>) => prompts.putVersion({ ...searchedVersion(row), id });

  async function load(): Promise<void> {
    const { stamp } = await promptChangesAfter(db, null);
    prompts.clear();
    await inPortions(db.prompts, put);
    await inPortions(db.versions, putVersion);
    upTo = stamp;
  }

  /** Inside the caller's transaction. Returns false where the log does not reach back. */
  async function catchUp(): Promise<boolean> {
    const { stamp, ids } = await promptChangesAfter(db, upTo);
    if (ids === 'all') return false;
    const wanted = [...ids];
    if (wanted.length === 0) return true;
    const [changed, versions] = await Promise.all([db.prompts.bulkGet(wanted), readVersionsOf(db, wanted)]);
    for (const [index, id] of wanted.entries()) {
      const stored = changed[index];
      if (stored === undefined) prompts.remove(id);
      else put(stored);
    }
    const there = new Set(versions.map(({ id }) => id));
    for (const id of wanted) prompts.keepVersions(id, there);
    for (const version of versions) putVersion(version);
    upTo = stamp;
    return true;
  }

  /** In one transaction, so that texts and names are of the same moment. Returns false as `catchUp` does. */
  function refresh(): Promise<boolean> {
    return db.transaction('r', db.prompts, db.versions, db.promptChanges, db.projects, async () => {
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

function searchedPrompt({ id, row }: Stored<'prompt'>): SearchedPrompt {
  const { title, projectId, content, notes, createdAt, attributes } = row;
  const placed = attributes?.labels?.filter(({ versionId }) => versionId !== null) ?? [];
  return {
    ...{ id, title, projectId, content, createdAt, tags: attributes?.tags ?? [] },
    notes: parseNotes(notes).map((note) => note.content),
    labels: placed.map(({ label }) => label),
  };
}

/** Leaves out what is not searched: it would be held as well. */
function searchedVersion(row: Stored<'version'>['row']): Omit<SearchedVersion, 'id'> {
  const { promptId, version, description, content, createdAt } = row;
  return { promptId, version, description, content, createdAt };
}

/** Reads a whole table, the newest rows first. */
async function inPortions<Row extends { readonly id: number }>(
  table: Table<Row, number>,
  take: (row: Row) => void,
): Promise<void> {
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    const rows = await table.where('id').below(last).reverse().limit(rowsTogether).toArray();
    for (const row of rows) take(row);
    const oldest = rows.at(-1);
    if (oldest === undefined || rows.length < rowsTogether) return;
    last = oldest.id;
  }
}
