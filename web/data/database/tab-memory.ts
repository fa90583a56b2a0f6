/**
 * Stores which prompts this device opened last and which tabs it closed last, newest first: nothing of it is sent. It
 * holds ids alone, and may hold those of prompts that are gone by now: whoever shows them leaves these out.
 */
import { z } from 'zod';
import type { Library } from './library.ts';
import { readMeta, writeMeta } from './meta.ts';

const TabMemory = z.object({ opened: z.array(z.number()), closed: z.array(z.number()) });
export type TabMemory = z.infer<typeof TabMemory>;

/** Describes a change of the tabs: which prompt is selected, and which tabs were opened or closed, in their order. */
export type TabChange = {
  readonly selected: number | null;
  readonly opened: readonly number[];
  readonly closed: readonly number[];
};

export const emptyTabMemory: TabMemory = { opened: [], closed: [] };

/** So many are remembered of each. */
export const tabsRemembered = 50;

export function rememberTabs(before: TabMemory, { selected, opened, closed }: TabChange): TabMemory {
  return {
    opened: selected === null ? before.opened : newestFirst([selected], before.opened),
    closed: newestFirst(closed.toReversed(), before.closed).filter((id) => !opened.includes(id)),
  };
}

function newestFirst(ids: readonly number[], before: readonly number[]): number[] {
  return [...new Set([...ids, ...before])].slice(0, tabsRemembered);
}

/** Returns what is remembered after the change. */
export function changeTabMemory({ db }: Library, change: TabChange): Promise<TabMemory> {
  // A loss of power costs no more than the place of a tab.
  return db.relaxed([db.meta], async () => {
    const before = (await readMeta(db, 'tabs', TabMemory)) ?? emptyTabMemory;
    const after = rememberTabs(before, change);
    if (after.opened.join() !== before.opened.join() || after.closed.join() !== before.closed.join())
      await writeMeta(db, 'tabs', after);
    return after;
  });
}
