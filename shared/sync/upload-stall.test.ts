/** A file that gets no further although the server answers. */
import { expect, test } from 'vitest';
import { initialLoopState, isStalled, stalledOn, syncStatus, type UploadStall } from './status.ts';

const start = Date.parse('2026-01-01T12:00:00.000Z');
/** After tries that failed so many seconds after noon. */
const after = (...seconds: number[]): UploadStall | undefined =>
  seconds.reduce<UploadStall | undefined>(
    (stall, second) => stalledOn(stall, { at: start + second * 1000, reason: 'server' }),
    undefined,
  );

test.each<[number[], boolean]>([
  [[], false],
  [[0], false],
  [[0, 59.999], false],
  [[0, 60], true],
  [[0, 10, 25, 50, 61], true],
  // Nobody tried for longer than the longest pause: it counts from there.
  [[0, 300], true],
  [[0, 300.001], false],
  [[0, 10_000, 10_059], false],
  [[0, 10_000, 10_060], true],
  // A clock that was put back.
  [[60, 0], false],
  [[60, 0, 59], false],
  [[60, 0, 60], true],
])('tries that failed at %j seconds: stuck %s', (seconds, isStuck) => {
  expect(isStalled(after(...seconds))).toBe(isStuck);
});

test('the status shows the latest reason', () => {
  const stall = stalledOn(after(0), { at: start + 1000, reason: 'network' });
  expect(stall).toEqual({
    since: '2026-01-01T12:00:00.000Z',
    until: '2026-01-01T12:00:01.000Z',
    reason: 'network',
  });
});

test.each([
  ['online', 'attention', 'Needs attention'],
  ['failing', 'attention', 'Needs attention'],
  ['offline', 'offline', 'Offline, 2 files waiting'],
  ['rate', 'waiting', '2 files waiting'],
  ['idle', 'waiting', '2 files waiting'],
] as const)('one of two files is stuck, and the server is %s: %s, "%s"', (connection, kind, text) => {
  const counts = { waiting: 0, refused: 0, oldest: null, files: { waiting: 2, refused: 0, stuck: 1 } };
  expect(syncStatus(counts, { ...initialLoopState, connection })).toEqual({ kind, text });
});
