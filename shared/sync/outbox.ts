/**
 * The outbox: what this device changed and the server has not confirmed yet.
 *
 *   queued -> sent -> acknowledged -> (confirmed: removed by the pull that brings its rows)
 *                 \-> stale (412: pull, rebase, queued again under a new number)
 *                 \-> refused (shown to the person; what depends on it is held)
 *
 * 1. An entry leaves only with a stored answer of the server, or by a person's explicit act.
 * 2. `sent` means: the outcome is unknown until an answer comes. Such an entry is repeated under the same
 *    number with the same words, and is never rewritten.
 * 3. `position` is the order of a person's acts and never changes; `number` names one attempt to say it.
 */
import { z } from 'zod';
import type { RowKey } from '#shared/kinds/row.ts';
import { FieldError, ProblemCode } from '#shared/model/problem.ts';
import { creations, MutationName } from '#shared/mutations/registry.ts';

export const EntryState = z.enum(['queued', 'sent', 'stale', 'acknowledged', 'refused']);
export type EntryState = z.infer<typeof EntryState>;

/** `server`: it fails on this entry; `link`: the connection breaks off whenever this entry is sent. */
const TroubleReason = z.enum(['server', 'link']);
export type TroubleReason = z.infer<typeof TroubleReason>;

const Key = z.custom<RowKey>((value) => typeof value === 'string' && value.includes(':'));

export const OutboxEntry = z.object({
  position: z.int().positive(),
  number: z.int().positive(),
  name: MutationName,
  args: z.unknown(),
  lane: z.enum(['text', 'structure', 'uiState']),
  target: Key,
  /** Whether the target must stand as this client last saw it (`If-Match`). */
  guarded: z.boolean(),
  /** Rows the mutation wrote when it was committed, and rows that must exist before it makes sense. */
  writes: z.array(Key),
  needs: z.array(Key),
  state: EntryState,
  /** The revision it was first sent upon; null while unsent, or where its predecessor's answer decides. */
  ifMatch: z.int().nonnegative().nullable(),
  /** From the answer: where in the feed its effect is, and the revisions it gave to its rows. */
  seq: z.int().nonnegative().optional(),
  revs: z.record(z.string(), z.int().nonnegative()).optional(),
  problem: z
    .object({ code: ProblemCode, detail: z.string().optional(), errors: z.array(FieldError).optional() })
    .optional(),
  attempts: z.int().nonnegative(),
  /** It failed while others passed: how often, and when it is tried again, alone. Without a reason: the server failed on it. */
  trouble: z
    .object({ tries: z.int().positive(), notBefore: z.iso.datetime(), reason: TroubleReason.optional() })
    .optional(),
  /** This device's clock, for words and provisional dates only. */
  createdAt: z.iso.datetime(),
});
export type OutboxEntry = z.infer<typeof OutboxEntry>;

/**
 * An entry without its arguments, which may hold texts of megabytes: enough to order, count, choose and settle
 * entries.
 */
export type EntryHead = Omit<OutboxEntry, 'args'>;

const legal: Readonly<Record<EntryState, readonly EntryState[]>> = {
  queued: ['sent'],
  sent: ['acknowledged', 'stale', 'refused'],
  stale: ['queued', 'refused'],
  acknowledged: [],
  refused: ['queued'],
};

/** The entry in its new state. Throws on a transition that is not in the drawing above: that is a bug. */
export function transition<Entry extends EntryHead>(entry: Entry, state: EntryState): Entry {
  if (!legal[entry.state].includes(state)) throw new Error(`Outbox entry: ${entry.state} -> ${state}`);
  const next = { ...entry, state };
  delete next.trouble;
  return next;
}

export function creates(entry: Pick<OutboxEntry, 'name'>): boolean {
  return creations.has(entry.name);
}

/** Refused entries, and with each the ones that wait for it: `held`. */
export function heldEntries(entries: readonly EntryHead[]): Set<number> {
  const blockedWrites = new Set<RowKey>();
  const blockedCreations = new Set<RowKey>();
  const held = new Set<number>();
  for (const entry of inOrder(entries)) {
    const waits =
      entry.state !== 'refused' &&
      entry.state !== 'acknowledged' &&
      ([entry.target, ...entry.writes].some((key) => blockedWrites.has(key)) ||
        entry.needs.some((key) => blockedCreations.has(key)));
    if (waits) held.add(entry.position);
    if (!waits && entry.state !== 'refused') continue;
    for (const key of [entry.target, ...entry.writes]) blockedWrites.add(key);
    if (creates(entry)) blockedCreations.add(entry.target);
  }
  return held;
}

export function inOrder<Entry extends Pick<EntryHead, 'position'>>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => a.position - b.position);
}
