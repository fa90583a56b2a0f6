import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependsOn } from './entry-dependency-example.ts';
import { nextToSend, type SendLimits } from './next-to-send.ts';
import type { OutboxEntry } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';

const wide: SendLimits = { mutations: 500, bytes: 1_000_000 };

function choose(
  entries: OutboxEntry[],
  options: { rev?: number; limits?: SendLimits; sizes?: number[] } = {},
) {
  return nextToSend({
    entries,
    confirmedRev: () => options.rev ?? 7,
    size: ({ position }) => options.sizes?.[position - 1] ?? 100,
    limits: options.limits ?? wide,
  }).map(({ entry, ifMatch }) => [entry.position, ifMatch]);
}

const typing = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'setContent', { id, content: 'x' }, changes);
const renaming = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'updatePrompt', { id, title: 'T' }, changes);
const creating = (position: number, id: number, projectId: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'createPrompt', { id, projectId, title: 'T', content: '' }, changes);
const project = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'createProject', { id, name: 'P', color: 'red' }, changes);
const tabs = (position: number) =>
  entryExample(position, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [1] });

describe('which entries go, and upon which revision', () => {
  const cases: [string, OutboxEntry[], [number, number | 'previous' | undefined][]][] = [
    ['nothing from an empty outbox', [], []],
    ['an edit upon the confirmed revision', [typing(1, 1)], [[1, 7]]],
    [
      'a chain upon the one before',
      [typing(1, 1), renaming(2, 1)],
      [
        [1, 7],
        [2, 'previous'],
      ],
    ],
    ['a new row upon nothing', [project(1, 5)], [[1, undefined]]],
    [
      'an edit upon the row that was made before it',
      [creating(1, 6, 5, { state: 'acknowledged', revs: { 'prompt:6': 1 } }), renaming(2, 6)],
      [[2, 1]],
    ],
    [
      'an edit upon no revision where the creation before it met its row, which may have more than it knows',
      [creating(1, 6, 5, { state: 'acknowledged', revs: { 'prompt:6': 3 } }), renaming(2, 6)],
      [[2, 0]],
    ],
    [
      'a row and what needs it, in order',
      [project(1, 5), creating(2, 6, 5), typing(3, 6)],
      [
        [1, undefined],
        [2, undefined],
        [3, 'previous'],
      ],
    ],
    [
      'text before structure before ui-state',
      [tabs(1), renaming(2, 2), typing(3, 1)],
      [
        [3, 7],
        [2, 7],
        [1, undefined],
      ],
    ],
    [
      'what is open first, before newer text',
      [renaming(1, 2, { state: 'sent', ifMatch: 3 }), typing(2, 1)],
      [
        [1, 3],
        [2, 7],
      ],
    ],
    [
      'a repeated one upon the revision it was sent upon',
      [typing(1, 1, { state: 'sent', ifMatch: 3 })],
      [[1, 3]],
    ],
    [
      'the follower of an acknowledged one upon what that left',
      [typing(1, 1, { state: 'acknowledged', seq: 9, revs: { 'prompt:1': 9 } }), renaming(2, 1)],
      [[2, 9]],
    ],
    [
      'nothing behind a refused one in its chain',
      [typing(1, 1, { state: 'refused' }), renaming(2, 1), typing(3, 2)],
      [[3, 7]],
    ],
    [
      'nothing that needs a refused creation',
      [project(1, 5, { state: 'refused' }), creating(2, 6, 5), typing(3, 6), typing(4, 2)],
      [[4, 7]],
    ],
    [
      'nothing behind a stale one',
      [typing(1, 1, { state: 'stale' }), renaming(2, 1), typing(3, 2)],
      [[3, 7]],
    ],
  ];
  test.each(cases)('%s', (_, entries, expected) => {
    expect(choose(entries)).toEqual(expected);
  });
});

test.each<[string, Partial<OutboxEntry>, number, number]>([
  ['no revision', { revs: {} }, 7, 7],
  ['nothing at all', {}, 7, 7],
])('the follower of an acknowledged one that left %s goes upon what is confirmed', (_, left, rev, base) => {
  const before = typing(1, 1, { state: 'acknowledged', seq: 9, ...left });
  expect(choose([before, renaming(2, 1)], { rev })).toEqual([[2, base]]);
});

test('the follower of an acknowledged one goes upon what that one left, also where a later revision is known', () => {
  // Heard while the outcome was unknown: the follower was not rebased upon it, and must not replace it unseen.
  const before = typing(1, 1, { state: 'acknowledged', seq: 9, revs: { 'prompt:1': 9 } });
  expect(choose([before, typing(2, 1)], { rev: 12 })).toEqual([[2, 9]]);
});

