import { z } from 'zod';
import { mergeSettings } from '#shared/merge/merge-settings.ts';
import { Id } from '#shared/model/ids.ts';
import { PastNumber, PastTime } from '#shared/model/past-row.ts';
import { type Prompt, PromptContent, TextBefore } from '#shared/model/prompt.ts';
import { tidyAttributes } from '#shared/model/prompt-attributes.ts';
import {
  fitsSettings,
  hasSettings,
  isSameSettings,
  PromptSettings,
  WrittenSettings,
} from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import { ConflictMark, type Version, VersionDescription } from '#shared/model/version.ts';
import { type ApplyContext, defineMutation, done, fields, refused, type Touch, withId } from './mutation.ts';
import { placeText, placeUponCurrent } from './place-text.ts';
import {
  appendVersion,
  defaultVersionDescription,
  PreservedText,
  preservedRow,
  preserveSettings,
  preserveText,
  putVersion,
} from './preserved-text.ts';
import { revivalWrites } from './prompt-lifecycle.ts';
import { putPrompt, type RowSet, type Write } from './row-set.ts';

/** A restore, or an update made from a historical version: both replace a text that nobody saved yet. */
const replacesCurrent = /^(Restored|Updated) version \d+$/;

type Saved = {
  there: Version | undefined;
  content: string;
  settings: PromptSettings | undefined;
  saveAs: number | undefined;
};

/** Whether the version is there already, itself or with later edits, under its own id or under the other one. */
function isSavedAlready(rows: RowSet, { there, content, settings, saveAs }: Saved): boolean {
  const isOfText = there?.content === content || there?.original === content;
  if (isOfText && hasSameSettings(there, settings)) return true;
  return saveAs !== undefined && rows.stored('version', saveAs) !== undefined;
}

/** A request that names no settings claims nothing about them. */
function hasSameSettings(version: Version | undefined, settings: PromptSettings | undefined): boolean {
  return settings === undefined || isSameSettings(version?.settings, settings);
}

function savedAs(onConflict: { saveAs: number } | undefined): Touch[] {
  return onConflict === undefined ? [] : [{ kind: 'row', ref: { type: 'version', id: onConflict.saveAs } }];
}

const SaveVersion = z.strictObject({
  promptId: Id,
  id: Id,
  content: PromptContent,
  description: VersionDescription,
  /**
   * Set: the text that is current now is first kept as a version of its own, unless the newest version says
   * the same. A request that restores without naming it gets one here.
   */
  preserve: PreservedText.optional(),
  /** The current text from now on, where it is not the version's: a merge with another device's. */
  head: PromptContent.optional(),
  base: TextBefore.optional(),
  /** The settings that the version is saved with, {} for none; absent: those that the prompt has. */
  settings: WrittenSettings.optional(),
  /** The prompt's settings from now on, as a restored version has them; absent: they stay. */
  headSettings: WrittenSettings.optional(),
  /** The settings that `headSettings` took the place of; only the client has them. */
  baseSettings: PromptSettings.optional(),
  /** Of a version that was elsewhere before: its text before it was first edited, its mark, time and number. */
  original: PromptContent.optional(),
  conflict: ConflictMark.optional(),
  createdAt: PastTime.optional(),
  /** It has a later one where the prompt has given this one to another version. */
  version: PastNumber.optional(),
  /**
   * As `OnConflict`; the id under which this version is saved where the existing one has another text. If both are
   * edits of one text, its description says so.
   */
  onConflict: z.strictObject({ saveAs: Id }).optional(),
});
type SaveVersion = z.infer<typeof SaveVersion>;

