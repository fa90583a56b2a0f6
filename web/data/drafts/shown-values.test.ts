// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createListeners } from '#shared/events/listeners.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { commit } from '../commit/commit.ts';
import { openLibrary } from '../database/library.ts';
import { memoryDrafts } from '../testing/memory-drafts-scene.ts';
import { shownValues, watchValues } from './shown-values.ts';
import { keepValueDraft, type ValueDraft } from './value-drafts.ts';

const acme = { id: 31, name: 'Acme', values: { name: 'Ada' } };
const beta = { id: 32, name: 'Beta', values: { name: 'Bob' } };
const draft = (given: Partial<ValueDraft>): ValueDraft => ({ values: {}, unsaved: [], ...given });

/** Drafts as the page keeps them, which tells of each write. */
function pageDrafts() {
  const drafts = memoryDrafts();
  const { subscribe, notify } = createListeners();
  return {
    ...drafts,
    setItem(key: string, text: string) {
      drafts.setItem(key, text);
      notify();
    },
    onChange: subscribe,
  };
}

const edit = { name: 'name', value: 'Eve', base: 'Ada' };

test.each<[string, ValueDraft, string | null, Record<string, string>]>([
  ['nobody has chosen: the first set', draft({}), 'Acme', { name: 'Ada' }],
  ['a set is chosen', draft({ chosen: 32 }), 'Beta', { name: 'Bob' }],
  ['none is chosen', draft({ chosen: null, values: { name: 'Cy' } }), null, { name: 'Cy' }],
  ['values were typed without one', draft({ values: { name: 'Cy' } }), null, { name: 'Cy' }],
  ['the chosen set is gone', draft({ chosen: 9 }), null, {}],
  [
    'a set has values that are not committed',
    draft({ unsaved: [{ id: 31, name: 'Acme', edits: [edit] }] }),
    'Acme',
    { name: 'Eve' },
  ],
  [
    'a set that is gone has some',
    draft({ chosen: 9, unsaved: [{ id: 9, name: 'Gone', edits: [edit] }] }),
    'Gone',
    { name: 'Eve' },
  ],
])('values are shown where %s', (_case, kept, chosen, values) => {
  const shown = shownValues([acme, beta], kept);
  expect(shown.chosen?.name ?? null).toBe(chosen);
  expect(Object.fromEntries(shown.values)).toEqual(values);
});

test('values are followed, those of the sets and those that are typed on this device, and no more than they change', async () => {
  let word = 100;
  const library = await openLibrary(
    { id: 7, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => words.map(() => word++),
      now: () => 0,
      drafts: pageDrafts(),
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'One', content: '{name}', projectId: 1 });
  const seen: string[] = [];
  const stop = watchValues(library, 2, (values) => seen.push(values.get('name') ?? '-'));
  await eventually(() => expect(seen).toEqual(['-']));
  await commit(library, 'setAttributes', { id: 2, valueSets: [acme, beta] });
  await eventually(() => expect(seen).toEqual(['-', 'Ada']));
  keepValueDraft(library, 2, draft({ chosen: 32 }));
  expect(seen).toEqual(['-', 'Ada', 'Bob']);
  await commit(library, 'setContent', { id: 2, content: '{name}!' });
  keepValueDraft(library, 2, draft({ chosen: null, values: { name: 'Cy' } }));
  stop();
  keepValueDraft(library, 2, draft({ chosen: 31 }));
  expect(seen).toEqual(['-', 'Ada', 'Bob', 'Cy']);
});
