/** Lists what is deleted and can be restored, along the feed. */
import { setImmediate } from 'node:timers/promises';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { DeletedRow } from '../../ports/library-port.ts';
import { storedPrompt, storedResource, storedVersion } from '../../records/row-records.ts';
import type { OpenDatabase } from '../open-database.ts';
import { promptWithoutTexts, resourceColumns, versionWithoutTexts } from '../rows/row-reads.ts';
import { prompts, resources, versions } from '../rows/schema-library.ts';
import { given } from '../rows/statement-parts.ts';

/** Numbers of the feed that one look for deleted rows goes through. */
const window = 2_000;

export function prepareDeleted(
  orm: OpenDatabase['orm'],
): (userId: number, seq: number) => Promise<DeletedRow[]> {
  const isRestorable = (table: typeof prompts | typeof versions | typeof resources) =>
    and(
      eq(table.userId, given('userId')),
      sql`${table.seq} > ${given('after')} AND ${table.seq} <= ${given('upTo')}`,
      isNotNull(table.deletedAt),
      eq(table.erased, 0),
    );
  const deletedPrompts = orm
    .select(promptWithoutTexts)
    .from(prompts)
    .where(isRestorable(prompts))
    .orderBy(desc(prompts.seq))
    .prepare();
  const deletedVersions = orm
    .select(versionWithoutTexts)
    .from(versions)
    .innerJoin(prompts, and(eq(prompts.userId, versions.userId), eq(prompts.id, versions.promptId)))
    .where(and(isRestorable(versions), isNull(prompts.deletedAt)))
    .orderBy(desc(versions.seq))
    .prepare();
  const deletedResources = orm
    .select(resourceColumns)
    .from(resources)
    .where(isRestorable(resources))
    .orderBy(desc(resources.seq))
    .prepare();
  const at = ({ deletedAt }: { deletedAt: number | null }) => deletedAt ?? 0;
  return async (userId, seq) => {
    const found: [DeletedRow[], DeletedRow[], DeletedRow[]] = [[], [], []];
    for (let upTo = seq; upTo > 0; upTo -= window) {
      const range = { userId, after: upTo - window, upTo };
      for (const row of deletedPrompts.all(range)) found[0].push({ stored: storedPrompt(row), at: at(row) });
      for (const row of deletedVersions.all(range))
        found[1].push({ stored: storedVersion(row), at: at(row) });
      for (const row of deletedResources.all(range))
        found[2].push({ stored: storedResource(row), at: at(row) });
      await setImmediate();
    }
    return found.flat();
  };
}
