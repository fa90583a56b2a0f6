import { z } from 'zod';
import { mergeNotes } from '#shared/merge/merge-notes.ts';
import { Id } from '#shared/model/ids.ts';
import { PastTime } from '#shared/model/past-row.ts';
import { type Prompt, PromptContent, PromptNotes, PromptTitle, TextBefore } from '#shared/model/prompt.ts';
import { isBlank } from '#shared/model/text.ts';
import { alreadyGone, defineMutation, done, fields, refused, Seen, type Touch, withId } from './mutation.ts';
import { placeText, placeUponCurrent } from './place-text.ts';
import { PreservedText, preservedRow, preserveText } from './preserved-text.ts';
import { deletePromptWrites, projectShellWrites, revivalWrites } from './prompt-lifecycle.ts';
import { putPrompt } from './row-set.ts';

const createPrompt = defineMutation({
  name: 'createPrompt',
  effect: 'create',
  args: z.strictObject({
    id: Id,
    title: PromptTitle,
    content: PromptContent,
    projectId: Id,
    notes: PromptNotes.optional(),
    createdAt: PastTime.optional(),
    /** As `OnConflict`; a different text that the prompt has by then is preserved as this version. */
    onConflict: z.strictObject({ preserve: PreservedText }).optional(),
  }),
  lane: 'structure',
  route: { method: 'POST', pattern: '/api/prompts' },
  request: (args) => ({ method: 'POST', path: '/api/prompts', body: args }),
  fromRequest: ({ body }, draw) => withId({ content: '', ...fields(body) }, draw),
  target: ({ id }) => ({ ref: { type: 'prompt', id }, must: 'create' }),
  needs: ({ projectId }) => [{ type: 'project', id: projectId }],
  touches: ({ id, projectId, onConflict }) => [
    { kind: 'row', ref: { type: 'prompt', id } },
    { kind: 'row', ref: { type: 'project', id: projectId } },
    { kind: 'revivalOf', promptId: id },
    ...preservedRow(onConflict?.preserve),
  ],
  apply(rows, { id, title, content, projectId, notes = '', createdAt, onConflict }, { now }) {
    const there = rows.live('prompt', id);
    if (there !== undefined) {
      if (onConflict === undefined) return refused('id_taken');
      const replaces = content !== there.content && !isBlank(content);
      const kept = preserveText(
        {
          prompt: there,
          text: there.content,
          settings: there.attributes?.settings,
          preserve: replaces ? onConflict.preserve : undefined,
        },
        rows,
        now,
      );
      const row: Prompt = { ...kept.prompt, title, notes: mergeNotes('', notes, there.notes) };
      if (replaces) row.content = content;
      const same = !replaces && title === there.title && row.notes === there.notes;
      return done(same ? [] : [...kept.writes, putPrompt(row)], row);
    }
    const shell = projectShellWrites(rows, projectId);
    if (shell === null) return refused('not_found');
    const before = rows.stored('prompt', id);
    const row: Prompt = {
      id,
      projectId,
      title,
      content,
      notes,
      createdAt: before?.row.createdAt ?? createdAt ?? now,
      lastVersion: before?.row.lastVersion ?? 0,
      ...(before?.row.attributes === undefined ? {} : { attributes: before.row.attributes }),
    };
    const versions = before === undefined ? [] : revivalWrites(rows, before);
    return done([...shell, ...versions, putPrompt(row)], row, 201);
  },
  onceThere(rows, args, preserveAs) {
    const isNew = rows.live('prompt', args.id) === undefined;
    return isNew || args.onConflict !== undefined
      ? args
      : { ...args, onConflict: { preserve: preserveAs() } };
  },
});

const existingPrompt = (id: number): Touch[] => [
  { kind: 'row', ref: { type: 'prompt', id } },
  { kind: 'revivalOf', promptId: id },
];

