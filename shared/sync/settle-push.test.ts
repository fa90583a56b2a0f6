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
    changed: settled.changed.map(({ position, state, seq, revs, ifMatch, problem: told }) => ({
      position,
      state,
      seq,
      revs,
      ifMatch,
      code: told?.code,
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

test.each([408, 425, 429, 500, 503])(
  'a %i of one mutation keeps it sent, to be asked again under the same number',
  (status) => {
    const settled = settle([sent(1, 1)], [{ key: 'c:1', status }]);
    expect(settled.again).toBe(true);
    expect(settled.changed[0]?.state).toBe('sent');
  },
);

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
