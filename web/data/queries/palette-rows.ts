/** Reads what the command palette lists besides the outline, and the text of no version. */
import Dexie from 'dexie';
import { z } from 'zod';
import type { Resource } from '#shared/model/resource.ts';
import type { Library } from '../database/library.ts';

/** `labels`: those that point to it now. */
export type NamedVersion = {
  readonly id: number;
  readonly version: number;
  readonly description: string;
  readonly labels: readonly string[];
};

/** Reads a key of the index: the prompt, the number and the description. */
const IndexKey = z.tuple([z.number(), z.number(), z.string()]);

/** Returns the versions of a prompt, newest first. */
export async function namedVersionsOf({ db }: Library, promptId: number): Promise<NamedVersion[]> {
  return db.transaction('r', db.versions, db.prompts, async () => {
    const { minKey, maxKey } = Dexie;
    const versions = db.versions
      .where('[row.promptId+row.version+row.description]')
      .between([promptId, minKey, minKey], [promptId, maxKey, maxKey], true, true);
    const [ids, keys, prompt] = await Promise.all([
      versions.primaryKeys(),
      versions.keys(),
      db.prompts.get(promptId),
    ]);
    const placed = prompt?.row.attributes?.labels ?? [];
    return ids
      .flatMap((id, index) => {
        const key = IndexKey.safeParse(keys[index]);
        if (!key.success) return [];
        const [, version, description] = key.data;
        const labels = placed.filter(({ versionId }) => versionId === id).map(({ label }) => label);
        return [{ id, version, description, labels }];
      })
      .reverse();
  });
}

/** Returns the files of all projects. */
export async function filesOf({ db }: Library): Promise<Resource[]> {
  return (await db.resources.toArray()).map(({ row }) => row);
}