test('what waits for a stale one waits also where something between them was applied', () => {
  const entries = [
    typing(1, 1, { state: 'stale' }),
    typing(2, 1, { state: 'acknowledged', seq: 9, revs: { 'prompt:1': 9 } }),
    renaming(3, 1),
  ];
  expect(choose(entries)).toEqual([]);
});

test('a version is saved upon what its prompt will be by then', () => {
  const saving = entryExample(2, 'saveVersion', { promptId: 1, id: 9, content: 'x', description: 'd' });
  expect(choose([typing(1, 1), saving])).toEqual([
    [1, 7],
    [2, 'previous'],
  ]);
});

test('a refused rename of a project does not hold up what is made inside it', () => {
  const rename = entryExample(1, 'renameProject', { id: 5, name: 'N' }, { state: 'refused' });
  expect(choose([rename, creating(2, 6, 5)])).toEqual([[2, undefined]]);
});

test('a push is bounded by count and by bytes, and a single larger mutation travels alone', () => {
  const many = [typing(1, 1), typing(2, 2), typing(3, 3)];
  expect(choose(many, { limits: { mutations: 2, bytes: 1_000_000 } })).toHaveLength(2);
  expect(choose(many, { limits: { mutations: 500, bytes: 250 } })).toHaveLength(2);
  expect(choose(many, { limits: { mutations: 500, bytes: 300 } })).toHaveLength(3);
  expect(choose(many, { limits: { mutations: 500, bytes: 10 } })).toHaveLength(1);
});

test('a small one does not pass a large one that waits for the next push', () => {
  const many = [typing(1, 1), typing(2, 2), typing(3, 3)];
  const chosen = choose(many, { limits: { mutations: 500, bytes: 250 }, sizes: [100, 1000, 100] });
  expect(chosen).toEqual([[1, 7]]);
});

test('whatever waits: chains keep their order and nothing passes what it depends on', () => {
  const entry = fc.record({
    id: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom('type', 'rename', 'create', 'project', 'save'),
    state: fc.constantFrom<OutboxEntry['state'][]>('queued', 'queued', 'queued', 'sent', 'refused', 'stale'),
  });
  const limits = fc.record({ mutations: fc.integer({ min: 1, max: 10 }), bytes: fc.constant(1_000_000) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 25 }), limits, (kinds, bound) => {
      const entries = kinds.map(({ id, kind, state }, index) => {
        const position = index + 1;
        if (kind === 'type') return typing(position, id, { state });
        if (kind === 'rename') return renaming(position, id, { state });
        if (kind === 'create') return creating(position, id, (id % 2) + 1, { state });
        if (kind === 'project') return project(position, (id % 2) + 1, { state });
        return entryExample(
          position,
          'saveVersion',
          { promptId: id, id: 100 + position, content: 'x', description: '' },
          { state },
        );
      });
      const chosen = choose(entries, { limits: bound }).map(([position]) => Number(position));
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.length).toBeLessThanOrEqual(bound.mutations);
      for (const [place, position] of chosen.entries()) {
        const later = entries[position - 1];
        if (later === undefined) throw new Error('chosen from nowhere');
        expect(['queued', 'sent']).toContain(later.state);
        for (const earlier of entries) {
          if (!dependsOn(later, earlier) || earlier.state === 'acknowledged') continue;
          expect(chosen.slice(0, place)).toContain(earlier.position);
        }
      }
    }),
    { numRuns: 500 },
  );
});

describe('entries that are set apart', () => {
  const entries = [
    typing(1, 1, { state: 'sent' }),
    typing(2, 1),
    typing(3, 2),
    project(4, 5),
    creating(5, 6, 5),
  ];
  const positions = (more: { apart?: number[]; alone?: number; limits?: SendLimits }) =>
    nextToSend({
      entries,
      confirmedRev: () => 7,
      size: () => 100,
      limits: more.limits ?? wide,
      ...(more.apart === undefined ? {} : { apart: new Set(more.apart) }),
      ...(more.alone === undefined ? {} : { alone: more.alone }),
    }).map(({ entry }) => entry.position);

  test.each([
    ['hold what waits for them, and nothing else', { apart: [1, 4] }, [3]],
    ['take no room in a push', { apart: [1, 4], limits: { mutations: 1, bytes: 100 } }, [3]],
    ['travel alone', { alone: 1 }, [1]],
    ['wait for what they may not overtake', { alone: 2 }, []],
    ['are none where they are gone', { alone: 9 }, []],
  ])('%s', (_, more, expected) => {
    expect(positions(more)).toEqual(expected);
  });
});
