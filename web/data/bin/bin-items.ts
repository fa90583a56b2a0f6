/** Reads the bin for the screen: lists read no texts. */
import type { Prompt } from '#shared/model/prompt.ts';
import type { Version } from '#shared/model/version.ts';
import type { Library } from '../database/library.ts';
import type { BinItem } from '../database/library-db.ts';
import { readNumberOf } from '../database/meta.ts';

/** Returns what was deleted by itself, newest first; what went with it is inside of it. */
export async function binItems({ db }: Library): Promise<BinItem[]> {
  const found = await db.binItems.where('[under+at]').between(['', -Infinity], ['', Infinity]).toArray();
  return found.reverse();
}

export function binBytes({ db }: Library): Promise<number> {
  return readNumberOf(db, 'binBytes');
}

/** `here`: of a file, whether its bytes are on this device. */
export type BinContents = {
  prompts: number;
  resources: number;
  versions: number;
  keptRuns: number;
  testCases: number;
  here: boolean;
};

/** Counts what went with an item, by an index. */
export async function contentsOf({ db }: Library, item: BinItem): Promise<BinContents> {
  const count = (type: BinItem['type']) => db.binItems.where('[under+type]').equals([item.key, type]).count();
  const [prompts, resources, versions, keptRuns, testCases, bytes] = await Promise.all([
    count('prompt'),
    count('resource'),
    count('version'),
    count('keptRun'),
    count('testCase'),
    item.sha256 === undefined ? 0 : db.files.where('sha256').equals(item.sha256).count(),
  ]);
  return { prompts, resources, versions, keptRuns, testCases, here: bytes > 0 };
}

/** Returns the text that a person can look at before restoring; null where the item has none. */
export async function textInBin({ db }: Library, key: string): Promise<Prompt | Version | null> {
  const stored = (await db.binRows.get(key))?.stored;
  return stored?.type === 'prompt' || stored?.type === 'version' ? stored.row : null;
}
