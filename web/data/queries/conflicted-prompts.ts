import type { Library } from '../database/library.ts';

/** Returns the ids of the prompts with a conflict that nobody has reviewed, by an index alone. */
export async function conflictedPrompts({ db }: Library): Promise<ReadonlySet<number>> {
  const keys = await db.versions.orderBy('[row.promptId+row.conflict]').keys();
  const ids = keys.flatMap((key) => {
    const [promptId, conflict]: readonly unknown[] = Array.isArray(key) ? key : [];
    return typeof promptId === 'number' && conflict === 'unreviewed' ? [promptId] : [];
  });
  return new Set(ids);
}
