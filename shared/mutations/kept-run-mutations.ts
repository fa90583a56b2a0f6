/**
 * Keeps runs of a prompt, and changes what a person thinks of them.
 *
 * 1. A run is kept under its own id: keeping it twice, on one device or by a repetition, is one row.
 * 2. What was sent and what came are written once. Verdict, stars and note stand by themselves: the later one to arrive
 *    stays, but notes are merged, and where two devices wrote in the same place both are in the note.
 * 3. It names the version that was run, and goes on naming it when that is deleted: whoever reads it looks whether it is
 *    there. A version that these rows never had, as after an older backup, is not named.
 */
import { z } from 'zod';
import { mergedNote } from '#shared/merge/merged-note.ts';
import { Id } from '#shared/model/ids.ts';
import { PastTime } from '#shared/model/past-row.ts';
import { TextBefore } from '#shared/model/prompt.ts';
import { type KeptRun, RunNote, WrittenRun } from '#shared/model/run/kept-run.ts';
import { RunRating } from '#shared/model/run/run.ts';
import { alreadyGone, defineMutation, done, fields, refused, Seen, wasSeen } from './mutation.ts';
import { revivalWrites } from './prompt-lifecycle.ts';
import { putPrompt, type RowSet, type Write } from './row-set.ts';

const route = '/api/prompts/:id/kept-runs';
const pathOf = (promptId: number, id: number) => `/api/prompts/${promptId}/kept-runs/${id}`;
const { shape: rating } = RunRating;

const keepRun = defineMutation({
  name: 'keepRun',
  effect: 'create',
  args: z.strictObject({
    promptId: Id,
    id: Id,
    versionId: Id.nullable(),
    createdAt: PastTime,
    run: WrittenRun,
    verdict: rating.verdict.optional(),
    stars: rating.stars.optional(),
    note: RunNote.optional(),
  }),
  lane: 'structure',
  route: { method: 'POST', pattern: route },
  request: ({ promptId, ...body }) => ({ method: 'POST', path: `/api/prompts/${promptId}/kept-runs`, body }),
  fromRequest: ({ params, body }) => ({ versionId: null, ...fields(body), promptId: params.id }),
  target: ({ id }) => ({ ref: { type: 'keptRun', id }, must: 'create' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ promptId, id, versionId }) => [
    ...touched(promptId, id),
    ...(versionId === null ? [] : [{ kind: 'versions' as const, ids: [versionId] }]),
  ],
  apply(rows, { promptId, ...given }) {
    const prompt = rows.stored('prompt', promptId);
    if (prompt === undefined) return refused('not_found');
    const there = rows.live('keptRun', given.id);
    if (there !== undefined) return there.promptId === promptId ? done([], there) : refused('id_taken');
    const { verdict = null, stars = null, note = '', ...kept } = given;
    const versionId = kept.versionId !== null && knows(rows, kept.versionId) ? kept.versionId : null;
    const row: KeptRun = { ...kept, versionId, promptId, verdict, stars, note };
    const revived = prompt.deleted ? [...revivalWrites(rows, prompt), putPrompt(prompt.row)] : [];
    return done([...revived, putKeptRun(row)], row, 201);
  },
});

/** Verdict, stars and note. */
const updateKeptRun = defineMutation({
  name: 'updateKeptRun',
  args: z
    .strictObject({
      promptId: Id,
      id: Id,
      verdict: rating.verdict.optional(),
      stars: rating.stars.optional(),
      note: RunNote.optional(),
      /** The note that `note` was written upon; only the client has it. */
      baseNote: TextBefore.optional(),
    })
    .refine(
      (change) => [change.verdict, change.stars, change.note].some((field) => field !== undefined),
      'A verdict, stars or a note are needed.',
    ),
  lane: 'structure',
  route: { method: 'PATCH', pattern: `${route}/:runId` },
  request: ({ promptId, id, baseNote: _base, ...body }) => ({
    method: 'PATCH',
    path: pathOf(promptId, id),
    body,
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id, id: params.runId }),
  target: ({ id }) => ({ ref: { type: 'keptRun', id }, must: 'exist' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ promptId, id }) => touched(promptId, id),
  apply(rows, { promptId, id, note, baseNote, ...change }, { texts }) {
    const prompt = rows.stored('prompt', promptId);
    const before = rows.stored('keptRun', id);
    if (prompt === undefined || before === undefined || before.row.promptId !== promptId)
      return refused('not_found');
    const row: KeptRun = { ...before.row };
    if (change.verdict !== undefined) row.verdict = change.verdict;
    if (change.stars !== undefined) row.stars = change.stars;
    if (note !== undefined) row.note = texts === 'asSent' ? note : mergedNote(baseNote, note, row.note);
    const revived = prompt.deleted ? [...revivalWrites(rows, prompt), putPrompt(prompt.row)] : [];
    return done([...revived, putKeptRun(row)], row);
  },
  rebase(rows, args) {
    const theirs = rows.stored('keptRun', args.id)?.row.note;
    const { note, baseNote } = args;
    if (theirs === undefined || note === undefined || baseNote === undefined || baseNote === theirs)
      return args;
    return { ...args, note: mergedNote(baseNote, note, theirs), baseNote: theirs };
  },
});

const deleteKeptRun = defineMutation({
  name: 'deleteKeptRun',
  effect: 'delete',
  args: z.strictObject({ promptId: Id, id: Id, seen: Seen.optional() }),
  lane: 'structure',
  route: { method: 'DELETE', pattern: `${route}/:runId` },
  request: ({ promptId, id, seen }) => ({ method: 'DELETE', path: pathOf(promptId, id), body: { seen } }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id, id: params.runId }),
  target: ({ id }) => ({ ref: { type: 'keptRun', id }, must: 'any' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ id }) => [{ kind: 'row', ref: { type: 'keptRun', id } }],
  apply(rows, { promptId, id, seen }, context) {
    const kept = rows.stored('keptRun', id);
    if (kept !== undefined && kept.row.promptId !== promptId) return refused('not_found');
    if (kept === undefined || kept.deleted) return alreadyGone(id, seen);
    if (!wasSeen(kept, seen, context)) return refused('changed_since');
    return done([{ kind: 'delete', type: 'keptRun', id }], { id });
  },
});

/** Whether the version is there, or was. */
const knows = (rows: RowSet, versionId: number) => rows.stored('version', versionId) !== undefined;

function touched(promptId: number, id: number) {
  return [
    { kind: 'row' as const, ref: { type: 'prompt' as const, id: promptId } },
    { kind: 'row' as const, ref: { type: 'keptRun' as const, id } },
    { kind: 'revivalOf' as const, promptId },
  ];
}

function putKeptRun(row: KeptRun): Write {
  return { kind: 'put', type: 'keptRun', id: row.id, row };
}

export const keptRunMutations = { keepRun, updateKeptRun, deleteKeptRun } as const;
