/**
 * Changes the attributes of a prompt: labels, value sets, settings, tags, favourite; and moves a prompt to another project.
 *
 * 1. Tags and the favourite commute: what two devices change of them without a network is all there afterwards.
 * 2. A label is where it was moved last, in the order in which the server has the moves. Its log keeps both moves, and
 *    the later one names the version that its author did not know of (`over`). One that asks for proof moves only to a
 *    version that has it (`label-moves.ts`).
 * 3. A prompt stands in its project where it was moved last.
 * 4. A value set is merged value by value. Where both sides changed one value, this person's is in the set, and the
 *    other set is kept whole as a copy beside it: nothing that was typed is lost.
 * 5. Settings are merged field by field. Where both sides wrote JSON that cannot be merged, this person's stands, and a
 *    version keeps the other settings with the text of that moment.
 */
import { z } from 'zod';
import { mergeSettingsChange, withSettings } from '#shared/merge/merge-settings.ts';
import { mergeValueSet, type ValueSetChange } from '#shared/merge/merge-value-sets.ts';
import { Id } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { Position } from '#shared/model/position.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import {
  type PromptAttributes,
  Tag,
  tidyAttributes,
  type ValueSet,
  ValueSetName,
  Values,
} from '#shared/model/prompt-attributes.ts';
import {
  fitsSettings,
  isSameSettings,
  PromptSettings,
  SettingsChange,
} from '#shared/model/prompt-settings.ts';
import { recordOf } from '#shared/model/record-of.ts';
import { utf8Bytes } from '#shared/model/text.ts';
import {
  areProved,
  isOfPrompt,
  LabelRule,
  labelledBy,
  labelTouches,
  MovedLabel,
  withMove,
  withRule,
} from './label-moves.ts';
import { defineMutation, done, fields, refused } from './mutation.ts';
import {
  type PreserveAs,
  PreservedText,
  preservedRow,
  preserveSettings,
  settingsPreservedAs,
} from './preserved-text.ts';
import { projectShellWrites, restoredVersions, revivalWrites } from './prompt-lifecycle.ts';
import { putPrompt } from './row-set.ts';

const ChangedValueSet = z.strictObject({
  id: Id,
  name: ValueSetName,
  /** Null deletes the set. */
  values: Values.refine((values) => Object.keys(values).length <= limits.variablesPerSet).nullable(),
  /** The values that these were made of; only the client has them. */
  base: recordOf(z.string(), z.string()).optional(),
});

const tags = z.array(Tag).max(limits.tagsPerPrompt);

const SetAttributes = z.strictObject({
  id: Id,
  favorite: z.boolean().optional(),
  /** Null: it stands at its creation again. The last one wins. */
  position: Position.nullable().optional(),
  addTags: tags.optional(),
  removeTags: tags.optional(),
  labels: z.array(MovedLabel).max(limits.labelsPerPrompt).optional(),
  labelRules: z.array(LabelRule).max(limits.labelsPerPrompt).optional(),
  valueSets: z
    .array(ChangedValueSet)
    .max(2 * limits.valueSetsPerPrompt)
    .optional(),
  settings: SettingsChange.optional(),
  /** The settings that the change was made upon; only the client has them. */
  baseSettings: PromptSettings.optional(),
  /** Set: a version keeps the settings that are replaced, because a merge did not take all of them over. */
  preserve: PreservedText.optional(),
});
type SetAttributes = z.infer<typeof SetAttributes>;

const setAttributes = defineMutation({
  name: 'setAttributes',
  args: SetAttributes,
  lane: 'structure',
  route: { method: 'PATCH', pattern: '/api/prompts/:id/attributes' },
  request: ({ id, valueSets, baseSettings: _base, ...body }) => ({
    method: 'PATCH',
    path: `/api/prompts/${id}/attributes`,
    body: { ...body, valueSets: valueSets?.map(({ base: _base, ...set }) => set) },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'prompt', id }, must: 'exist' }),
  needs: ({ labels }) => labelledBy(labels).map((id) => ({ type: 'version', id })),
  touches: ({ id, labels, preserve }) => [
    { kind: 'row', ref: { type: 'prompt', id } },
    ...preservedRow(preserve),
    ...labelTouches(labels),
    { kind: 'revivalOf', promptId: id },
  ],
  apply(rows, { id, preserve, ...asked }, { now, texts, by }) {
    const before = rows.stored('prompt', id);
    if (before === undefined) return refused('not_found');
    const moved = asked.labels ?? [];
    const labels = moved.filter((move) => isOfPrompt(rows, id, move));
    // A device may have given up the version that it put a label on; a plain request is wrong.
    if (labels.length < moved.length && by === null) return refused('not_found');
    const change = { ...asked, labels };
    const { labels: placed } = before.row.attributes ?? {};
    if (!areProved({ promptId: id, placed }, moved, rows)) return refused('proof_missing');
    const attributes = changed(before.row.attributes ?? {}, change, { now, merges: texts === 'merge' });
    const json = JSON.stringify(attributes);
    if (json === JSON.stringify(before.row.attributes ?? {}) && !before.deleted) return done([], before.row);
    if (exceeds(attributes) || utf8Bytes(json) > limits.attributesMaxBytes) return refused('too_large');
    const kept = preserveSettings({ prompt: before.row, preserve }, rows, now);
    const { attributes: _before, ...rest } = kept.prompt;
    const row: Prompt = json === '{}' ? rest : { ...rest, attributes };
    // Of a plain request nobody knows whether it means a version that is gone.
    const restored = by === null ? [] : restoredVersions(rows, id, labelledBy(labels));
    const revived = revivalWrites(rows, before).filter(
      (write) => !restored.some((each) => each.type === write.type && each.id === write.id),
    );
    return done([...revived, ...restored, ...kept.writes, putPrompt(row)], row);
  },
  rebase(rows, args, preserveAs) {
    const theirs = rows.stored('prompt', args.id)?.row.attributes ?? {};
    const sets = args.valueSets?.flatMap((mine) => mergeValueSet(mine, theirs.valueSets ?? []));
    const settings = rebasedSettings(args, theirs.settings ?? {}, preserveAs);
    if (sets === undefined && settings === null) return args;
    return { ...args, ...(sets === undefined ? {} : { valueSets: sets }), ...settings };
  },
});

