/** A disk that runs full under IndexedDB, between any two writes of a transaction. */
import Dexie, { type DBCore } from 'dexie';

/** How many more writes it takes; null: it has room for all. */
export type Room = { writes: number | null };

/** For Dexie's `addons`. */
export function storageWith(room: Room): (db: Dexie) => void {
  const isFull = () => {
    if (room.writes === null) return false;
    room.writes = Math.max(0, room.writes - 1);
    return room.writes === 0;
  };
  const create = (core: DBCore): Partial<DBCore> => ({
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) =>
          (request.type === 'put' || request.type === 'add') && isFull()
            ? Dexie.Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'))
            : table.mutate(request),
      };
    },
  });
  return (db) => void db.use({ stack: 'dbcore', name: 'full-storage', create });
}
