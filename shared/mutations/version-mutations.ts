import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import { PromptContent, TextBefore } from '#shared/model/prompt.ts';
import { isBlank } from '#shared/model/text.ts';
import type { Version } from '#shared/model/version.ts';
import { alreadyGone, defineMutation, done, fields, refused, Seen } from './mutation.ts';
import { placeText, placeUpon } from './place-text.ts';
import { PreservedText, preservedRow, preserveText, putVersion } from './preserved-text.ts';
import { revivalWrites, wasVersionSeen } from './prompt-lifecycle.ts';
import { putPrompt, type RowSet, type Write } from './row-set.ts';
import { saveVersion } from './save-version.ts';

/** Autosave of a historical version; the text before its first edit stays with it. */
const editVersion = defineMutation({
  name: 'editVersion',
  isAutosave: true,
  args: z.strictObject({
    promptId: Id,
    id: Id,
    content: PromptContent,
    base: TextBefore.optional(),
    preserve: PreservedText.optional(),
  }),
  lane: 'text',
  route: { method: 'PATCH', pattern: '/api/prompts/:id/versions/:versionId' },
  request: ({ promptId, id, content, preserve }) => ({
    method: 'PATCH',
    path: `/api/prompts/${promptId}/versions/${id}`,
    body: { content, preserve },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id, id: params.versionId }),
  target: ({ id }) => ({ ref: { type: 'version', id }, must: 'exist' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ promptId, id, preserve }) => [
    { kind: 'row', ref: { type: 'prompt', id: promptId } },
    { kind: 'row', ref: { type: 'version', id } },
    ...preservedRow(preserve),
    { kind: 'revivalOf', promptId },
  ],
  apply(rows, { promptId, id, content, base, preserve }, { now, texts }) {
    const prompt = rows.stored('prompt', promptId);
    const before = rows.stored('version', id);
    if (prompt === undefined || before === undefined || before.row.promptId !== promptId) {
      return refused('not_found');
    }
    if (isBlank(content)) return done([], before.row);
    const theirs = before.row.content;
    const { text } = placeText(texts, { base, mine: content, theirs });
    if (text === theirs && !before.deleted) return done([], before.row);
    const first = before.row.original ?? (text === theirs ? null : theirs);
    const row: Version = { ...before.row, content: text, original: first };
    const { settings } = before.row;
    const kept = preserveText({ prompt: prompt.row, text: theirs, settings, preserve }, rows, now);
    const promptChanges = prompt.deleted || kept.writes.length > 0;
    const writes = [
      ...revivalWrites(rows, prompt),
      ...kept.writes,
      ...(promptChanges ? [putPrompt(kept.prompt)] : []),
      putVersion(row),
    ];
    return done(writes, row);
  },
  rebase(rows, args, preserveAs) {
    const theirs = rows.stored('version', args.id)?.row.content;
    const placed = placeUpon(
      { base: args.base, mine: args.content, theirs, preserve: args.preserve, rows },
      preserveAs,
    );
    if (placed === null) return args;
    const { text, ...upon } = placed;
    return { ...args, ...upon, content: text };
  },
});

/** A person has looked at the other side of a conflict: the banner goes, on every device. */
const reviewVersion = defineMutation({
  name: 'reviewVersion',
  args: z.strictObject({ promptId: Id, id: Id }),
  lane: 'structure',
  route: { method: 'POST', pattern: '/api/prompts/:id/versions/:versionId/review' },
  request: ({ promptId, id }) => ({
    method: 'POST',
    path: `/api/prompts/${promptId}/versions/${id}/review`,
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id, id: params.versionId }),
  target: ({ id }) => ({ ref: { type: 'version', id }, must: 'any' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ id }) => [{ kind: 'row', ref: { type: 'version', id } }],
  apply(rows, { promptId, id }, { by }) {
    const version = rows.stored('version', id);
    if (version !== undefined && version.row.promptId !== promptId) return refused('not_found');
    // A client that keeps a library had it before it, and it is gone since: nothing is left to be looked at.
    if (version === undefined || version.deleted)
      return by === null ? refused('not_found') : done([], { id });
    if (version.row.conflict !== 'unreviewed') return done([], version.row);
    const row: Version = { ...version.row, conflict: 'reviewed' };
    return done([putVersion(row)], row);
  },
});

const deleteVersion = defineMutation({
  name: 'deleteVersion',
  effect: 'delete',
  args: z.strictObject({ promptId: Id, id: Id, seen: Seen.optional() }),
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
  touches: ({ promptId, id }) => [
    { kind: 'row', ref: { type: 'version', id } },
    { kind: 'row', ref: { type: 'prompt', id: promptId } },
  ],
  apply(rows, { promptId, id, seen }, context) {
    const version = rows.stored('version', id);
    if (version !== undefined && version.row.promptId !== promptId) return refused('not_found');
    if (version === undefined || version.deleted) return alreadyGone(id, seen);
    if (!wasVersionSeen(rows, version, seen, context)) return refused('changed_since');
    return done([{ kind: 'delete', type: 'version', id }], { id });
  },
});

/**
 * An id that is already gone counts as done, and at least one version stays. What another device changed or labelled since
 * its author looked is spared, and the others go; refused where none of them may.
 */
const deleteVersions = defineMutation({
  name: 'deleteVersions',
  effect: 'delete',
  args: z.strictObject({
    promptId: Id,
    versionIds: z.array(Id).min(1).max(10_000),
    seen: Seen.optional(),
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
    { kind: 'versions', ids: versionIds },
    { kind: 'versionsOf', promptId },
  ],
  bulk: ({ promptId, versionIds, seen }) => ({ rows: { kind: 'listed', promptId, versionIds }, seen }),
  apply(rows, { promptId, versionIds, seen }, context) {
    const writes: Write[] = [];
    const doomed = new Set<number>();
    let spared = 0;
    for (const id of new Set(versionIds)) {
      const version = rows.stored('version', id);
      if (version === undefined || version.deleted) continue;
      if (version.row.promptId !== promptId) return refused('not_found');
      if (wasVersionSeen(rows, version, seen, context)) doomed.add(id);
      else spared += 1;
    }
    for (const id of doomed) writes.push({ kind: 'delete', type: 'version', id });
    if (writes.length === 0 && spared > 0) return refused('changed_since');
    if (writes.length > 0 && !keepsOne(rows, promptId, doomed)) return refused('last_version');
    return done(writes, deletedVersions(writes.length));
  },
});

/** The body of the answer to a bulk deletion. */
export function deletedVersions(deletedCount: number): { message: string; deletedCount: number } {
  return { message: `Successfully deleted ${deletedCount} version(s).`, deletedCount };
}

function keepsOne(rows: RowSet, promptId: number, doomed: ReadonlySet<number>): boolean {
  return rows.versionsOf(promptId).some((version) => !version.deleted && !doomed.has(version.id));
}

export const versionMutations = {
  saveVersion,
  editVersion,
  reviewVersion,
  deleteVersion,
  deleteVersions,
} as const;