/**
 * Puts a change of settings upon `theirs`; null: nothing has to be merged. That a version keeps replaced ones stays,
 * however often the change is put anew.
 */
function rebasedSettings(
  { settings, baseSettings, preserve }: SetAttributes,
  theirs: PromptSettings,
  preserveAs: PreserveAs,
): Pick<SetAttributes, 'settings' | 'baseSettings' | 'preserve'> | null {
  if (settings === undefined || baseSettings === undefined || isSameSettings(theirs, baseSettings))
    return null;
  const { change, overlaps } = mergeSettingsChange(settings, baseSettings, theirs);
  const kept = preserve ?? (overlaps ? settingsPreservedAs(preserveAs) : undefined);
  return { settings: change, baseSettings: theirs, ...(kept === undefined ? {} : { preserve: kept }) };
}

type Change = Omit<SetAttributes, 'id' | 'preserve'>;

function changed(
  before: PromptAttributes,
  {
    favorite,
    position,
    addTags = [],
    removeTags = [],
    labels = [],
    labelRules = [],
    valueSets = [],
    ...ofSettings
  }: Change,
  { now, merges }: { now: string; merges: boolean },
): PromptAttributes {
  const {
    favorite: was,
    position: place,
    tags: had = [],
    labels: placed = [],
    valueSets: sets = [],
    settings: hadSettings = {},
    ...later
  } = before;
  const isFavorite = favorite ?? was === true;
  const taken = new Set(removeTags);
  const all = [...new Set([...had.filter((tag) => !taken.has(tag)), ...addTags])];
  const moved = labelRules.reduce(
    withRule,
    labels.reduce((list, move) => withMove(list, move, now), placed),
  );
  const written = merges ? valueSets.flatMap((mine) => mergeValueSet(mine, sets)) : valueSets;
  const kept = written.reduce(withSet, sets);
  const settings = changedSettings(hadSettings, ofSettings, merges);
  return tidyAttributes({
    ...{ ...later, labels: moved, valueSets: kept, settings, tags: all },
    ...(isFavorite ? { favorite: true } : {}),
    ...withPosition(position === undefined ? place : position),
  });
}

function changedSettings(
  before: PromptSettings,
  { settings, baseSettings }: Pick<Change, 'settings' | 'baseSettings'>,
  merges: boolean,
): PromptSettings {
  if (settings === undefined) return before;
  const mine = merges && baseSettings !== undefined;
  return withSettings(before, mine ? mergeSettingsChange(settings, baseSettings, before).change : settings);
}

function withPosition(position: string | null | undefined): Pick<PromptAttributes, 'position'> {
  return position === null || position === undefined ? {} : { position };
}

function exceeds({ labels = [], valueSets = [], tags: all = [], settings = {} }: PromptAttributes): boolean {
  return (
    !fitsSettings(settings) ||
    labels.length > limits.labelsPerPrompt ||
    valueSets.length > limits.valueSetsPerPrompt ||
    all.length > limits.tagsPerPrompt
  );
}

function withSet(sets: readonly ValueSet[], { id, name, values }: ValueSetChange): ValueSet[] {
  const there = sets.find((each) => each.id === id);
  if (values === null) return sets.filter((each) => each !== there);
  const next = { ...there, id, name, values };
  return there === undefined ? [...sets, next] : sets.map((each) => (each === there ? next : each));
}

/** Moves a prompt to another project, with all that is in it. The last move wins. */
const movePrompt = defineMutation({
  name: 'movePrompt',
  args: z.strictObject({ id: Id, projectId: Id }),
  lane: 'structure',
  route: { method: 'PUT', pattern: '/api/prompts/:id/project' },
  request: ({ id, projectId }) => ({
    method: 'PUT',
    path: `/api/prompts/${id}/project`,
    body: { projectId },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'prompt', id }, must: 'exist' }),
  needs: ({ projectId }) => [{ type: 'project', id: projectId }],
  touches: ({ id, projectId }) => [
    { kind: 'row', ref: { type: 'prompt', id } },
    { kind: 'row', ref: { type: 'project', id: projectId } },
    { kind: 'revivalOf', promptId: id },
  ],
  apply(rows, { id, projectId }) {
    const before = rows.stored('prompt', id);
    const shell = projectShellWrites(rows, projectId);
    if (before === undefined || shell === null) return refused('not_found');
    const row: Prompt = { ...before.row, projectId };
    if (before.row.projectId === projectId && !before.deleted) return done(shell, row);
    // Its former project stays deleted: the prompt comes back where it is moved to.
    const revived = revivalWrites(rows, { ...before, row });
    return done([...(revived.length > 0 ? revived : shell), putPrompt(row)], row);
  },
});

export const attributeMutations = { setAttributes, movePrompt } as const;
