import { describe, expect, test } from 'vitest';
import { dependsOn, EntryState, heldEntries, OutboxEntry, transition } from './outbox.ts';
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

test('only the ways that the drawing shows lead from state to state', () => {
  const states = EntryState.options;
  expect(states).toEqual(['queued', 'sent', 'stale', 'acknowledged', 'refused']);
  const ways = states.flatMap((from) =>
    states
      .filter((to) => {
        try {
          return transition(typing(1, 1, { state: from }), to).state === to;
        } catch (error) {
          expect(String(error)).toContain(`${from} -> ${to}`);
          return false;
        }
      })
      .map((to) => `${from} -> ${to}`),
  );
  expect(ways).toEqual([
    'queued -> sent',
    'sent -> stale',
    'sent -> acknowledged',
    'sent -> refused',
    'stale -> queued',
    'stale -> refused',
    'refused -> queued',
  ]);
});

test('an entry is read as it was written, in every state and lane, and nothing else is', () => {
  for (const state of EntryState.options) {
    const entry = typing(1, 1, { state, seq: 3, revs: { 'prompt:1': 2 }, problem: { code: 'not_found' } });
    expect(OutboxEntry.parse(entry)).toEqual(entry);
  }
  const lanes = [typing(1, 1), project(1, 5)];
  lanes.push(entryExample(1, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [] }));
  expect(lanes.map((entry) => OutboxEntry.parse(entry).lane)).toEqual(['text', 'structure', 'uiState']);
  for (const wrong of [
    { target: 'prompt' },
    { target: 1 },
    { problem: {} },
    { state: 'lost' },
    { lane: '' },
  ]) {
    expect(OutboxEntry.safeParse({ ...typing(1, 1), ...wrong }).success).toBe(false);
  }
});

describe('one entry depends on another', () => {
  test.each<[string, OutboxEntry, OutboxEntry, boolean]>([
    ['about the same row', typing(1, 1), typing(2, 1), true],
    ['about another row', typing(1, 1), typing(2, 2), false],
    ['that came after it', typing(2, 1), typing(1, 1), false],
    ['that is itself', typing(1, 1), typing(1, 1), false],
    ['that wrote its target beside its own', saving(1, 1, 9), editing(2, 1, 9), true],
    [
      'that wrote what it writes beside its own',
      typing(1, 9),
      typing(2, 1, { writes: ['prompt:1', 'prompt:9'] }),
      true,
    ],
    ['that made the project it is made in', project(1, 5), prompt(2, 1, 5), true],
    ['that made the prompt it is about', prompt(1, 1, 5), editing(2, 1, 9), true],
    ['that renamed the project it is made in', renaming(1, 5), prompt(2, 1, 5), false],
  ])('%s', (_, earlier, later, depends) => {
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
    expect([...heldEntries(entries)]).toEqual(held);
  });
});
