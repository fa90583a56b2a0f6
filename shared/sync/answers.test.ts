import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoff, backoffMs, retryAfterMs } from './backoff.ts';
import { classifyRequest, classifyResult } from './classify-answer.ts';
import { transition } from './outbox.ts';
import { countEntries } from './outbox-counts-example.ts';
import { entryExample } from './outbox-entry-example.ts';
import { removesTooMuch } from './pull-guard.ts';
import { initialLoopState, type LoopState, syncStatus } from './status.ts';
import { formatCursor, formatRev, parseCursor, parseMutationKey, parseRev } from './wire.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const answer = (status: number, retryAfter: string | null = null) => ({
  status,
  retryAfter,
  body: undefined,
});

describe('the table of answers', () => {
  test.each([
    [null, { kind: 'again', afterMs: null, reason: 'network' }],
    [answer(200), { kind: 'answered' }],
    [answer(299), { kind: 'answered' }],
    [answer(300), { kind: 'refused', code: 'invalid_request' }],
    [answer(101), { kind: 'refused', code: 'invalid_request' }],
    [answer(401), { kind: 'signIn' }],
    [answer(408), { kind: 'again', afterMs: null, reason: 'server' }],
    [answer(425), { kind: 'again', afterMs: null, reason: 'server' }],
    [answer(500), { kind: 'again', afterMs: null, reason: 'server' }],
    [answer(502), { kind: 'again', afterMs: null, reason: 'server' }],
    [answer(429, '7'), { kind: 'again', afterMs: 7000, reason: 'rate' }],
    [answer(503, 'Thu, 01 Jan 2026 00:00:09 GMT'), { kind: 'again', afterMs: 9000, reason: 'rate' }],
    [answer(507, '60'), { kind: 'again', afterMs: 60_000, reason: 'full' }],
    [answer(410), { kind: 'reset' }],
    [answer(413), { kind: 'refused', code: 'invalid_request' }],
    [answer(426), { kind: 'updateNeeded' }],
  ])('%j', (given, expected) => {
    expect(classifyRequest(given, now)).toEqual(expected);
  });
});

describe('the answer to one mutation of a push', () => {
  const body = { type: 't', title: 't', status: 400, code: 'invalid_fields' };
  const refusal = { code: 'invalid_fields' };
  const errors = [{ path: 'name', message: 'Too long' }];
  test.each([
    [200, body, { kind: 'acknowledged' }],
    [299, body, { kind: 'acknowledged' }],
    [300, body, { kind: 'refused', problem: refusal }],
    [199, body, { kind: 'refused', problem: refusal }],
    [400, body, { kind: 'refused', problem: refusal }],
    [400, { ...body, detail: 'd' }, { kind: 'refused', problem: { ...refusal, detail: 'd' } }],
    [400, { ...body, errors }, { kind: 'refused', problem: { ...refusal, errors } }],
    [400, 'no words of ours', { kind: 'refused', problem: { code: 'invalid_request' } }],
  ])('%i with %j', (status, given, expected) => {
    expect(classifyResult(status, given)).toStrictEqual(expected);
  });
});

test.each([
  [1, 500],
  [2, 1000],
  [7, 32_000],
  [8, 60_000],
  [5000, 60_000],
])('try %i comes at most after %i ms', (attempt, most) => {
  expect(backoffMs(attempt, () => 1)).toBe(most);
});

test('the wait grows up to a minute, and is anywhere below its bound', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, random) => {
        const bound = Math.min(backoff.longestMs, backoff.firstMs * 2 ** (attempt - 1));
        expect(backoffMs(attempt, () => random)).toBe(Math.round(random * bound));
      },
    ),
  );
});

