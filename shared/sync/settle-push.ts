/**
 * Settles the answer to a push: it changes the states of the outbox and nothing else.
 *
 * 1. A whole answer is settled at once, in one transaction of the caller.
 * 2. Where a predecessor was not applied, an entry that was sent upon it was not either: it is free again.
 * 3. Where a predecessor was applied, what was sent upon it gets the revision that it left as its base.
 */
import { classifyResult } from './classify-answer.ts';
import { type EntryHead, inOrder, transition } from './outbox.ts';
import type { PushAnswer, PushResult } from './wire.ts';

/** `failed`: those that the server failed on, by itself. `busy`: it takes nothing now, whatever it is. */
export type Settled<Entry> = {
  changed: Entry[];
  signIn: boolean;
  failed: Entry[];
  busy: 'rate' | 'full' | null;
};

/**
 * Settles each entry that the answer names, and each sent one whose base depends on one that was settled.
 * `entries`: all that are sent, and every earlier writer of their targets. Results that name none of them (an
 * old duplicate) are passed over.
 */
export function settlePush<Entry extends EntryHead>(
  entries: readonly Entry[],
  answer: PushAnswer,
  keyOf: (entry: Entry) => string,
): Settled<Entry> {
  const results = new Map(answer.results.map((result) => [result.key, result]));
  const settled: Settled<Entry> = { changed: [], signIn: false, failed: [], busy: null };
  /** Rows whose latest earlier writer was answered just now: the revision it left, or that it left none. */
  const left = new Map<string, number | 'notApplied'>();
  for (const entry of inOrder(entries)) {
    const result = results.get(keyOf(entry));
    const next =
      entry.state === 'sent' && result !== undefined
        ? settleOne(entry, result, { answer, settled })
        : settleFollower(entry, left.get(entry.target));
    if (next !== entry) settled.changed.push(next);
    for (const key of new Set([next.target, ...next.writes])) {
      if (next.state === 'acknowledged') {
        const rev = next.revs?.[key];
        if (rev !== undefined) left.set(key, rev);
      } else if (next.state === 'stale' || next.state === 'refused') {
        left.set(key, 'notApplied');
      } else {
        // Still open: what comes after it is upon what this one will leave.
        left.delete(key);
      }
    }
  }
  return settled;
}

function settleOne<Entry extends EntryHead>(
  entry: Entry,
  result: PushResult,
  context: { answer: PushAnswer; settled: Settled<Entry> },
): Entry {
  const outcome = classifyResult(result.status, result.body);
  switch (outcome.kind) {
    case 'acknowledged':
      return {
        ...transition(entry, 'acknowledged'),
        seq: result.seq ?? context.answer.seq,
        revs: result.revs ?? (result.rev === undefined ? {} : { [entry.target]: result.rev }),
      };
    case 'stale':
      return transition(entry, 'stale');
    case 'refused':
      return { ...transition(entry, 'refused'), problem: outcome.problem };
    case 'signIn':
      context.settled.signIn = true;
      return entry;
    case 'again':
      if (outcome.reason === 'server') context.settled.failed.push(entry);
      else context.settled.busy = outcome.reason;
      return entry;
  }
}

/** An entry of another push, still open, whose predecessor was answered now. */
function settleFollower<Entry extends EntryHead>(
  entry: Entry,
  left: number | 'notApplied' | undefined,
): Entry {
  if (entry.state !== 'sent' || entry.ifMatch !== null || !entry.guarded || left === undefined) return entry;
  return left === 'notApplied' ? transition(entry, 'stale') : { ...entry, ifMatch: left };
}
