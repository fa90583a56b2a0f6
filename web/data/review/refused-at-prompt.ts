import { parseRowKey, type RowKey } from '#shared/kinds/row.ts';
import { creates, inOrder, type OutboxEntry } from '#shared/sync/outbox.ts';
import type { Library } from '../database/library.ts';
import type { StoredEntry } from '../database/library-db.ts';
import { headsIn } from '../outbox/outbox-lookups.ts';

/** `problem`: undefined where the server gave no reason. */
export type RefusedAtPrompt = { problem: OutboxEntry['problem'] };

/** Returns the first refused change that holds up this prompt or a version of it; null where none does. */
export function refusedAtPrompt({ db }: Library, promptId: number): Promise<RefusedAtPrompt | null> {
  return db.transaction('r', db.outbox, db.prompts, db.versions, async () => {
    const refused = inOrder(await headsIn(db, 'refused'));
    if (refused.length === 0) return null;
    const project: RowKey = `project:${(await db.prompts.get(promptId))?.row.projectId ?? 0}`;
    const versions = await db.versions.bulkGet(refused.flatMap(versionOf));
    const own = new Set<RowKey>([`prompt:${promptId}`]);
    for (const version of versions) {
      if (version?.row.promptId === promptId) own.add(`version:${version.id}`);
    }
    const found = refused.find(
      (head) =>
        [head.target, ...head.writes].some((key) => own.has(key)) ||
        (creates(head) && head.target === project),
    );
    return found === undefined ? null : { problem: found.problem };
  });
}

function versionOf({ target }: StoredEntry): number[] {
  const ref = parseRowKey(target);
  return ref.type === 'version' ? [ref.id] : [];
}
