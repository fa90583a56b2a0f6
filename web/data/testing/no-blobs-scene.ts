/** A storage that refuses Blobs, as private sessions of WebKit do. For Dexie's `addons`. */
import Dexie, { type DBCore } from 'dexie';

export const engineSentence = 'Error preparing Blob/File data to be stored in object store';

export function refusingBlobs(db: Dexie): void {
  const create = (core: DBCore): Partial<DBCore> => ({
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) =>
          (request.type === 'put' || request.type === 'add') && request.values.some(holdsBlob)
            ? Dexie.Promise.reject(new DOMException(engineSentence, 'UnknownError'))
            : table.mutate(request),
      };
    },
  });
  db.use({ stack: 'dbcore', name: 'no-blobs', create });
}

function holdsBlob(value: unknown): boolean {
  if (value instanceof Blob) return true;
  if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer) return false;
  return Object.values(value).some(holdsBlob);
}