/** Saves a version and makes its text the current one (a restore is the same with an old text). */
export const saveVersion = defineMutation({
  name: 'saveVersion',
  writesText: true,
  args: SaveVersion,
  lane: 'text',
  route: { method: 'PUT', pattern: '/api/prompts/:id' },
  request: ({ promptId, base: _base, baseSettings: _baseSettings, ...body }) => ({
    method: 'PUT',
    path: `/api/prompts/${promptId}`,
    body,
  }),
  fromRequest({ params, body }, draw) {
    const sent = fields(body);
    const empty = sent.description === undefined || sent.description === '';
    const description = empty ? defaultVersionDescription : sent.description;
    const replaces = typeof description === 'string' && replacesCurrent.test(description);
    const preserve = replaces
      ? { preserve: { id: draw(), description: defaultVersionDescription, conflict: null } }
      : {};
    return withId({ ...preserve, ...sent, description, promptId: params.id }, draw);
  },
  target: ({ promptId }) => ({ ref: { type: 'prompt', id: promptId }, must: 'exist' }),
  needs: () => [],
  touches: ({ promptId, id, preserve, onConflict }) => [
    { kind: 'row', ref: { type: 'prompt', id: promptId } },
    { kind: 'row', ref: { type: 'version', id } },
    ...savedAs(onConflict),
    ...preservedRow(preserve),
    ...(preserve === undefined ? [] : [{ kind: 'newestVersion' as const, promptId }]),
    { kind: 'conflictsOf', promptId },
    { kind: 'revivalOf', promptId },
  ],
  apply(rows, args, { now, texts }) {
    const { promptId, id, content, description, preserve, head, base, onConflict } = args;
    const saveAs = onConflict?.saveAs;
    const { original = null, conflict = null } = args;
    const before = rows.stored('prompt', promptId);
    if (before === undefined) return refused('not_found');
    const there = rows.live('version', id);
    if (there !== undefined && saveAs === undefined) return refused('id_taken');
    if (isBlank(content) && !hasSettings(args.settings)) return done([], before.row);
    if (isSavedAlready(rows, { there, content, settings: args.settings, saveAs }))
      return done([], before.row);
    // The existing version is this one before it was edited: that text is preserved as its original.
    if (there?.content === args.original && there !== undefined && hasSameSettings(there, args.settings)) {
      const edited = putVersion({ ...there, content, original: there.original ?? there.content });
      return done([...revivalWrites(rows, before), edited], before.row);
    }
    const theirs = before.row.content;
    const mine = head ?? content;
    const text = isBlank(mine) ? theirs : placeText(texts, { base, mine, theirs }).text;
    const { prompt, writes: kept } = replacedText(rows, { prompt: before.row, preserve }, now);
    const free = there === undefined || saveAs === undefined ? id : saveAs;
    const isOtherEdit = there !== undefined && original !== null && there.original === original;
    const version = isOtherEdit
      ? { id: free, content, description: `Other edit of version ${there.version}`, original: null, conflict }
      : { id: free, content, description, original, conflict };
    const added = appendVersion(prompt, version, {
      now: args.createdAt ?? now,
      settings: args.settings ?? before.row.attributes?.settings,
      least: args.version,
      gone: rows.stored('version', free)?.row,
    });
    const row = withHeadSettings({ ...added.prompt, content: text }, args, texts);
    if (!fitsSettings(row.attributes?.settings ?? {})) return refused('too_large');
    const writes = [...revivalWrites(rows, before), ...kept, added.write, putPrompt(row)];
    return done(writes, { ...row, savedVersion: added.row });
  },
  /** The version keeps the very text that the person saved; only the current text is merged. */
  rebase(rows, args, preserveAs) {
    const theirs = rows.stored('prompt', args.promptId)?.row.content;
    const mine = args.head ?? args.content;
    const { promptId, base, preserve } = args;
    const placed = placeUponCurrent({ base, mine, theirs, preserve, rows, promptId }, preserveAs);
    const settings = rebasedSettings(rows, args);
    if (placed === null) return settings === null ? args : { ...args, ...settings };
    const { text, ...upon } = placed;
    return { ...args, ...settings, ...upon, head: text };
  },
  onceThere(rows, args, preserveAs) {
    const isNew = rows.live('version', args.id) === undefined;
    return isNew || args.onConflict !== undefined
      ? args
      : { ...args, onConflict: { saveAs: preserveAs().id } };
  },
});

/** Keeps the current text with its settings before both are replaced, unless the newest version is the same. */
function replacedText(
  rows: RowSet,
  { prompt, preserve }: { prompt: Prompt; preserve: PreservedText | undefined },
  now: string,
): { prompt: Prompt; writes: Write[] } {
  const settings = prompt.attributes?.settings;
  const newest = rows.newestVersion(prompt.id)?.row;
  // The other side of a conflict is kept all the same: somebody has to look at it.
  const isSaved =
    preserve?.conflict === null &&
    newest?.content === prompt.content &&
    newest.conflict !== 'unreviewed' &&
    (settings === undefined || isSameSettings(newest.settings, settings));
  const asked = isSaved ? undefined : preserve;
  return isBlank(prompt.content)
    ? preserveSettings({ prompt, preserve: asked }, rows, now)
    : preserveText({ prompt, text: prompt.content, settings, preserve: asked }, rows, now);
}

function withHeadSettings(
  prompt: Prompt,
  { headSettings, baseSettings }: SaveVersion,
  texts: ApplyContext['texts'],
): Prompt {
  if (headSettings === undefined) return prompt;
  const { settings: there = {}, ...others } = prompt.attributes ?? {};
  const isMerged = texts === 'merge' && baseSettings !== undefined;
  const settings = isMerged ? mergeSettings(baseSettings, headSettings, there).settings : headSettings;
  const attributes = tidyAttributes({ ...others, settings });
  const { attributes: _before, ...row } = prompt;
  return Object.keys(attributes).length === 0 ? row : { ...row, attributes };
}

/**
 * Puts settings that are restored upon those that the prompt has by then: the change keeps those in a version anyway. Null:
 * nothing has to be merged.
 */
function rebasedSettings(
  rows: RowSet,
  { promptId, headSettings, baseSettings }: SaveVersion,
): Pick<SaveVersion, 'headSettings' | 'baseSettings'> | null {
  const prompt = rows.stored('prompt', promptId)?.row;
  if (headSettings === undefined || baseSettings === undefined || prompt === undefined) return null;
  const theirs = prompt.attributes?.settings ?? {};
  if (isSameSettings(theirs, baseSettings)) return null;
  // Merged they may be too large: then those that are restored stand as they are.
  const merged = WrittenSettings.safeParse(mergeSettings(baseSettings, headSettings, theirs).settings);
  return merged.success ? { headSettings: merged.data, baseSettings: theirs } : null;
}
