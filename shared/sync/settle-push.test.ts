import { expect, test } from 'vitest';
import type { OutboxEntry } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';
import { settlePush } from './settle-push.ts';
import type { PushResult } from './wire.ts';

const keyOf = (entry: OutboxEntry) => `c:${entry.number}`;
const sent = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'setContent', { id, content: 'x' }, { state: 'sent', ...changes });
const problem = (code: string, status: number) => ({ type: 't', title: 't', status, code });

function settle(entries: OutboxEntry[], results: PushResult[]) {
  const settled = settlePush(entries, { seq: 50, results }, keyOf);
  return {
    ...settled,
    changed: settled.changed.map(({ position, state, seq, revs, ifMatch, problem: refusal }) => ({
      position,
      state,
      seq,
      revs,
      ifMatch,
      code: refusal?.code,
    })),
  };
}

test('an accepted mutation is acknowledged with its place in the feed and its revisions', () => {
  const { changed } = settle(
    [sent(1, 1)],
    [{ key: 'c:1', status: 200, seq: 40, rev: 8, revs: { 'prompt:1': 8 } }],
  );
  expect(changed).toEqual([
    { position: 1, state: 'acknowledged', seq: 40, revs: { 'prompt:1': 8 }, ifMatch: null, code: undefined },
  ]);
});

test('a server that names only the one revision is understood too', () => {
  const { changed } = settle([sent(1, 1)], [{ key: 'c:1', status: 200, rev: 8 }]);
  expect(changed[0]).toMatchObject({ state: 'acknowledged', seq: 50, revs: { 'prompt:1': 8 } });
});

test.each([
  [412, 'stale'],
  [400, 'refused'],
  [404, 'refused'],
  [409, 'refused'],
  [413, 'refused'],
  [422, 'refused'],
])('a %i makes it %s', (status, state) => {
  const { changed } = settle([sent(1, 1)], [{ key: 'c:1', status, body: problem('not_found', status) }]);
  expect(changed[0]?.state).toBe(state);
});

test.each([
  [408, { failed: [], busy: 'rate' }],
  [425, { failed: [], busy: 'rate' }],
  [429, { failed: [], busy: 'rate' }],
  [500, { failed: [{ position: 1 }], busy: null }],
  [502, { failed: [{ position: 1 }], busy: null }],
  [503, { failed: [], busy: 'rate' }],
  [507, { failed: [], busy: 'full' }],
])('a %i of one mutation keeps it sent, to be asked again under the same number', (status, met) => {
  expect(settle([sent(1, 1)], [{ key: 'c:1', status }])).toMatchObject({ ...met, changed: [] });
});

test('a person reads that their storage is full, although the server may have room', () => {
  const { changed, busy } = settle(
    [sent(1, 1)],
    [{ key: 'c:1', status: 507, body: problem('storage_full', 507) }],
  );
  expect([changed[0]?.state, busy]).toEqual(['refused', null]);
});

test('a 401 of one mutation changes nothing but asks for a sign-in', () => {
  expect(settle([sent(1, 1)], [{ key: 'c:1', status: 401 }])).toMatchObject({ signIn: true, changed: [] });
});

test('what was sent upon a mutation that was not applied was not applied either', () => {
  const { changed } = settle([sent(1, 1), sent(2, 1), sent(3, 2)], [{ key: 'c:1', status: 412 }]);
  expect(changed.map(({ position, state }) => [position, state])).toEqual([
    [1, 'stale'],
    [2, 'stale'],
  ]);
});

test('what was sent upon an applied mutation keeps the revision it left as its base', () => {
  const { changed } = settle(
    [sent(1, 1), sent(2, 1)],
    [{ key: 'c:1', status: 200, seq: 4, revs: { 'prompt:1': 8 } }],
  );
  expect(changed[1]).toMatchObject({ position: 2, state: 'sent', ifMatch: 8 });
});

test('an answer without any revision leaves none, and neither asks again nor for a sign-in', () => {
  const settled = settle([sent(1, 1)], [{ key: 'c:1', status: 200 }]);
  expect(settled).toMatchObject({ signIn: false, failed: [], busy: null, changed: [{ revs: {} }] });
});

test.each<[string, OutboxEntry, number]>([
  ['was sent upon a refused one', sent(2, 1), 1],
  ['was not sent yet', sent(2, 1, { state: 'queued' }), 0],
  ['names the revision it was sent upon', sent(2, 1, { ifMatch: 5 }), 0],
  ['goes upon whatever is there', sent(2, 1, { guarded: false }), 0],
])('what %s is stale: %s', (_, follower, stale) => {
  const { changed } = settle(
    [sent(1, 1), follower],
    [{ key: 'c:1', status: 400, body: problem('not_found', 400) }],
  );
  expect(changed.filter(({ state }) => state === 'stale')).toHaveLength(stale);
});

test.each([
  ['no answer has come', []],
  ['the answer has to be asked for again', [{ key: 'c:1', status: 500 }]],
])('while %s to the one before, what was sent upon it stays as it is', (_, results) => {
  const { changed } = settle([sent(1, 1), sent(2, 1)], results);
  expect(changed.filter(({ position }) => position === 2)).toEqual([]);
});

test('an entry that was acknowledged without revisions sets no base for later ones', () => {
  const before = sent(1, 1, { state: 'acknowledged', seq: 3 });
  expect(settle([before, sent(2, 1)], []).changed).toEqual([]);
});

test('answers to nothing that waits, and entries that were not sent, are left alone', () => {
  const queued = entryExample(2, 'setContent', { id: 9, content: 'x' });
  expect(
    settle(
      [queued],
      [
        { key: 'c:2', status: 200 },
        { key: 'other:1', status: 200 },
      ],
    ).changed,
  ).toEqual([]);
});

test('what was sent upon one that is still open keeps its base open, whatever an earlier one left', () => {
  const { changed } = settle(
    [sent(1, 1, { ifMatch: 4 }), sent(2, 1), sent(3, 1)],
    [{ key: 'c:1', status: 200, seq: 40, revs: { 'prompt:1': 5 } }],
  );
  expect(changed.map(({ position, ifMatch }) => [position, ifMatch])).toEqual([
    [1, 4],
    [2, 5],
  ]);
});
