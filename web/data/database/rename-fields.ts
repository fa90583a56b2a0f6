/** Renames fields of rows and of waiting changes as earlier releases named them; runs inside the upgrade to version 8. */
import type { Transaction } from 'dexie';

type Fields = Record<string, unknown>;

/** Returns the arguments of a change as this release names them: the very same where nothing was renamed. */
export function renamedArgs(args: unknown): unknown {
  if (!isFields(args)) return args;
  const { keep, again, seen, ...rest } = args;
  const isOldSeen = isFields(seen) && 'own' in seen;
  if (keep === undefined && again === undefined && !isOldSeen) return args;
  return {
    ...rest,
    ...(keep === undefined ? {} : { preserve: keep }),
    ...(again === undefined ? {} : { onConflict: onConflict(again) }),
    ...(seen === undefined ? {} : { seen: isOldSeen ? renamedSeen(seen) : seen }),
  };
}

/** The same meaning was `true`, the id of a version, or the version that preserves a text. */
function onConflict(again: unknown): unknown {
  if (again === true) return 'update';
  return typeof again === 'number' ? { saveAs: again } : { preserve: again };
}

function renamedSeen({ own, ...rest }: Fields): Fields {
  return { ...rest, beforeNumber: own };
}

/**
 * Pages of the feed that were fetched and not applied are dropped: they are fetched again, in this release's names.
 * `heldFeed`: the key under which it is noted how many there are.
 */
export async function renameFields(transaction: Transaction): Promise<void> {
  await transaction
    .table<{ args: unknown }>('outboxArgs')
    .toCollection()
    .modify((entry) => {
      const args = renamedArgs(entry.args);
      if (args === entry.args) return false;
      entry.args = args;
      return true;
    });
  await transaction.table<Fields>('resources').toCollection().modify(renameMeant);
  await transaction
    .table<{ stored: Fields | null }>('confirmed')
    .toCollection()
    .modify(({ stored }) => stored !== null && renameMeant(stored));
  await transaction.table('heldPages').clear();
  await transaction.table('meta').delete('heldFeed');
}

function renameMeant(stored: Fields): boolean {
  if (stored.meant === undefined) return false;
  stored.userSeq = stored.meant;
  delete stored.meant;
  return true;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
