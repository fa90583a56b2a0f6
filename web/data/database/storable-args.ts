import type { Transaction } from 'dexie';
import { storable } from '#shared/model/text.ts';

/** The escape of U+0000 in JSON, as notes are stored. */
const escapedNull = /(?<!\\)((?:\\\\)*)\\u0000/g;

/**
 * Arguments of an earlier release with U+FFFD in place of what is refused today, so that they can still be sent.
 * The text that a change was made upon stays as it is stored. Returns the very arguments where nothing is in them.
 */
export function storableArgs(args: unknown): unknown {
  if (typeof args === 'string') return storable(args);
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const changed = Object.entries(args).map(([key, value]): [string, unknown] => {
    if (key === 'base' || key === 'baseNotes') return [key, value];
    const text = storableArgs(value);
    const isNotes = key === 'notes' && typeof text === 'string';
    return [key, isNotes ? text.replace(escapedNull, '$1\\ufffd') : text];
  });
  const before: Record<string, unknown> = { ...args };
  return changed.some(([key, value]) => value !== before[key]) ? Object.fromEntries(changed) : args;
}

/**
 * Upgrades the entries that the server has not taken. One whose outcome is unknown stays: under its key the server
 * knows these very arguments.
 */
export async function makeArgsStorable(transaction: Transaction): Promise<void> {
  const keysOf = (state: 'sent' | 'acknowledged') =>
    transaction
      .table('outbox')
      .where('[state+number]')
      .between([state, Number.NEGATIVE_INFINITY], [state, Number.POSITIVE_INFINITY])
      .primaryKeys();
  const known = new Set([...(await keysOf('sent')), ...(await keysOf('acknowledged'))]);
  await transaction
    .table<{ position: number; args: unknown }>('outboxArgs')
    .toCollection()
    .modify((entry) => {
      const args = known.has(entry.position) ? entry.args : storableArgs(entry.args);
      if (args === entry.args) return false;
      entry.args = args;
      return true;
    });
}
