/**
 * Reads a device's outbox for what watches it, and reads it again only after a write to it. A world is watched around
 * every delivery, and most deliveries do not touch the outbox.
 */
import type Dexie from 'dexie';
import type { DBCore } from 'dexie';
import type { EntryHead } from '#shared/sync/outbox.ts';
import type { Library } from '../../web/data/database/library.ts';

export type OutboxSnapshot = {
  /** For Dexie's `addons`: sees each write, also of a transaction that is aborted later. */
  addon(db: Dexie): void;
  read(library: Library): Promise<readonly EntryHead[]>;
};

export function outboxSnapshot(): OutboxSnapshot {
  let writes = 0;
  let last: { writes: number; entries: Awaited<ReturnType<OutboxSnapshot['read']>> } | null = null;
  const create = (core: DBCore): Partial<DBCore> => {
    writes += 1;
    return {
      table(name) {
        const table = core.table(name);
        if (name !== 'outbox') return table;
        return {
          ...table,
          mutate(request) {
            writes += 1;
            return table.mutate(request);
          },
        };
      },
    };
  };
  return {
    addon: (db) => void db.use({ stack: 'dbcore', name: 'outbox-snapshot', create }),
    async read({ db }) {
      if (last?.writes === writes) return last.entries;
      // Counted before reading: what is written meanwhile makes this snapshot an old one.
      const before = writes;
      const entries = await db.outbox.toArray();
      last = { writes: before, entries };
      return entries;
    },
  };
}
