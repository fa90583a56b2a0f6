/** Acts on what was deleted, on this device or, by the feed, on another one. */
import { binItems } from '../../../web/data/bin/bin-items.ts';
import { deleteForGood } from '../../../web/data/bin/clear-bin.ts';
import { restoreFromBin } from '../../../web/data/bin/restore.ts';
import type { BinItem, LibraryDb } from '../../../web/data/database/library-db.ts';
import { wordsIn } from '../ledger.ts';
import type { Act } from './act.ts';
import { textsOfRun } from './kept-run-acts.ts';
import { settingTexts } from './setting-acts.ts';
import { textsOfCase } from './test-case-acts.ts';

export type BinActName = 'restoreFromBin' | 'clearBin';

export function isBinAct(name: string): name is BinActName {
  return Object.hasOwn(binActs, name);
}

export const binActs: Record<BinActName, (context: Act) => Promise<boolean>> = {
  async restoreFromBin({ device, tab, random, ledger, log }) {
    const { library } = device;
    const item = random.pick(await binItems(library));
    if (item === undefined) return false;
    const words = await wordsOfGroup(library.db, item);
    log.push(`${device.name}#${tab} restores ${item.key}`);
    const { ok, left } = await restoreFromBin(library, item.key);
    if (!ok) log.push(`${device.name}#${tab} could not restore: ${left.join('; ')}`);
    else ledger.restored(words);
    return true;
  },
  async clearBin({ device, tab, random, log }) {
    const item = random.pick(await binItems(device.library));
    if (item === undefined) return false;
    log.push(`${device.name}#${tab} deletes ${item.key} for good`);
    await deleteForGood(device.library, item.key);
    return true;
  },
};

/** Names are no texts that are owed: the later of two stands. */
async function wordsOfGroup(db: LibraryDb, item: BinItem): Promise<Set<string>> {
  const inside = await db.binItems
    .where('[under+at]')
    .between([item.key, -Infinity], [item.key, Infinity])
    .toArray();
  const stored = (await db.binRows.get(item.key))?.stored;
  const words = new Set<string>();
  if (stored?.type === 'prompt') {
    const { content, notes, attributes } = stored.row;
    const values = attributes?.valueSets?.map((set) => Object.values(set.values));
    const settings = settingTexts(attributes?.settings);
    for (const word of wordsIn([content, notes, attributes?.tags, values, settings])) words.add(word);
  }
  if (stored?.type === 'version')
    for (const word of wordsIn([
      ...[stored.row.content, stored.row.original],
      ...settingTexts(stored.row.settings),
    ]))
      words.add(word);
  if (stored?.type === 'keptRun') for (const word of wordsIn(textsOfRun(stored.row))) words.add(word);
  if (stored?.type === 'testCase') for (const word of wordsIn(textsOfCase(stored.row))) words.add(word);
  if (stored?.type === 'resource') for (const word of wordsIn(stored.row.description)) words.add(word);
  for (const each of inside) for (const word of await wordsOfGroup(db, each)) words.add(word);
  return words;
}
