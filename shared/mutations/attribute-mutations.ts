/**
 * Changes the attributes of a prompt: labels, value sets, tags, favourite; and moves a prompt to another project.
 *
 * 1. Tags and the favourite commute: what two devices change of them without a network is all there afterwards.
 * 2. A label is where it was moved last, in the order in which the server has the moves. Its log keeps both moves, and
 *    the later one names the version that its author did not know of (`over`).
 * 3. A prompt stands in its project where it was moved last.
 * 4. A value set is merged value by value. Where both sides changed one value, this person's is in the set, and the
 *    other set is kept whole as a copy beside it: nothing that was typed is lost.
 */
import { z } from 'zod';
import { mergeValueSet, type ValueSetChange } from '#shared/merge/merge-value-sets.ts';
import { Id } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { PastTime } from '#shared/model/past-row.ts';
import { Position } from '#shared/model/position.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import {
  type PlacedLabel,
  type PromptAttributes,
  Tag,
  type ValueSet,
  ValueSetName,
  Values,
} from '#shared/model/prompt-attributes.ts';
import { recordOf } from '#shared/model/record-of.ts';
import { storableText, utf8Bytes } from '#shared/model/text.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import { defineMutation, done, fields, refused } from './mutation.ts';
import { projectShellWrites, restoredVersions, revivalWrites } from './prompt-lifecycle.ts';
import { putPrompt } from './row-set.ts';

const MovedLabel = z.strictObject({
  label: VersionLabel,
  /** Null takes the label off. */
  versionId: Id.nullable(),
  /** The version that its author saw it on. */
  from: Id.nullable(),
  device: storableText.max(limits.deviceNameLength),
  /** Of a move that was made elsewhere before. */
  at: PastTime.optional(),
});
type MovedLabel = z.infer<typeof MovedLabel>;

const ChangedValueSet = z.strictObject({
  id: Id,
  name: ValueSetName,
  /** Null deletes the set. */
  values: Values.refine((values) => Object.keys(values).length <= limits.variablesPerSet).nullable(),
  /** The values that these were made of; only the client has them. */
  base: recordOf(z.string(), z.string()).optional(),
});

const tags = z.array(Tag).max(limits.tagsPerPrompt);

const setAttributes = defineMutation({
  name: 'setAttributes',
  args: z.strictObject({
    id: Id,
    favorite: z.boolean().optional(),
    /** Null: it stands at its creation again. The last one wins. */
    position: Position.nullable().optional(),
    addTags: tags.optional(),
    removeTags: tags.optional(),
    labels: z.array(MovedLabel).max(limits.labelsPerPrompt).optional(),
    valueSets: z
      .array(ChangedValueSet)
      .max(2 * limits.valueSetsPerPrompt)
      .optional(),
  }),
  lane: 'structure',
  route: { method: 'PATCH', pattern: '/api/prompts/:id/attributes' },
  request: ({ id, valueSets, ...body }) => ({
    method: 'PATCH',
    path: `/api/prompts/${id}/attributes`,
    body: { ...body, valueSets: valueSets?.map(({ base: _base, ...set }) => set) },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'prompt', id }, must: 'exist' }),
  needs: ({ labels }) => labelledBy(labels).map((id) => ({ type: 'version', id })),
  touches: ({ id, labels }) => [
    { kind: 'row', ref: { type: 'prompt', id } },
    ...(labelledBy(labels).length === 0 ? [] : [{ kind: 'versions' as const, ids: labelledBy(labels) }]),
    { kind: 'revivalOf', promptId: id },
  ],
  apply(rows, { id, ...change }, { now, texts, by }) {
    const before = rows.stored('prompt', id);
    if (before === undefined) return refused('not_found');
    const attributes = changed(before.row.attributes ?? {}, change, { now, merges: texts === 'merge' });
    const json = JSON.stringify(attributes);
    if (json === JSON.stringify(before.row.attributes ?? {}) && !before.deleted) return done([], before.row);
    if (exceeds(attributes) || utf8Bytes(json) > limits.attributesMaxBytes) return refused('too_large');
    const { attributes: _before, ...rest } = before.row;
    const row: Prompt = json === '{}' ? rest : { ...rest, attributes };
    // Of a plain request nobody knows whether it means a version that is gone.
    const restored = by === null ? [] : restoredVersions(rows, id, labelledBy(change.labels));
    const revived = revivalWrites(rows, before).filter(
      (write) => !restored.some((each) => each.type === write.type && each.id === write.id),
    );
    return done([...revived, ...restored, putPrompt(row)], row);
  },
  rebase(rows, args) {
    const theirs = rows.stored('prompt', args.id)?.row.attributes?.valueSets ?? [];
    if (args.valueSets === undefined) return args;
    const sets = args.valueSets.flatMap((mine) => mergeValueSet(mine, theirs));
    return { ...args, valueSets: sets };
  },
});

/** Returns the versions that labels are put on. */
function labelledBy(labels: readonly MovedLabel[] = []): number[] {
  return labels.flatMap(({ versionId }) => versionId ?? []);
}

type Change = Omit<z.infer<typeof setAttributes.args>, 'id'>;

function changed(
  before: PromptAttributes,
  { favorite, position, addTags = [], removeTags = [], labels = [], valueSets = [] }: Change,
  { now, merges }: { now: string; merges: boolean },
): PromptAttributes {
  const {
    favorite: was,
    position: place,
    tags: had = [],
    labels: placed = [],
    valueSets: sets = [],
    ...later
  } = before;
  const isFavorite = favorite ?? was === true;
  const taken = new Set(removeTags);
  const all = [...new Set([...had.filter((tag) => !taken.has(tag)), ...addTags])];
  const moved = labels.reduce((list, move) => withMove(list, move, now), placed);
  const written = merges ? valueSets.flatMap((mine) => mergeValueSet(mine, sets)) : valueSets;
  const kept = written.reduce(withSet, sets);
  return {
    ...later,
    ...(moved.length === 0 ? {} : { labels: moved }),
    ...(kept.length === 0 ? {} : { valueSets: kept }),
    ...(all.length === 0 ? {} : { tags: all }),
    ...(isFavorite ? { favorite: true } : {}),
    ...withPosition(position === undefined ? place : position),
  };
}

function withPosition(position: string | null | undefined): Pick<PromptAttributes, 'position'> {
  return position === null || position === undefined ? {} : { position };
}

function exceeds({ labels = [], valueSets = [], tags: all = [] }: PromptAttributes): boolean {
  return (
    labels.length > limits.labelsPerPrompt ||
    valueSets.length > limits.valueSetsPerPrompt ||
    all.length > limits.tagsPerPrompt
  );
}

function withMove(
  placed: readonly PlacedLabel[],
  { label, versionId, from, device, at: past }: MovedLabel,
  now: string,
): PlacedLabel[] {
  const there = placed.find((each) => each.label === label);
  const current = there?.versionId ?? null;
  if (current === versionId) return [...placed];
  const move = { versionId, at: past ?? now, device, ...(current === from ? {} : { over: current }) };
  const next = {
    ...there,
    label,
    versionId,
    moves: [move, ...(there?.moves ?? [])].slice(0, limits.labelMoves),
  };
  return there === undefined ? [...placed, next] : placed.map((each) => (each === there ? next : each));
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
