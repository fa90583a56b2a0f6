/** A person looks at the two texts of a conflict and says what is current from now on: no text is given up. */

import { chosenText, conflictPlaces, type HunkChoice } from '#shared/diff/conflict-hunks.ts';
import type { Version } from '#shared/model/version.ts';
import { promptOf } from '../../../web/data/queries/queries.ts';
import { type ReviewedText, settleConflict } from '../../../web/data/review/settle-conflict.ts';
import type { Act } from './act.ts';

/** False where no conflict waits to be looked at. */
export async function reviewConflict(context: Act): Promise<boolean> {
  const { device, tab, random, ledger, log } = context;
  const versions = (await device.library.db.versions.toArray()).map(({ row }) => row);
  const kept = random.pick(versions.filter(({ conflict }) => conflict === 'unreviewed'));
  const prompt = kept && (await promptOf(device.library, kept.promptId));
  if (kept === undefined || prompt === undefined) return false;
  // What was written by hand may have been begun before the row became what it is.
  const begun = random.chance(0.3) ? device.tabs[tab]?.get(prompt.id) : undefined;
  const result = resultOf(context, begun ?? prompt.content, kept);
  const reviewed = { promptId: prompt.id, versionId: kept.id, result };
  log.push(`${device.name}#${tab} reviewConflict ${JSON.stringify(reviewed)}`);
  const outcome = await settleConflict(device.library, reviewed);
  if (!outcome.ok) throw new Error(`${device.name}: a review was refused locally: ${outcome.code}`);
  if (result !== null) ledger.edited('', result.content);
  return true;
}

/** Null: the current text stays. Otherwise the kept one, some words of each, or something written by hand. */
function resultOf({ random, ledger }: Act, base: string, kept: Version): ReviewedText | null {
  const way = random.pick(['current', 'kept', 'some of each', 'by hand'] as const);
  const texts = { current: base, kept: kept.content };
  const places = conflictPlaces(texts);
  const choices = new Map<number, HunkChoice>();
  for (let hunk = 0; hunk < places.length / 4; hunk += 1)
    choices.set(hunk, (way === 'kept' ? way : random.pick(['current', 'kept', 'both'] as const)) ?? 'both');
  const chosen = chosenText({ ...texts, places }, choices);
  const content = way === 'by hand' ? `${ledger.coin()} ${chosen}` : chosen;
  return way === 'current' || content === base || content.trim() === '' ? null : { content, base };
}