/** The title and the notes; both are fields of one row and of one route. */
const updatePrompt = defineMutation({
  name: 'updatePrompt',
  isRenaming: true,
  args: z
    .strictObject({
      id: Id,
      title: PromptTitle.optional(),
      notes: PromptNotes.optional(),
      /** The notes that `notes` were written upon; only the client has them. */
      baseNotes: TextBefore.optional(),
    })
    .refine(({ title, notes }) => title !== undefined || notes !== undefined, 'A title or notes are needed.'),
  lane: 'structure',
  route: { method: 'PATCH', pattern: '/api/prompts/:id' },
  request: ({ id, title, notes }) => ({
    method: 'PATCH',
    path: `/api/prompts/${id}`,
    body: { title, notes },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'prompt', id }, must: 'exist' }),
  needs: () => [],
  touches: ({ id }) => existingPrompt(id),
  apply(rows, { id, title, notes, baseNotes }, { texts }) {
    const before = rows.stored('prompt', id);
    if (before === undefined) return refused('not_found');
    const row: Prompt = { ...before.row };
    if (title !== undefined) row.title = title;
    if (notes !== undefined) {
      row.notes =
        texts === 'asSent' || baseNotes === undefined || baseNotes === row.notes
          ? notes
          : mergeNotes(baseNotes, notes, row.notes);
    }
    return done([...revivalWrites(rows, before), putPrompt(row)], row);
  },
  rebase(rows, args) {
    const theirs = rows.stored('prompt', args.id)?.row.notes;
    const { notes, baseNotes } = args;
    if (theirs === undefined || notes === undefined || baseNotes === undefined || baseNotes === theirs)
      return args;
    return { ...args, notes: mergeNotes(baseNotes, notes, theirs), baseNotes: theirs };
  },
});

/** Autosave. Empty text is answered with what is stored and changes nothing. */
const setContent = defineMutation({
  name: 'setContent',
  isAutosave: true,
  writesText: true,
  args: z.strictObject({
    id: Id,
    content: PromptContent,
    /** The text that `content` was written upon; only the client has it. */
    base: TextBefore.optional(),
    /** Set: the text that is replaced is kept as a version, because a merge did not take all of it over. */
    preserve: PreservedText.optional(),
  }),
  lane: 'text',
  route: { method: 'PATCH', pattern: '/api/prompts/:id/content' },
  request: ({ id, content, preserve }) => ({
    method: 'PATCH',
    path: `/api/prompts/${id}/content`,
    body: { content, preserve },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'prompt', id }, must: 'exist' }),
  needs: () => [],
  touches: ({ id, preserve }) => [
    ...existingPrompt(id),
    ...preservedRow(preserve),
    { kind: 'conflictsOf', promptId: id },
  ],
  apply(rows, { id, content, base, preserve }, { now, texts }) {
    const before = rows.stored('prompt', id);
    if (before === undefined) return refused('not_found');
    if (isBlank(content)) return done([], before.row);
    const theirs = before.row.content;
    const { text } = placeText(texts, { base, mine: content, theirs });
    if (text === theirs && !before.deleted) return done([], before.row);
    const settings = before.row.attributes?.settings;
    const kept = preserveText({ prompt: before.row, text: theirs, settings, preserve }, rows, now);
    const row: Prompt = { ...kept.prompt, content: text };
    return done([...revivalWrites(rows, before), ...kept.writes, putPrompt(row)], row);
  },
  rebase(rows, args, preserveAs) {
    const theirs = rows.stored('prompt', args.id)?.row.content;
    const { id: promptId, base, content: mine, preserve } = args;
    const placed = placeUponCurrent({ base, mine, theirs, preserve, rows, promptId }, preserveAs);
    if (placed === null) return args;
    const { text, ...upon } = placed;
    return { ...args, ...upon, content: text };
  },
});

const deletePrompt = defineMutation({
  name: 'deletePrompt',
  effect: 'delete',
  args: z.strictObject({ id: Id, seen: Seen.optional() }),
  lane: 'structure',
  route: { method: 'DELETE', pattern: '/api/prompts/:id' },
  request: ({ id, seen }) => ({ method: 'DELETE', path: `/api/prompts/${id}`, body: { seen } }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'prompt', id }, must: 'any' }),
  needs: () => [],
  touches: ({ id }) => [
    { kind: 'row', ref: { type: 'prompt', id } },
    { kind: 'insideOf', promptId: id },
  ],
  bulk: ({ id, seen }) => ({ rows: { kind: 'insideOf', promptId: id }, seen }),
  apply(rows, { id, seen }, context) {
    const prompt = rows.stored('prompt', id);
    const gone = alreadyGone(id, seen);
    if (prompt === undefined || (prompt.deleted && !gone.ok)) return gone;
    const writes = deletePromptWrites(rows, prompt, seen, context);
    return writes === null ? refused('changed_since') : done(writes, { id });
  },
});

export const promptMutations = { createPrompt, updatePrompt, setContent, deletePrompt } as const;
