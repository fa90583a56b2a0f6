import { expect, test } from 'vitest';
import { EntryState, OutboxEntry, transition } from './outbox.ts';
import { entryExample } from './outbox-entry-example.ts';

const typing = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'setContent', { id, content: 'x' }, changes);
const project = (position: number, id: number, changes: Partial<OutboxEntry> = {}) =>
  entryExample(position, 'createProject', { id, name: 'P', color: 'red' }, changes);

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
