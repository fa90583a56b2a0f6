import { rowKey } from '#shared/kinds/row.ts';
import { writableSettings } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import type { Version } from '#shared/model/version.ts';
import { commitInside, inOneWrite } from '../commit/commit.ts';
import type { CommitOutcome } from '../commit/commit-outcome.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import { readConfirmed } from '../rows/shown-rows.ts';

/** The text that a person made of the two, and the current text that it was made upon. */
export type ReviewedText = { content: string; base: string };

const description = 'The text before a conflict was reviewed';

/**
 * A person has looked at both texts of a conflict: `result` is current from now on, or null: the current text
 * stays. The kept text is a version already; the current one becomes one too, unless a version says the same,
 * so that both are in the history whatever was chosen. One transaction, whatever another tab does at the same
 * time. Rejects where the browser cannot write.
 */
export async function settleConflict(
  library: Library,
  { promptId, versionId, result }: { promptId: number; versionId: number; result: ReviewedText | null },
): Promise<CommitOutcome> {
  return inOneWrite(library, async () => {
    const before = await promptOf(library, promptId);
    const current = before?.content;
    if (current === undefined) return { ok: false, code: 'not_found', errors: [] };
    const preserve = (await isInHistory(library, promptId, current))
      ? null
      : { id: library.newId(), description, conflict: null };
    if (result !== null) {
      const args = { id: promptId, ...result, ...(preserve === null ? {} : { preserve }) };
      const replaced = await commitInside(library, 'setContent', args);
      if (!replaced.ok) return replaced;
    }
    if (preserve !== null && (await promptOf(library, promptId))?.content === current) {
      const settings = writableSettings(before?.attributes?.settings ?? {});
      const args = { promptId, id: preserve.id, content: current, description, base: current, settings };
      const saved = await commitInside(library, 'saveVersion', args);
      if (!saved.ok) return saved;
    }
    return commitInside(library, 'reviewVersion', { promptId, id: versionId });
  });
}

/**
 * Whether a version has this text, here and in the server's words: one that waits to be kept may come to hold
 * another text, one that waits to be edited will, and one that nobody has reviewed may take a newer text.
 */
async function isInHistory(library: Library, promptId: number, text: string): Promise<boolean> {
  if (isBlank(text)) return true;
  const shown = await library.db.versionsOf(promptId).toArray();
  const same = shown.filter(({ row }) => row.content === text && isForGood(row));
  const confirmed = await readConfirmed(
    library.db,
    same.map((version) => rowKey(version)),
  );
  return confirmed.some(({ type, row }) => type === 'version' && row.content === text && isForGood(row));
}

function isForGood({ conflict }: Version): boolean {
  return conflict !== 'unreviewed';
}