test.each([
  ['', null],
  [null, null],
  ['soon', null],
  ['3600', 3_600_000],
  ['99999999', 86_400_000],
  ['0', 0],
  [' 7 ', 7000],
  ['7s', null],
  ['-7', 0],
  ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ['Thu, 01 Jan 2026 12:00:00 GMT', 43_200_000],
  ['Sat, 03 Jan 2026 00:00:00 GMT', 86_400_000],
])('Retry-After %j is %j ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});

test.each([
  [30, 40, false],
  [31, 40, true],
  [31, 1000, false],
  [301, 1000, true],
  [0, 0, false],
  [33, 110, false],
])('a pull that removes %i of %i rows asks first: %s', (removed, present, asks) => {
  expect(removesTooMuch({ removed, present })).toBe(asks);
});

describe('the sync chip', () => {
  const online: LoopState = {
    ...initialLoopState,
    connection: 'online',
    lastSuccess: '2026-01-01T12:00:00.000Z',
  };
  const noFiles = { waiting: 0, refused: 0, stuck: 0 };
  test.each([
    [0, 0, online, 'Synced'],
    [0, 0, { ...initialLoopState, connection: 'online' as const, working: true }, 'Checking'],
    [0, 0, { ...online, connection: 'foreign' as const }, 'Stopped on the way'],
    [3, 0, { ...online, connection: 'foreign' as const }, 'Stopped on the way, 3 waiting'],
    [0, 0, { ...online, connection: 'internal' as const }, 'Internal error'],
    [3, 0, { ...online, connection: 'internal' as const }, 'Internal error, 3 waiting'],
    [3, 0, { ...online, working: true }, 'Saving'],
    [3, 0, online, '3 waiting'],
    [3, 0, { ...online, connection: 'offline' as const }, 'Offline, 3 waiting'],
    [0, 0, { ...online, connection: 'offline' as const }, 'Offline'],
    [2, 0, { ...online, paused: 'auth' as const }, 'Sign in again to sync 2 changes'],
    [1, 0, { ...online, paused: 'auth' as const }, 'Sign in again to sync 1 change'],
    [0, 0, { ...online, paused: 'auth' as const }, 'Sign in again'],
    [3, 0, { ...online, connection: 'failing' as const }, 'Server trouble, 3 waiting'],
    [0, 0, { ...online, connection: 'failing' as const }, 'Server trouble'],
    [0, 0, { ...online, connection: 'failing' as const, working: true }, 'Server trouble'],
    [3, 0, { ...online, connection: 'full' as const }, 'Server full, 3 waiting'],
    [0, 0, { ...online, connection: 'full' as const }, 'Server full'],
    [0, 1, online, 'Needs attention'],
    [0, 0, { ...online, paused: 'reset' as const }, 'Needs attention'],
  ])('%i waiting, %i refused, %j: %s', (waiting, refused, loop, text) => {
    expect(syncStatus({ waiting, refused, oldest: null, files: noFiles }, loop).text).toBe(text);
  });

  test.each([
    [{ waiting: 1, refused: 0 }, 0, online, 'waiting', '1 file waiting'],
    [{ waiting: 2, refused: 0 }, 0, { ...online, working: true }, 'saving', 'Saving'],
    [
      { waiting: 2, refused: 0 },
      0,
      { ...online, connection: 'offline' },
      'offline',
      'Offline, 2 files waiting',
    ],
    [
      { waiting: 1, refused: 0 },
      0,
      { ...online, connection: 'failing' },
      'failing',
      'Server trouble, 1 file waiting',
    ],
    [{ waiting: 1, refused: 0 }, 0, { ...online, paused: 'auth' }, 'signIn', 'Sign in again to sync 1 file'],
    [{ waiting: 1, refused: 0 }, 3, online, 'waiting', '3 waiting'],
    [{ waiting: 0, refused: 1 }, 0, online, 'attention', 'Needs attention'],
  ] as const)('with %j files and %i changes, %j: %s, "%s"', (files, waiting, loop, kind, text) => {
    const counts = { waiting, refused: 0, oldest: null, files: { stuck: 0, ...files } };
    expect(syncStatus(counts, loop)).toEqual({ kind, text });
  });

  test.each([
    ['2026-01-01T12:00:59.999Z', 'online', '1 waiting'],
    ['2026-01-01T12:01:00.000Z', 'online', 'Needs attention'],
    ['2026-01-01T23:00:00.000Z', 'full', 'Server full, 1 waiting'],
    ['2026-01-01T12:00:59.999Z', 'failing', 'Server trouble, 1 waiting'],
    ['2026-01-01T12:01:00.000Z', 'failing', 'Needs attention'],
    ['2026-01-01T12:01:00.000Z', 'offline', 'Offline, 1 waiting'],
    [null, 'online', '1 waiting'],
  ] as const)(
    'a round that the server answered at %s (%s) and that left an entry of 12:00: %s',
    (lastAnswer, connection, text) => {
      const counts = { waiting: 1, refused: 0, oldest: '2026-01-01T12:00:00.000Z', files: noFiles };
      expect(syncStatus(counts, { ...initialLoopState, connection, lastAnswer }).text).toBe(text);
    },
  );

  test.each([
    [{ waiting: 31, sent: 12 }, { working: true, moving: true }, 'saving', '12 of 31 sent'],
    [
      { waiting: 31, sent: 12 },
      { working: true, moving: true, connection: 'offline' },
      'saving',
      '12 of 31 sent',
    ],
    [{ waiting: 31, sent: 12 }, { working: false, moving: true }, 'waiting', '31 waiting'],
    [{ waiting: 31, sent: 12 }, { working: true, moving: false }, 'saving', 'Saving'],
    [{ waiting: 31, sent: 31 }, { working: true, moving: true }, 'saving', 'Saving'],
    [
      { waiting: 0 },
      { working: true, moving: true, receiving: { received: 400, of: 1122 } },
      'saving',
      '400 of 1,122 received',
    ],
    [{ waiting: 0 }, { working: true, fill: { received: 400, of: 1122 } }, 'saving', '400 of 1,122 received'],
    [{ waiting: 0 }, { fill: { received: 400, of: 1122 } }, 'waiting', '400 of 1,122'],
    [
      { waiting: 0 },
      { connection: 'offline', fill: { received: 400, of: 1122 } },
      'offline',
      'Offline, 400 of 1,122',
    ],
    [
      { waiting: 0 },
      { connection: 'offline', working: true, fill: { received: 400, of: 1122 } },
      'offline',
      'Offline, 400 of 1,122',
    ],
    [
      { waiting: 0 },
      { connection: 'failing', fill: { received: 400, of: 1122 } },
      'failing',
      'Server trouble, 400 of 1,122',
    ],
    [{ waiting: 2 }, { working: true, fill: { received: 400, of: 1122 } }, 'saving', 'Saving'],
    [
      { waiting: 2 },
      { connection: 'offline', fill: { received: 400, of: 1122 } },
      'offline',
      'Offline, 2 waiting',
    ],
  ] as const)('with %j, %j: %s, "%s"', (counts, loop, kind, text) => {
    const all = { refused: 0, oldest: '2026-01-01T12:00:00.000Z', files: noFiles, ...counts };
    expect(syncStatus(all, { ...online, ...loop })).toEqual({ kind, text });
  });

  test('what waits while others of it are sent is no reason to worry', () => {
    const counts = { waiting: 9, refused: 0, oldest: '2026-01-01T12:00:00.000Z', files: noFiles };
    const drains = {
      ...online,
      lastAnswer: '2026-01-01T12:30:00.000Z',
      lastProgress: '2026-01-01T12:29:30.000Z',
    };
    expect(syncStatus(counts, drains).text).toBe('9 waiting');
    expect(syncStatus(counts, { ...drains, lastProgress: null }).text).toBe('Needs attention');
  });

  test('a device that cannot store what it pulls is never "Synced"', () => {
    const counts = { waiting: 0, refused: 0, oldest: null, files: noFiles };
    expect(syncStatus(counts, online, false)).toEqual({ kind: 'storage', text: 'Needs attention' });
  });

  test('before the first round nothing is known', () => {
    expect(initialLoopState).toEqual({
      connection: 'idle',
      working: false,
      paused: null,
      lastSuccess: null,
      lastAnswer: null,
      lastProgress: null,
      notBefore: null,
      nextTry: null,
      moving: false,
      receiving: null,
    });
    const counts = { waiting: 0, refused: 0, oldest: null, files: noFiles };
    expect(syncStatus(counts, initialLoopState)).toEqual({ kind: 'saving', text: 'Checking' });
  });

  test('the oldest that waits is the one that was made first, refused ones apart', () => {
    const made = (position: number, minute: number, state: 'queued' | 'refused' = 'queued') =>
      entryExample(
        position,
        'setContent',
        { id: position, content: 'x' },
        { state, createdAt: `2026-01-01T00:0${minute}:00.000Z` },
      );
    expect(countEntries([]).oldest).toBeNull();
    expect(countEntries([made(1, 1, 'refused'), made(2, 5), made(3, 3), made(4, 4)]).oldest).toBe(
      '2026-01-01T00:03:00.000Z',
    );
  });

  test('counts every entry of the database once', () => {
    const entries = [
      entryExample(1, 'setContent', { id: 1, content: 'x' }, { state: 'refused' }),
      entryExample(2, 'updatePrompt', { id: 1, title: 'T' }),
      entryExample(3, 'setContent', { id: 2, content: 'x' }, { state: 'acknowledged' }),
      entryExample(4, 'setContent', { id: 3, content: 'x' }, { state: 'sent' }),
    ];
    expect(countEntries(entries)).toMatchObject({ waiting: 2, refused: 2 });
  });
});

test('an entry cannot leave the drawing of its states', () => {
  const entry = entryExample(1, 'setContent', { id: 1, content: 'x' });
  expect(() => transition(entry, 'acknowledged')).toThrow();
  expect(transition(entry, 'sent').state).toBe('sent');
});

test('keys, revisions and cursors come back as they were written, and anything else is refused', () => {
  expect(parseMutationKey('c1:41')).toEqual({ client: 'c1', number: 41 });
  expect(parseRev(formatRev(7))).toBe(7);
  expect(parseCursor(formatCursor({ epoch: 'e', seq: 812 }))).toEqual({ epoch: 'e', seq: 812 });
  for (const wrong of ['', 'c1', 'c1:0', 'c 1:1', 'c1:1:1', `c1:${'9'.repeat(17)}`])
    expect(parseMutationKey(wrong)).toBeNull();
  for (const wrong of ['7', 'W/"7"', '"-1"', '"x"']) expect(parseRev(wrong)).toBeNull();
  for (const wrong of ['', '7', 'e.', 'e.x', '.7']) expect(parseCursor(wrong)).toBeNull();
});
