/**
 * Keeps a database usable where the browser closes its connection under the app: iPadOS does so to a page that it
 * resumes, WebKit when its storage process ends, every browser when it runs short of memory.
 *
 * 1. Dexie opens the database again for the next operation. The screens then read again: a query that was broken off
 *    would otherwise show what it showed before, until the next change.
 * 2. WebKit fails requests with an UnknownError and not with the connection's end: it is taken for that end.
 * 3. A write that was broken off is repeated once. Whether it was on the disk before the loss is not known; rows have
 *    their ids before they are written, and a mutation that changes nothing makes no entry.
 * 4. A connection that the app itself closed stays closed.
 */
import Dexie, { type DBCore, RangeSet } from 'dexie';

/** WebKit: "Connection to Indexed Database server lost. Refresh the page to try again". Chromium: "Connection is closing." */
const lostConnection = /\bconnection\b.*\b(lost|closed|closing)\b/i;

const brokenOff = [
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'TransactionInactiveError',
  'UnknownError',
];

/** Call it before the database is opened. */
export function reopenOnLoss(db: Dexie): void {
  let isLost = false;
  db.on('close', () => {
    isLost = true;
  });
  const readAgain = () => Dexie.on.storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) });
  const onOpening = () => {
    // Not before it is open: a database of the same name that is not the library any more is refused.
    if (isLost) db.open().then(readAgain, () => undefined);
    isLost = false;
  };
  db.on('ready', onOpening, true);
  db.use({ stack: 'dbcore', name: 'connection-loss', create: (core) => endingConnections(db, core) });
}

/** Runs a write of one transaction, and runs it once more where the browser broke it off. */
export async function repeatOnLoss<Result>(db: Dexie, write: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isBrokenOff(error) || db.hasBeenClosed()) throw error;
    return await write();
  }
}

function endingConnections(db: Dexie, core: DBCore): Partial<DBCore> {
  const ended = (error: unknown): never => {
    if (!isNamed(error, ['UnknownError']) || !lostConnection.test(error.message)) throw error;
    if (!db.hasBeenClosed()) db.close({ disableAutoOpen: false });
    throw new Dexie.DatabaseClosedError(error.message);
  };
  return {
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        get: (request) => table.get(request).catch(ended),
        getMany: (request) => table.getMany(request).catch(ended),
        query: (request) => table.query(request).catch(ended),
        openCursor: (request) => table.openCursor(request).catch(ended),
        count: (request) => table.count(request).catch(ended),
        mutate: (request) => table.mutate(request).catch(ended),
      };
    },
  };
}

/** A full disk aborts a transaction as well, and would do it again. */
function isBrokenOff(error: unknown): boolean {
  if (!isNamed(error, brokenOff)) return false;
  return !('inner' in error && isNamed(error.inner, ['QuotaExceededError']));
}

function isNamed(error: unknown, names: readonly string[]): error is Error {
  return error instanceof Error && names.includes(error.name);
}
