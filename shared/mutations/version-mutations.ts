import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { PromptContent } from '#shared/model/prompt.ts';
import { isBlank } from '#shared/model/text.ts';
import { ConflictMark, type Version, VersionDescription } from '#shared/model/version.ts';
import { alreadyDeleted, defineMutation, done, fields, refused, wasSeen } from './mutation.ts';
import { placeText } from './place-text.ts';
import { revivalWrites } from './prompt-lifecycle.ts';
import { putPrompt, type RowSet, type Write } from './row-set.ts';

export const defaultVersionDescription = 'Updated prompt content';
/** A restore, or an update made from a historical version: both replace a text that nobody saved yet. */
const replacesCurrent = /^(Restored|Updated) version \d+$/;

type NewVersion = Pick<Version, 'id' | 'content' | 'description' | 'conflict'>;

/** The next number is given here and never again: deleting a version does not free it. */
function appendVersion(prompt: Prompt, now: string, version: NewVersion): { prompt: Prompt; row: Version } {
  const number = prompt.lastVersion + 1;
  const row = { ...version, promptId: prompt.id, version: number, createdAt: now, original: null };
  return { prompt: { ...prompt, lastVersion: number }, row };
}

function putVersion(row: Version): Write {
  return { kind: 'put', type: 'version', id: row.id, row };
}

/** Saves a version and makes its text the current one (a restore is the same with an old text). */
export const saveVersion = defineMutation({
  name: 'saveVersion',
  args: z.strictObject({
    promptId: Id,
    id: Id,
    content: PromptContent,
    description: VersionDescription,
    /** Set: the text that is current now is first kept under this id, unless a version says the same. */
    keepId: Id.nullable(),
    /** The current text from now on, where it is not the version's: a merge with another device's. */
    head: PromptContent.optional(),
    base: PromptContent.optional(),
  }),
  lane: 'text',
  route: { method: 'PUT', pattern: '/api/prompts/:id' },
  request: ({ promptId, base: _base, ...body }) => ({
    method: 'PUT',
    path: `/api/prompts/${promptId}`,
    body,
  }),
  fromRequest({ params, body }, draw) {
    const sent = fields(body);
    const description =
      sent.description === undefined || sent.description === ''
        ? defaultVersionDescription
        : sent.description;
    const replaces = typeof description === 'string' && replacesCurrent.test(description);
    return { id: draw(), keepId: replaces ? draw() : null, ...sent, description, promptId: params.id };
  },
  target: ({ promptId }) => ({ ref: { type: 'prompt', id: promptId }, must: 'exist' }),
  needs: () => [],
  touches: ({ promptId, id, keepId }) => [
    { kind: 'row', ref: { type: 'prompt', id: promptId } },
    { kind: 'row', ref: { type: 'version', id } },
    ...(keepId === null ? [] : [{ kind: 'newestVersion' as const, promptId }]),
    { kind: 'revivalOf', promptId },
  ],
  apply(rows, { promptId, id, content, description, keepId, head, base }, { now, texts }) {
    const before = rows.stored('prompt', promptId);
    if (before === undefined) return refused('not_found');
    if (rows.stored('version', id) !== undefined) return refused('id_taken');
    if (isBlank(content)) return done([], before.row);
    const theirs = before.row.content;
    const placed = placeText(texts, { base, mine: head ?? content, theirs });
    const writes = revivalWrites(rows, before);
    let prompt: Prompt = before.row;
    if (
      keepId !== null &&
      !isBlank(theirs) &&
      theirs !== content &&
      rows.newestVersion(promptId)?.row.content !== theirs
    ) {
      const kept = appendVersion(prompt, now, {
        id: keepId,
        content: theirs,
        description: defaultVersionDescription,
        conflict: null,
      });
      prompt = kept.prompt;
      writes.push(putVersion(kept.row));
    }
    const saved = appendVersion(prompt, now, { id, content, description, conflict: null });
    const row: Prompt = { ...saved.prompt, content: placed.text };
    writes.push(putVersion(saved.row), putPrompt(row));
    const overlap = placed.overlaps ? { overlap: { promptId, theirs } } : {};
    return { ...done(writes, { ...row, savedVersion: saved.row }), ...overlap };
  },
  /** The version keeps the very text that the person saved; only the current text is merged. */
  rebase(rows, args) {
    const theirs = rows.stored('prompt', args.promptId)?.row.content;
    if (theirs === undefined || args.base === undefined || args.base === theirs) return args;
    const { text } = placeText('merge', { base: args.base, mine: args.head ?? args.content, theirs });
    return { ...args, head: text, base: theirs };
  },
});

/** Keeps a text as a version and leaves the current one alone: the other side of a conflict. */
export const addVersion = defineMutation({
  name: 'addVersion',
  args: z.strictObject({
    promptId: Id,
    id: Id,
    content: PromptContent,
    description: VersionDescription,
    conflict: ConflictMark.nullable(),
  }),
  lane: 'text',
  route: { method: 'POST', pattern: '/api/prompts/:id/versions' },
  request: ({ promptId, ...body }) => ({ method: 'POST', path: `/api/prompts/${promptId}/versions`, body }),
  fromRequest: ({ params, body }, draw) => ({
    id: draw(),
    description: defaultVersionDescription,
    conflict: null,
    ...fields(body),
    promptId: params.id,
  }),
  target: ({ promptId }) => ({ ref: { type: 'prompt', id: promptId }, must: 'exist' }),
  needs: () => [],
  touches: ({ promptId, id }) => [
    { kind: 'row', ref: { type: 'prompt', id: promptId } },
    { kind: 'row', ref: { type: 'version', id } },
    { kind: 'revivalOf', promptId },
  ],
  apply(rows, { promptId, id, content, description, conflict }, { now }) {
    const before = rows.stored('prompt', promptId);
    if (before === undefined) return refused('not_found');
    if (rows.stored('version', id) !== undefined) return refused('id_taken');
    const added = appendVersion(before.row, now, { id, content, description, conflict });
    return done(
      [...revivalWrites(rows, before), putVersion(added.row), putPrompt(added.prompt)],
      added.row,
      201,
    );
  },
});

