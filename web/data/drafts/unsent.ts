/** Counts the changes that are on this device only, as far as it can know. */

import type { Library } from '../database/library.ts';
import { readNumber } from '../database/mutation-numbers.ts';
import { outboxCounts } from '../outbox/outbox-counts.ts';
import { loopState } from '../queries/queries.ts';
import { unsentUploads } from '../resources/uploads.ts';
import { type UnfinishedNote, unfinishedNotes } from './note-drafts.ts';
import { settingDraftStates, typedSettings } from './setting-drafts.ts';
import { countDrafts, type DraftStorage, draftKeys } from './unsaved-drafts.ts';
import { type TypedValues, typedValues, valueDraftStates } from './value-drafts.ts';

/** The texts and changes that signing out would lose, at one moment. */
export type Unsent = {
  count: number;
  /** Those of `count` that are notes in writing. */
  notes: readonly UnfinishedNote[];
  /** Those of `count` that are values of variables, by prompt. */
  values: readonly TypedValues[];
  /** Those of `count` that are settings in writing, by prompt. */
  settings: readonly TypedValues[];
  /** Differs where anything was committed, kept as a draft or given up since, also where `count` is the same. */
  state: string;
};

export const nothingUnsent: Unsent = { count: 0, notes: [], values: [], settings: [], state: '' };

export async function readUnsent(library: Library, drafts: DraftStorage): Promise<Unsent> {
  const count = await countUnsent(library, drafts);
  const notes = await unfinishedNotes(library, drafts);
  const values = await typedValues(library, drafts);
  const settings = await typedSettings(library, drafts);
  const texts = draftKeys(drafts, library.user.id).map((key) => `${key}=${drafts.getItem(key)?.length}`);
  texts.push(...valueDraftStates(drafts, library.user.id), ...settingDraftStates(drafts, library.user.id));
  return { count, notes, values, settings, state: [await readNumber(library), ...texts.sort()].join('\n') };
}

/** True where everything that `now` holds was in `expected` already. */
export function isCovered(now: Unsent, expected: Unsent): boolean {
  return now.count <= expected.count && (now.count === 0 || now.state === expected.state);
}

/**
 * Counts what signing out would lose: entries that the server has not confirmed, files of which it has only the rows,
 * texts not yet in the library, values of variables that are in no set of the library, and settings in writing. Where it is in doubt what the server has, every row counts.
 */
export async function countUnsent(library: Library, drafts: DraftStorage): Promise<number> {
  const { waiting, refused } = await outboxCounts(library);
  const files = await unsentUploads(library);
  const rows = (await isInDoubt(library)) ? await countRows(library) : 0;
  const values = (await typedValues(library, drafts)).length;
  const settings = (await typedSettings(library, drafts)).length;
  return waiting + refused + files + rows + values + settings + countDrafts(drafts, library.user.id);
}

/**
 * Whether nobody can know what the server has of this library: its history is another one, it removes much, or
 * it does not let this device in, as one does that was emptied and knows nobody any more.
 */
export async function isInDoubt(library: Library): Promise<boolean> {
  const { paused } = await loopState(library);
  return paused === 'auth' || paused === 'reset' || paused === 'removals';
}

async function countRows({ db }: Library): Promise<number> {
  const { projects, prompts, versions, resources } = db;
  const counts = await Promise.all([projects, prompts, versions, resources].map((table) => table.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}
