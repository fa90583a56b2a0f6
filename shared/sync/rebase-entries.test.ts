import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { EntryGraph } from './entry-graph.ts';
import type { OutboxEntry } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';
import { type EntriesToRebase, type RebasedEntries, rebaseEntries } from './rebase-entries.ts';

const at = '2026-01-01T00:00:00.000Z';
const meta = (id: number, { rev = 1, deleted = false } = {}) => ({
  ...{ rev, seq: id, by: null, deleted },
});

const project = (id: number, marks = {}): Stored => ({
  ...{ type: 'project', id, row: { id, name: `P${id}`, color: 'red', createdAt: at } },
  ...meta(id, marks),
});
const prompt = (id: number, content: string, marks = {}): Stored => ({
  type: 'prompt',
  id,
  row: { id, projectId: 1, title: 'T', content, notes: '', createdAt: at, lastVersion: 0 },
  ...meta(10 + id, marks),
});

const states = ['queued', 'queued', 'sent', 'stale', 'stale', 'refused'] as const;
const texts = ['a word', 'another word', 'a word\nand a line', 'a line\nand a word'] as const;
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('type', 'type', 'title', 'save', 'delete', 'project', 'make', 'ruin'),
    id: fc.integer({ min: 1, max: 3 }),
    content: fc.constantFrom(...texts),
    base: fc.constantFrom(...texts),
    state: fc.constantFrom(...states),
    attempts: fc.constantFrom(0, 10),
  }),
  { maxLength: 10 },
);
type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never;

function entryOf({ kind, id, content, base, state, attempts }: Act, index: number): OutboxEntry {
  const position = index + 1;
  const changes = { state, attempts, ifMatch: state === 'stale' ? 1 : null };
  switch (kind) {
    case 'type':
      return entryExample(position, 'setContent', { id, content, base }, changes);
    case 'title':
      return entryExample(position, 'updatePrompt', { id, title: content.slice(0, 6) }, changes);
    case 'save':
      return entryExample(
        position,
        'saveVersion',
        { promptId: id, id: 100 + position, content, description: 'd', base },
        changes,
      );
    case 'delete':
      return entryExample(
        position,
        'deletePrompt',
        { id, seen: { seq: 12, beforeNumber: position } },
        changes,
      );
    case 'project':
      return entryExample(position, 'createProject', { id, name: 'N', color: 'red' }, changes);
    case 'make':
      return entryExample(position, 'createPrompt', { id, title: 'T', content, projectId: 2 }, changes);
    case 'ruin':
      return entryExample(
        position,
        'deleteProject',
        { id, seen: { seq: 5, beforeNumber: position } },
        changes,
      );
  }
}

const rows = fc.record({
  prompts: fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      content: fc.constantFrom(...texts),
      rev: fc.integer({ min: 1, max: 2 }),
      deleted: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  gone: fc.boolean(),
  foreign: fc.subarray([1, 2, 3]),
  isEnd: fc.boolean(),
});

function sceneOf(
  made: readonly Act[],
  { prompts, gone, foreign, isEnd }: typeof rows extends fc.Arbitrary<infer R> ? R : never,
) {
  const entries = made.map(entryOf);
  const confirmed = [
    project(1, { deleted: gone }),
    ...prompts.map(({ id, content, rev, deleted }) => prompt(id, content, { rev, deleted })),
  ];
  return {
    entries,
    confirmed: new RowSet(confirmed).all(),
    foreign: new Set(foreign.map((id): RowKey => `prompt:${id}`)),
    held: new EntryGraph(entries).held(),
    isEnd,
  };
}

function run(
  scene: Pick<EntriesToRebase, 'entries' | 'confirmed' | 'foreign' | 'held' | 'isEnd'>,
  first = 1_000,
) {
  let number = first;
  return rebaseEntries({
    ...scene,
    client: 'c',
    preserveAs: (target) => ({
      id: 500 + target.length + Number(target.split(':')[1]),
      description: 'theirs',
      conflict: 'unreviewed',
    }),
    next: () => {
      number += 1;
      return number;
    },
  });
}

const shownOf = ({ shown }: RebasedEntries) => shown.all().sort((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1));

test('one pass is enough: what it came to, rebased once more, is the same', () => {
  fc.assert(
    fc.property(acts, rows, (made, state) => {
      const scene = sceneOf(made, state);
      const once = run(scene);
      const queued = once.entries.filter(({ state }) => state !== 'stale');
      if (queued.length < once.entries.length) return;
      const twice = run({ ...scene, entries: once.entries, foreign: new Set(), isEnd: false }, 5_000);
      expect(shownOf(twice)).toEqual(shownOf(once));
      expect(twice.entries).toEqual(once.entries);
      expect([twice.renewed, twice.letGo]).toEqual([0, []]);
    }),
    { numRuns: 500 },
  );
});

test('no entry goes but a deletion that gave way, and what is sent under a new number was not sent before', () => {
  fc.assert(
    fc.property(acts, rows, (made, state) => {
      const scene = sceneOf(made, state);
      const { entries, letGo } = run(scene);
      const positions = [...entries, ...letGo].map(({ position }) => position).sort((a, b) => a - b);
      expect(positions).toEqual(scene.entries.map(({ position }) => position));
      for (const { name } of letGo) expect(name).toMatch(/^delete/);
      for (const entry of entries) {
        const before = scene.entries[entry.position - 1];
        if (before?.state === 'sent') expect(entry.args).toBe(before.args);
        if (before?.state === 'refused')
          expect([entry.state, entry.number]).toEqual(['refused', before.number]);
        else if (before?.args !== entry.args) expect(entry.number).not.toBe(before?.number);
        if (scene.isEnd) expect(entry.state).not.toBe('stale');
      }
    }),
    { numRuns: 500 },
  );
});

test('what lies upon an entry that gets a new number gets a later one: a deletion is let go that did not see it', () => {
  const version = { id: 30, description: 'Kept', conflict: 'unreviewed' as const };
  const seen = { seq: 11, beforeNumber: 3 };
  const entries = [
    entryExample(
      1,
      'setContent',
      { id: 1, content: 'mine', base: 'a word', preserve: version },
      {
        ...{ state: 'stale', ifMatch: 1, writes: ['prompt:1', 'version:30'] },
      },
    ),
    entryExample(2, 'reviewVersion', { promptId: 1, id: 30 }),
    entryExample(3, 'deleteVersion', { promptId: 1, id: 30, seen }),
  ];
  let number = 100;
  const rebased = rebaseEntries({
    ...{ confirmed: [project(1), prompt(1, 'theirs, never read', { rev: 2 })], entries, client: 'c1' },
    ...{
      preserveAs: () => version,
      foreign: new Set<RowKey>(['prompt:1']),
      held: new Set<number>(),
      isEnd: true,
    },
    next: () => {
      number += 1;
      return number;
    },
  });
  const [setContent, review] = rebased.entries;
  expect(review?.number).toBeGreaterThan(setContent?.number ?? Number.POSITIVE_INFINITY);
  expect(rebased.shown.live('version', 30)?.content).toBe('theirs, never read');
});
