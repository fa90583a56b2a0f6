import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dependsOn } from './entry-dependency-example.ts';
import { EntryGraph, rowsOf } from './entry-graph.ts';
import type { OutboxEntry } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';

const typing = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'setContent', { id, content: 'x' }, changes);
const project = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'createProject', { id, name: 'P', color: 'red' }, changes);
const prompt = (position: number, id: number, projectId: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'createPrompt', { id, projectId, title: 'T', content: '' }, changes);
const renaming = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'renameProject', { id, name: 'N' }, changes);
const saving = (position: number, promptId: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'saveVersion', { promptId, id, content: 'x', description: 'd' }, changes);
const editing = (position: number, promptId: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'editVersion', { promptId, id, content: 'x' }, changes);

describe('an entry may not overtake one', () => {
  test.each<[string, OutboxEntry, OutboxEntry, boolean]>([
    ['about the same row', typing(1, 1), typing(2, 1), true],
    ['about another row, which it may', typing(1, 1), typing(2, 2), false],
    ['that came after it, which it does not', typing(2, 1), typing(1, 1), false],
    ['that wrote its target beside its own', saving(1, 1, 9), editing(2, 1, 9), true],
    [
      'that wrote what it writes beside its own',
      typing(1, 9),
      typing(2, 1, { writes: ['prompt:1', 'prompt:9'] }),
      true,
    ],
    ['that made the project it is made in', project(1, 5), prompt(2, 1, 5), true],
    ['that made the prompt it is about', prompt(1, 1, 5), editing(2, 1, 9), true],
    ['that renamed the project it is made in, which it may', renaming(1, 5), prompt(2, 1, 5), false],
  ])('%s', (_, earlier, later, depends) => {
    const graph = new EntryGraph([later, earlier]);
    expect(graph.predecessorsOf(later).includes(earlier)).toBe(depends);
    expect(dependsOn(later, earlier)).toBe(depends);
  });
});

describe('held is what waits for a refused entry', () => {
  const refused = { state: 'refused' as const };
  test.each<[string, OutboxEntry[], number[]]>([
    ['nothing where nothing was refused', [typing(1, 1), typing(2, 1)], []],
    ['what is about the same row', [typing(1, 1, refused), typing(2, 1), typing(3, 2)], [2]],
    ['what waits for what is held', [saving(1, 1, 9, refused), editing(2, 1, 9), editing(3, 1, 9)], [2, 3]],
    ['nothing that came before', [typing(1, 1), typing(2, 1, refused)], []],
    ['nothing that was refused itself', [typing(1, 1, refused), typing(2, 1, refused)], []],
    ['nothing that was answered', [typing(1, 1, refused), typing(2, 1, { state: 'acknowledged' })], []],
    ['what was to be made in it', [project(1, 5, refused), prompt(2, 1, 5), typing(3, 1)], [2, 3]],
    ['what needs a prompt that is held', [prompt(1, 1, 5, refused), editing(2, 1, 9)], [2]],
    ['nothing made in what could not be renamed', [renaming(1, 5, refused), prompt(2, 1, 5)], []],
    ['in the order of the acts', [typing(2, 1), typing(1, 1, refused)], [2]],
  ])('%s', (_, entries, held) => {
    expect([...new EntryGraph(entries).held()]).toEqual(held);
  });
});

test('the writers that give an entry its base come latest first, and none from after it', () => {
  const entries = [typing(1, 1), saving(2, 1, 9), typing(3, 2), typing(4, 1), typing(5, 1)];
  const graph = new EntryGraph(entries);
  const [, , , fourth] = entries;
  if (fourth === undefined) throw new Error('There are five.');
  expect([...graph.baseWritersOf(fourth)].map(({ position }) => position)).toEqual([2, 1]);
});

const states = ['queued', 'queued', 'sent', 'stale', 'acknowledged', 'refused'] as const;
const outbox = fc
  .array(
    fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      kind: fc.constantFrom('type', 'rename', 'create', 'project', 'save', 'edit'),
      state: fc.constantFrom(...states),
    }),
    { maxLength: 20 },
  )
  .map((acts) =>
    acts.map(({ id, kind, state }, index) => {
      const position = index + 1;
      if (kind === 'type') return typing(position, id, { state });
      if (kind === 'rename') return renaming(position, (id % 2) + 1, { state });
      if (kind === 'create') return prompt(position, id, (id % 2) + 1, { state });
      if (kind === 'project') return project(position, (id % 2) + 1, { state });
      if (kind === 'save') return saving(position, id, 100 + id, { state });
      return editing(position, id, 100 + id, { state });
    }),
  );

/** Grows a set until the rule adds nothing more. */
function fixpoint<Item>(
  start: Iterable<Item>,
  all: readonly Item[],
  joins: (item: Item, found: Set<Item>) => boolean,
) {
  const found = new Set(start);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const item of all) if (joins(item, found)) found.add(item);
  }
  return found;
}

test('whatever waits: a chain is all that an entry depends on by pairs, up to what was accepted', () => {
  fc.assert(
    fc.property(outbox, (entries) => {
      const graph = new EntryGraph(entries);
      const open = entries.filter(({ state }) => state !== 'acknowledged');
      for (const entry of open) {
        // Predecessors lead on only through open ones: a chain ends at what the server has accepted.
        const direct = (later: OutboxEntry) => graph.predecessorsOf(later);
        const all = fixpoint([entry], open, (earlier, found) =>
          [...found].some((later) => direct(later).includes(earlier)),
        );
        expect(new Set(graph.chainOf(entry, new Set()))).toEqual(all);
        for (const earlier of all) {
          if (earlier === entry) continue;
          expect([...all].some((later) => dependsOn(later, earlier))).toBe(true);
        }
        for (const earlier of entries) {
          if (!dependsOn(entry, earlier)) continue;
          // The latest of them stand directly before it; the others are reached through these.
          const reached = fixpoint([entry], entries, (each, found) =>
            [...found].some((later) => direct(later).includes(each)),
          );
          expect(reached.has(earlier)).toBe(true);
        }
      }
    }),
  );
});

test('whatever waits: held is what depends by pairs on a refused entry or on what is held', () => {
  fc.assert(
    fc.property(outbox, (entries) => {
      const refused = entries.filter(({ state }) => state === 'refused');
      const blocked = fixpoint(refused, entries, (entry, found) => {
        if (entry.state === 'acknowledged') return false;
        return [...found].some((earlier) => dependsOn(entry, earlier));
      });
      const held = [...blocked].filter(({ state }) => state !== 'refused').map(({ position }) => position);
      expect(new EntryGraph(entries).held()).toEqual(new Set(held));
    }),
  );
});

test('whatever waits: connected is what shares a written row, and what that leads to', () => {
  fc.assert(
    fc.property(outbox, fc.integer({ min: 1, max: 4 }), (entries, id) => {
      const start = `prompt:${id}` as const;
      const { entries: found, keys } = new EntryGraph(entries).connectedTo([start]);
      for (const entry of found) for (const key of rowsOf(entry)) expect(keys.has(key)).toBe(true);
      for (const entry of entries) {
        const shares = [entry.target, ...entry.writes].some((key) => keys.has(key));
        expect(found.includes(entry)).toBe(shares);
      }
      const looked = new Set([start, ...found.flatMap((entry) => rowsOf(entry))]);
      expect(keys).toEqual(looked);
    }),
  );
});
