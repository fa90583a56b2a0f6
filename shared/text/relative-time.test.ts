import { describe, expect, test } from 'vitest';
import { fullDate, noteDate, relativeTime } from './relative-time.ts';

const now = Date.parse('2026-11-21T15:00:00Z');
const utc = { now, timeZone: 'UTC' };

describe('relativeTime', () => {
  test.each([
    ['2026-11-21T15:00:00Z', 'Just now'],
    ['2026-11-21T14:59:01Z', 'Just now'],
    ['2026-11-21T14:59:00Z', '1 minute ago'],
    ['2026-11-21T14:00:01Z', '59 minutes ago'],
    ['2026-11-21T14:00:00Z', '1 hour ago'],
    ['2026-11-21T00:00:00Z', '15 hours ago'],
    ['2026-11-20T23:59:59Z', 'Yesterday'],
    ['2026-11-20T00:00:00Z', 'Yesterday'],
    ['2026-11-19T23:59:59Z', 'Nov 19'],
    ['2025-03-02T12:00:00Z', 'Mar 2'],
    ['2026-11-21T15:10:00Z', 'Just now'],
    ['2026-11-25T15:00:00Z', 'Nov 25'],
    ['', ''],
    ['no date', ''],
  ])('%j is %j', (iso, shown) => {
    expect(relativeTime(iso, utc)).toBe(shown);
  });

  test('shortly after midnight, minutes are still minutes', () => {
    const afterMidnight = { now: Date.parse('2026-11-21T00:10:00Z'), timeZone: 'UTC' };
    expect(relativeTime('2026-11-20T23:50:00Z', afterMidnight)).toBe('20 minutes ago');
    expect(relativeTime('2026-11-20T22:00:00Z', afterMidnight)).toBe('Yesterday');
  });

  test("days are those of the person's own calendar", () => {
    expect(relativeTime('2026-11-21T03:00:00Z', { now, timeZone: 'America/New_York' })).toBe('Yesterday');
    expect(relativeTime('2026-11-21T10:00:00Z', { now, timeZone: 'Asia/Tokyo' })).toBe('Yesterday');
  });

  test('a day of 25 hours is one day', () => {
    const moment = { now: Date.parse('2026-11-02T04:30:00Z'), timeZone: 'America/New_York' };
    expect(relativeTime('2026-11-01T04:10:00Z', moment)).toBe('24 hours ago');
    expect(relativeTime('2026-10-31T22:00:00Z', moment)).toBe('Yesterday');
  });
});

describe('noteDate', () => {
  test.each([
    ['2026-11-21T00:00:00Z', 'Today'],
    ['2026-11-20T10:00:00Z', 'Yesterday'],
    ['2026-11-19T10:00:00Z', 'Nov 19, 2026'],
    ['2025-03-02T12:00:00Z', 'Mar 2, 2025'],
    ['', ''],
  ])('%j is %j', (iso, shown) => {
    expect(noteDate(iso, utc)).toBe(shown);
  });
});

test('the full date names the day and the time', () => {
  expect(fullDate('2026-11-21T15:04:00Z', { timeZone: 'UTC' })).toBe(
    'Saturday, November 21, 2026 at 3:04 PM',
  );
  expect(fullDate('', {})).toBe('');
});
