/** Tests the words of the chip: what waits, what is unfinished, and why nothing moves. */
import { describe, expect, test } from 'vitest';
import {
  initialLoopState,
  type LoopState,
  serverAnswers,
  syncStatus,
  transferProgress,
  type UnsentCounts,
  unfinishedWords,
} from './status.ts';

const nothing: UnsentCounts = {
  ...{ waiting: 0, refused: 0, oldest: null },
  files: { waiting: 0, refused: 0, stuck: 0 },
};
const well: LoopState = {
  ...initialLoopState,
  connection: 'online',
  lastSuccess: '2026-01-01T00:00:00.000Z',
};
const drafts = { texts: 0, notes: 0, settings: 0 };

test.each<[Partial<UnsentCounts>, Partial<LoopState>, string, string]>([
  [{}, {}, 'synced', 'Synced'],
  [{}, { lastSuccess: null }, 'saving', 'Checking'],
  [{ drafts: { ...drafts, notes: 1 } }, {}, 'note', '1 unfinished note'],
  [{ drafts: { ...drafts, settings: 2 } }, {}, 'note', '2 unfinished settings'],
  [{ drafts: { ...drafts, texts: 2 } }, {}, 'waiting', '2 drafts waiting'],
  [{ drafts: { ...drafts, texts: 1 }, waiting: 3 }, {}, 'waiting', '3 waiting'],
  [{ waiting: 3 }, { working: true }, 'saving', 'Saving'],
  [{ files: { waiting: 1, refused: 0, stuck: 0 } }, {}, 'waiting', '1 file waiting'],
  [{}, { connection: 'offline' }, 'offline', 'Offline'],
  [{ waiting: 3 }, { connection: 'offline' }, 'offline', 'Offline, 3 waiting'],
  [{}, { connection: 'offline', fill: { received: 20, of: 100 } }, 'offline', 'Offline, 20 of 100'],
  [{}, { connection: 'foreign' }, 'foreign', 'Stopped on the way'],
  [{ waiting: 3 }, { connection: 'foreign' }, 'foreign', 'Stopped on the way, 3 waiting'],
  [{}, { connection: 'failing' }, 'failing', 'Server trouble'],
  [{ waiting: 3 }, { connection: 'failing' }, 'failing', 'Server trouble, 3 waiting'],
  [{}, { connection: 'internal' }, 'failing', 'Internal error'],
  [{ waiting: 3 }, { connection: 'internal' }, 'failing', 'Internal error, 3 waiting'],
  [{}, { connection: 'full' }, 'failing', 'Server full'],
  [{ waiting: 3 }, { connection: 'full' }, 'failing', 'Server full, 3 waiting'],
  [{}, { paused: 'auth' }, 'signIn', 'Sign in again'],
  [{ drafts: { ...drafts, texts: 1 } }, { paused: 'auth' }, 'signIn', 'Sign in again to sync 1 draft'],
  [{ waiting: 2 }, { paused: 'auth' }, 'signIn', 'Sign in again to sync 2 changes'],
  [{ refused: 1 }, {}, 'attention', 'Needs attention'],
])('with %j and a loop with %j the chip is %s: %s', (counts, loop, kind, text) => {
  expect(syncStatus({ ...nothing, ...counts }, { ...well, ...loop })).toEqual({ kind, text });
});

test('a person is named everything that is unfinished', () => {
  expect(unfinishedWords({ drafts: { texts: 1, notes: 2, settings: 1 } })).toEqual([
    '2 unfinished notes',
    '1 unfinished setting',
  ]);
  expect([unfinishedWords({}), unfinishedWords({ drafts })]).toEqual([[], []]);
});

describe('what waits', () => {
  const since = '2026-01-01T00:00:00.000Z';
  const later = (seconds: number) => new Date(Date.parse(since) + seconds * 1000).toISOString();
  const waiting = { ...nothing, waiting: 1, oldest: since };

  test.each<[string, Partial<LoopState>, string]>([
    ['a minute after it was made', { lastAnswer: later(60) }, 'attention'],
    ['a moment before', { lastAnswer: later(59) }, 'waiting'],
    ['after the last progress', { lastAnswer: later(60), lastProgress: later(10) }, 'waiting'],
    ['with an answer from before', { lastAnswer: null }, 'waiting'],
    ['where the server fails', { lastAnswer: later(60), connection: 'failing' }, 'attention'],
    ['where the server is full', { lastAnswer: later(60), connection: 'full' }, 'failing'],
    ['where nobody answers', { lastAnswer: later(60), connection: 'offline' }, 'offline'],
  ])('%s is seen for what it is: %#', (_when, loop, kind) => {
    expect(syncStatus(waiting, { ...well, ...loop }).kind).toBe(kind);
  });

  test('as a file that gets no further needs a person', () => {
    const files = { waiting: 1, refused: 0, stuck: 1 };
    expect(syncStatus({ ...nothing, files }, well).kind).toBe('attention');
  });
});

test.each<[Partial<UnsentCounts>, Partial<LoopState>, object | null]>([
  [{ waiting: 5, sent: 2 }, { moving: true }, { direction: 'sent', done: 2, of: 5 }],
  [{ waiting: 5, sent: 0 }, { moving: true }, null],
  [{ waiting: 5, sent: 5 }, { moving: true }, null],
  [{ waiting: 5, sent: 2 }, {}, null],
  [{}, { moving: true, receiving: { received: 1, of: 9 } }, { direction: 'received', done: 1, of: 9 }],
  [{}, { receiving: { received: 1, of: 9 } }, null],
  [{}, { connection: 'idle', fill: { received: 1, of: 9 } }, { direction: 'received', done: 1, of: 9 }],
  [{}, { connection: 'offline', fill: { received: 1, of: 9 } }, null],
  [
    {},
    { connection: 'offline', moving: true, fill: { received: 1, of: 9 } },
    { direction: 'received', done: 1, of: 9 },
  ],
  [{ waiting: 1 }, { fill: { received: 1, of: 9 } }, null],
  [{}, { working: false, fill: { received: 1, of: 9 } }, null],
])('with %j and a round with %j the progress is %j', (counts, loop, progress) => {
  expect(transferProgress({ ...nothing, ...counts }, { ...well, working: true, ...loop })).toEqual(progress);
});

test.each(['online', 'failing', 'full'] as const)('a server that is %s answers', (connection) => {
  expect(serverAnswers({ ...well, connection })).toBe(true);
});

test.each(['idle', 'offline', 'foreign', 'rate', 'internal'] as const)(
  'after a round that was %s nobody knows of an answer',
  (connection) => {
    expect(serverAnswers({ ...well, connection })).toBe(false);
  },
);
