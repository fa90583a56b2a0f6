import { expect, test } from 'vitest';
import { afterFailedTry, failedEntry, isDue } from './failed-entry.ts';
import { type OutboxEntry, transition } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';

const noon = Date.parse('2026-01-01T12:00:00Z');
const sent = (changes: Partial<OutboxEntry> = {}) =>
  entryExample(1, 'setContent', { id: 1, content: 'x' }, { state: 'sent', ...changes });
const dueAfter = (entry: OutboxEntry) => Date.parse(entry.trouble?.notBefore ?? '') - noon;

test('an entry that the server fails on is tried again later and later, and then refused with a reason of its own', () => {
  let entry = sent();
  let at = noon;
  const pauses: number[] = [];
  while (entry.state === 'sent') {
    entry = afterFailedTry(entry, { at, reason: 'server' });
    if (entry.trouble === undefined) break;
    pauses.push(Date.parse(entry.trouble.notBefore) - at);
    at = Date.parse(entry.trouble.notBefore);
  }
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(pauses).toHaveLength(failedEntry.tries - 1);
  expect(entry).toMatchObject({ state: 'refused', problem: { code: 'server_failed' } });
  expect(entry).not.toHaveProperty('trouble');
});

test('a try that came before its time does not count', () => {
  const once = afterFailedTry(sent(), { at: noon, reason: 'server' });
  expect(afterFailedTry(once, { at: noon + 1999, reason: 'server' })).toBe(once);
  expect(afterFailedTry(once, { at: noon + 2000, reason: 'server' }).trouble?.tries).toBe(2);
});

test('an entry that was settled meanwhile is left as it is', () => {
  const settled = sent({ state: 'acknowledged' });
  expect(afterFailedTry(settled, { at: noon, reason: 'server' })).toBe(settled);
});

test.each([
  ['one that never failed', undefined, true],
  ['one whose time has come', 0, true],
  ['one whose time has not come', 1, false],
  ['one at the longest pause', 60_000, false],
  ['one of a clock that was set back', 60_001, true],
])('%s is due where its pause is %s: %s', (_, pause, due) => {
  const trouble =
    pause === undefined ? {} : { trouble: { tries: 1, notBefore: new Date(noon + pause).toISOString() } };
  expect(isDue(sent(trouble), noon)).toBe(due);
});

test('an entry that gets an answer is in no trouble any more', () => {
  const failed = afterFailedTry(sent(), { at: noon, reason: 'server' });
  expect(dueAfter(failed)).toBe(2000);
  for (const state of ['acknowledged', 'stale', 'refused'] as const) {
    expect(transition(failed, state)).not.toHaveProperty('trouble');
  }
});

test('an entry on which the connection breaks off is tried later and later, and never refused', () => {
  let entry = sent();
  let at = noon;
  const pauses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    entry = afterFailedTry(entry, { at, reason: 'link' });
    const notBefore = Date.parse(entry.trouble?.notBefore ?? '');
    expect([isDue(entry, notBefore - 1), isDue(entry, notBefore)]).toEqual([false, true]);
    pauses.push((notBefore - at) / 1000);
    at = notBefore;
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240, 240]);
  expect(entry).toMatchObject({ state: 'sent', trouble: { reason: 'link' } });
});

test('broken connections do not count towards the tries after which the server’s failure is final', () => {
  const cut = { tries: failedEntry.tries, notBefore: new Date(noon).toISOString(), reason: 'link' } as const;
  const failed = afterFailedTry(sent({ trouble: cut }), { at: noon, reason: 'server' });
  expect(failed).toMatchObject({ state: 'sent', trouble: { tries: 1, reason: 'server' } });
});
