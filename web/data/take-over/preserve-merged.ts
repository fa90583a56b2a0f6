/**
 * Preserves the texts of this device that the merge of a pending edit with the server's text did not keep whole. The
 * server of another history may lack what the edit was made upon: the merge takes that for deleted there. Both stay: the
 * merged text is current, and the one that a person had before them is a version beside it.
 */
import { z } from 'zod';
import { parseRowKey, type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import { writableSettings } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import { besideCurrent } from '#shared/mutations/beside-current.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import { commitInside } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readManyShown } from '../rows/shown-rows.ts';

const WithText = z.looseObject({ content: z.string() });
const description = 'Text of this device before the server was restored';

/** `mine`: the rows as they were shown before. Runs inside the transaction of a portion. */
export async function preserveMergedTexts(
  library: Library,
  { mine, entries }: { mine: RowSet; entries: readonly OutboxEntry[] },
): Promise<void> {
  const edits = entries.filter(({ args }) => WithText.safeParse(args).success);
  for (const key of new Set(edits.map(({ target }) => target))) {
    const before = mine.at(parseRowKey(key));
    if (before === undefined || before.deleted || isBlank(textOf(before))) continue;
    const promptId = before.type === 'version' ? before.row.promptId : before.id;
    const prompt: RowKey = `prompt:${promptId}`;
    const shown = await readManyShown(library.db, new Set([key, prompt]));
    const after = shown.find((stored) => rowKey(stored) === key);
    const current = shown.find((stored) => rowKey(stored) === prompt);
    if (after === undefined || current === undefined || textOf(after) === textOf(before)) continue;
    const args = { promptId, id: library.newId(), content: textOf(before), description };
    const outcome = await commitInside(library, 'saveVersion', {
      ...args,
      ...besideCurrent(textOf(current)),
      settings: writableSettings(settingsOf(current)),
    });
    // The person signs out: this portion is as if it had not begun.
    if (!outcome.ok && outcome.code === 'signing_out') throw new Error('The library takes nothing more.');
  }
}

const settingsOf = (prompt: Stored) =>
  (prompt.type === 'prompt' ? prompt.row.attributes?.settings : undefined) ?? {};

function textOf(stored: Stored): string {
  return stored.type === 'prompt' || stored.type === 'version' ? stored.row.content : '';
}
