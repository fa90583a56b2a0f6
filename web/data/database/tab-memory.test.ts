import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import {
  changeTabMemory,
  emptyTabMemory,
  rememberTabs,
  type TabChange,
  tabsRemembered,
} from './tab-memory.ts';

const nothing: TabChange = { selected: null, opened: [], closed: [] };

test('the prompts that were opened are remembered newest first, each once', () => {
  const selections = [1, 2, 3, 1];
  const memory = selections.reduce(
    (before, selected) => rememberTabs(before, { ...nothing, selected }),
    emptyTabMemory,
  );
  expect(memory.opened).toEqual([1, 3, 2]);
});

test('closed tabs are remembered newest first, of those closed together the last, and forgotten when they open', () => {
  const closed = rememberTabs(rememberTabs(emptyTabMemory, { ...nothing, closed: [1, 2] }), {
    ...nothing,
    closed: [3],
  });
  expect(closed.closed).toEqual([3, 2, 1]);
  expect(rememberTabs(closed, { ...nothing, opened: [2] }).closed).toEqual([3, 1]);
});

test('at least twenty closed tabs are remembered, and not without end', () => {
  expect(tabsRemembered).toBeGreaterThanOrEqual(20);
  const closed = Array.from({ length: 3 * tabsRemembered }, (_, index) => index);
  expect(rememberTabs(emptyTabMemory, { ...nothing, closed }).closed).toHaveLength(tabsRemembered);
});

test('the memory of the tabs is stored, and a row that does not parse counts as absent', async () => {
  const library = await openedLibrary();
  await changeTabMemory(library, { selected: 4, opened: [4], closed: [5] });
  expect(await changeTabMemory(library, nothing)).toEqual({ opened: [4], closed: [5] });
  await library.db.meta.put({ key: 'tabs', value: { opened: 'four' } });
  expect(await changeTabMemory(library, nothing)).toEqual(emptyTabMemory);
});
