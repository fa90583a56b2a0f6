/** A batch is chosen from a part of the outbox, and is the one that would be chosen from the whole. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RowKey } from '#shared/kinds/row.ts';
import { nextToSend } from '#shared/sync/next-to-send.ts';
import type { EntryState } from '#shared/sync/outbox.ts';
import { countEntries } from '#shared/sync/outbox-counts-example.ts';
import { entryExample } from '#shared/sync/outbox-entry-example.ts';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import { outboxCounts } from './outbox-counts.ts';
import { takeBatch } from './outbox-store.ts';
import { putEntries } from './outbox-table.ts';

const id = fc.integer({ min: 1, max: 5 });
const state = fc.constantFrom<EntryState>(
  'queued',
  'queued',
  'queued',
  'queued',
  'sent',
  'stale',
  'refused',
  'acknowledged',
);
const day = fc.integer({ min: 1, max: 9 });

/** Entries of a few rows that share many of them, in whatever states. */
const outbox = fc.array(
  fc.record({
    kind: fc.constantFrom('project', 'prompt', 'edit', 'version', 'rename'),
    id,
    other: id,
    state,
    day,
  }),
  { maxLength: 30 },
);

function anyEntriesOf(acts: readonly (typeof outbox extends fc.Arbitrary<(infer Act)[]> ? Act : never)[]) {
  return acts.map(({ kind, id, other, state, day }, index) => {
    const changes = {
      state,
      createdAt: `2026-01-0${day}T00:00:00.000Z`,
      revs: { [`prompt:${id}`]: day },
    };
    const place = index + 1;
    if (kind === 'project')
      return entryExample(place, 'createProject', { id, name: 'P', color: 'red' }, changes);
    if (kind === 'prompt') {
      const args = { id, projectId: other, title: 'T', content: '' };
      return entryExample(place, 'createPrompt', args, changes);
    }
    if (kind === 'rename') return entryExample(place, 'updatePrompt', { id, title: 'N' }, changes);
    const writes: RowKey[] = kind === 'edit' ? [`prompt:${id}`, `prompt:${other}`] : [`version:${other}`];
    return entryExample(place, 'setContent', { id, content: 'a' }, { ...changes, writes });
  });
}

/** Entries that share a row are answered in their order: none is acknowledged while an earlier one is open. */
function entriesOf(acts: Parameters<typeof anyEntriesOf>[0]) {
  const open = new Set<RowKey>();
  return anyEntriesOf(acts).map((entry) => {
    const rows = [entry.target, ...entry.writes];
    const waits = entry.state === 'acknowledged' && rows.some((key) => open.has(key));
    const possible = waits ? { ...entry, state: 'queued' as const } : entry;
    if (possible.state !== 'acknowledged') for (const key of rows) open.add(key);
    return possible;
  });
}

test('a batch carries what it would carry if the whole outbox were read', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(outbox, fc.integer({ min: 1, max: 6 }), async (acts, mutations) => {
      const library = await openedLibrary();
      const entries = entriesOf(acts);
      await putEntries(library.db, entries);
      const expected = nextToSend({
        entries,
        confirmedRev: () => undefined,
        size: () => 1,
        limits: { mutations, bytes: 1_000 },
      });
      const batch = await takeBatch(library, { mutations });
      expect(batch?.mutations.map(({ key, ifMatch }) => [key, ifMatch]) ?? []).toEqual(
        expected.map(({ entry, ifMatch }) => [`${library.client}:${entry.number}`, ifMatch]),
      );
      sent += expected.length;
      library.db.close();
    }),
  );
  expect(sent).toBeGreaterThan(50);
});

test('a change that follows a stale one, with an accepted one between them, stays here', async () => {
  const library = await openedLibrary();
  const writes: RowKey[] = ['prompt:1', 'prompt:2'];
  await putEntries(library.db, [
    entryExample(1, 'updatePrompt', { id: 1, title: 'N' }, { state: 'stale' }),
    entryExample(2, 'setContent', { id: 1, content: 'a' }, { state: 'acknowledged', writes }),
    entryExample(3, 'updatePrompt', { id: 2, title: 'M' }),
  ]);
  expect(await takeBatch(library)).toBeNull();
});

test('the counts are those of the whole outbox, entry by entry', async () => {
  let blocked = 0;
  await fc.assert(
    fc.asyncProperty(outbox, async (acts) => {
      const library = await openedLibrary();
      const entries = entriesOf(acts);
      await putEntries(library.db, entries);
      const expected = countEntries(entries);
      expect(await outboxCounts(library)).toEqual(expected);
      blocked += expected.refused;
      library.db.close();
    }),
  );
  expect(blocked).toBeGreaterThan(20);
});
