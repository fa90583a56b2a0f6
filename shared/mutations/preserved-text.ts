/**
 * New versions of a prompt, and among them texts that are kept because something is about to take their
 * place: before a restore, and where a merge chose one person's words over another's.
 *
 * 1. A number is given once and never again: deleting a version does not free it, and a version that comes back has it.
 * 2. A kept text travels with the change that replaces it, in one mutation: neither exists without the other.
 * 3. While two devices type over the same words, one version keeps the other side: it takes the newer text in
 *    place of one that the replacing text was made from (docs/decisions/019).
 */
import { z } from 'zod';
import type { RowRef, Stored } from '#shared/kinds/row.ts';
import { Id } from '#shared/model/ids.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { hasSettings, type PromptSettings } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import { ConflictMark, type Version, VersionDescription } from '#shared/model/version.ts';
import type { RowSet, Write } from './row-set.ts';

export const defaultVersionDescription = 'Updated prompt content';

/** The version under which the text that is current now is kept before it is replaced. */
export const PreservedText = z.strictObject({
  id: Id,
  description: VersionDescription,
  conflict: ConflictMark.nullable(),
  /**
   * An unreviewed conflict version, at the revision at which it held the text that this change was made upon: it takes
   * the text instead of a new version, unless somebody has changed or looked at it since.
   */
  over: z.strictObject({ id: Id, rev: z.int().nonnegative() }).optional(),
});
export type PreservedText = z.infer<typeof PreservedText>;

/** Names the version that will keep the other side's text where a merge cannot take it over. */
export type PreserveAs = () => PreservedText;

type NewVersion = Pick<Version, 'id' | 'content' | 'description' | 'original' | 'conflict'>;

/** Names the version that will keep the other side's settings: no text was replaced that somebody has to look at. */
export function settingsPreservedAs(preserveAs: PreserveAs): PreservedText {
  const { id, description } = preserveAs();
  return { id, description: `Settings that were replaced. ${description}`, conflict: null };
}

type AppendOptions = {
  now: string;
  settings: PromptSettings | undefined;
  least?: number | undefined;
  gone?: Version | undefined;
};

/** Adds a version with these settings to a prompt. `gone`: the one of this id that was deleted. */
export function appendVersion(
  prompt: Prompt,
  version: NewVersion,
  { now, settings, least = 1, gone }: AppendOptions,
): { prompt: Prompt; row: Version; write: Write } {
  const number = numberOfGone(prompt, gone) ?? Math.max(prompt.lastVersion + 1, least);
  const kept = hasSettings(settings) ? { settings } : {};
  const row = { ...version, promptId: prompt.id, version: number, createdAt: now, ...kept };
  const lastVersion = Math.max(prompt.lastVersion, number);
  return { prompt: { ...prompt, lastVersion }, row, write: putVersion(row) };
}

/** Returns the number that the prompt gave to a version which was deleted since. */
function numberOfGone(prompt: Prompt, gone: Version | undefined): number | undefined {
  const isOfPrompt = gone?.promptId === prompt.id && gone.version <= prompt.lastVersion;
  return isOfPrompt ? gone.version : undefined;
}

export function putVersion(row: Version): Write {
  return { kind: 'put', type: 'version', id: row.id, row };
}

/** The version that would keep a text: a repetition must see that it is there already. */
export function preservedRow(preserve: PreservedText | undefined): { kind: 'row'; ref: RowRef }[] {
  const ids =
    preserve === undefined ? [] : [preserve.id, ...(preserve.over === undefined ? [] : [preserve.over.id])];
  return ids.map((id) => ({ kind: 'row', ref: { type: 'version', id } }));
}

/**
 * Returns the version that takes the text which is about to be replaced; undefined: a new one does. `upon`: what the
 * replacing text was typed upon, or null where it was not.
 */
export function preservedOver(
  rows: RowSet,
  { promptId, upon, known }: { promptId: number; upon: string | null; known: PreservedText['over'] },
): PreservedText['over'] {
  if (known !== undefined && unreviewed(rows, promptId, known) !== undefined) return known;
  const found = rows
    .versionsOf(promptId)
    .find((version) => isUntouched(version, promptId) && version.row.content === upon);
  return found && { id: found.id, rev: found.rev };
}

function unreviewed(
  rows: RowSet,
  promptId: number,
  { id, rev }: NonNullable<PreservedText['over']>,
): Version | undefined {
  const version = rows.stored('version', id);
  if (version === undefined || version.rev !== rev || !isUntouched(version, promptId)) return undefined;
  return version.row;
}

/** Nobody has looked at it or written into it. */
function isUntouched({ deleted, row }: Stored<'version'>, promptId: number): boolean {
  return !deleted && row.promptId === promptId && row.conflict === 'unreviewed' && row.original === null;
}

type ReplacedText = {
  prompt: Prompt;
  text: string;
  settings: PromptSettings | undefined;
  preserve: PreservedText | undefined;
};

/**
 * The prompt and the write after `text` was kept, where it was asked for and says anything at all. `settings`: those that
 * it was run with.
 */
export function preserveText(
  { prompt, text, settings, preserve }: ReplacedText,
  rows: RowSet,
  now: string,
): { prompt: Prompt; writes: Write[] } {
  if (preserve === undefined || isBlank(text) || rows.stored('version', preserve.id) !== undefined) {
    return { prompt, writes: [] };
  }
  const { over, ...asNew } = preserve;
  const there = over && unreviewed(rows, prompt.id, over);
  if (there !== undefined) {
    const { settings: _before, ...rest } = there;
    const kept = hasSettings(settings) ? { settings } : {};
    const row = { ...rest, content: text, description: preserve.description, ...kept };
    return { prompt, writes: [putVersion(row)] };
  }
  const preserved = appendVersion(prompt, { ...asNew, content: text, original: null }, { now, settings });
  return { prompt: preserved.prompt, writes: [preserved.write] };
}

/** The same for a prompt's settings, which are kept with the text of that moment, also where that is empty. */
export function preserveSettings(
  { prompt, preserve }: { prompt: Prompt; preserve: PreservedText | undefined },
  rows: RowSet,
  now: string,
): { prompt: Prompt; writes: Write[] } {
  const settings = prompt.attributes?.settings;
  const isKept = preserve === undefined || rows.stored('version', preserve.id) !== undefined;
  if (isKept || !hasSettings(settings)) return { prompt, writes: [] };
  const { over: _over, ...asNew } = preserve;
  const version = { ...asNew, content: prompt.content, original: null };
  const preserved = appendVersion(prompt, version, { now, settings });
  return { prompt: preserved.prompt, writes: [preserved.write] };
}