/** Autosave of a historical version; the text before its first edit stays with it. */
export const editVersion = defineMutation({
  name: 'editVersion',
  args: z.strictObject({ promptId: Id, id: Id, content: PromptContent, base: PromptContent.optional() }),
  lane: 'text',
  route: { method: 'PATCH', pattern: '/api/prompts/:id/versions/:versionId' },
  request: ({ promptId, id, content }) => ({
    method: 'PATCH',
    path: `/api/prompts/${promptId}/versions/${id}`,
    body: { content },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id, id: params.versionId }),
  target: ({ id }) => ({ ref: { type: 'version', id }, must: 'exist' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ promptId, id }) => [
    { kind: 'row', ref: { type: 'prompt', id: promptId } },
    { kind: 'row', ref: { type: 'version', id } },
    { kind: 'revivalOf', promptId },
  ],
  apply(rows, { promptId, id, content, base }, { texts }) {
    const prompt = rows.stored('prompt', promptId);
    const before = rows.stored('version', id);
    if (prompt === undefined || before === undefined || before.row.promptId !== promptId)
      return refused('not_found');
    if (isBlank(content)) return done([], before.row);
    const theirs = before.row.content;
    const placed = placeText(texts, { base, mine: content, theirs });
    if (placed.text === theirs && !before.deleted) return done([], before.row);
    const row: Version = { ...before.row, content: placed.text, original: before.row.original ?? theirs };
    const writes: Write[] = prompt.deleted
      ? [...revivalWrites(rows, prompt), { kind: 'restore', type: 'prompt', id: promptId }, putVersion(row)]
      : [putVersion(row)];
    return { ...done(writes, row), ...(placed.overlaps ? { overlap: { promptId, theirs } } : {}) };
  },
  rebase(rows, args) {
    const theirs = rows.stored('version', args.id)?.row.content;
    if (theirs === undefined || args.base === undefined || args.base === theirs) return args;
    const { text } = placeText('merge', { base: args.base, mine: args.content, theirs });
    return { ...args, content: text, base: theirs };
  },
});

export const deleteVersion = defineMutation({
  name: 'deleteVersion',
  args: z.strictObject({ promptId: Id, id: Id, seen: z.int().nonnegative().optional() }),
  lane: 'structure',
  route: { method: 'DELETE', pattern: '/api/prompts/:id/versions/:versionId' },
  request: ({ promptId, id, seen }) => ({
    method: 'DELETE',
    path: `/api/prompts/${promptId}/versions/${id}`,
    body: { seen },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id, id: params.versionId }),
  target: ({ id }) => ({ ref: { type: 'version', id }, must: 'any' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ id }) => [{ kind: 'row', ref: { type: 'version', id } }],
  apply(rows, { promptId, id, seen }, context) {
    const version = rows.stored('version', id);
    if (version === undefined || version.row.promptId !== promptId) return refused('not_found');
    if (version.deleted) return alreadyDeleted(id, seen);
    if (!wasSeen(version, seen, context)) return refused('changed_since');
    return done([{ kind: 'delete', type: 'version', id }], { id });
  },
});

/** All or none; an id that is already gone counts as done, and at least one version stays. */
export const deleteVersions = defineMutation({
  name: 'deleteVersions',
  args: z.strictObject({
    promptId: Id,
    versionIds: z.array(Id).min(1).max(10_000),
    seen: z.int().nonnegative().optional(),
  }),
  lane: 'structure',
  route: { method: 'DELETE', pattern: '/api/prompts/:id/versions/bulk-delete' },
  request: ({ promptId, versionIds, seen }) => ({
    method: 'DELETE',
    path: `/api/prompts/${promptId}/versions/bulk-delete`,
    body: { versionIds, seen },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id }),
  target: ({ promptId }) => ({ ref: { type: 'prompt', id: promptId }, must: 'exist' }),
  needs: () => [],
  touches: ({ promptId, versionIds }) => [
    { kind: 'row', ref: { type: 'prompt', id: promptId } },
    ...versionIds.map((id) => ({ kind: 'row' as const, ref: { type: 'version' as const, id } })),
    { kind: 'versionsOf', promptId },
  ],
  apply(rows, { promptId, versionIds, seen }, context) {
    const writes: Write[] = [];
    const doomed = new Set(versionIds);
    for (const id of doomed) {
      const version = rows.stored('version', id);
      if (version === undefined || version.deleted) continue;
      if (version.row.promptId !== promptId) return refused('not_found');
      if (!wasSeen(version, seen, context)) return refused('changed_since');
      writes.push({ kind: 'delete', type: 'version', id });
    }
    if (writes.length > 0 && !keepsOne(rows, promptId, doomed)) return refused('last_version');
    const deletedCount = writes.length;
    return done(writes, { message: `Successfully deleted ${deletedCount} version(s).`, deletedCount });
  },
});

function keepsOne(rows: RowSet, promptId: number, doomed: ReadonlySet<number>): boolean {
  return rows.versionsOf(promptId).some((version) => !version.deleted && !doomed.has(version.id));
}

export const versionMutations = {
  saveVersion,
  addVersion,
  editVersion,
  deleteVersion,
  deleteVersions,
} as const;
