/**
 * The prompts of a library file with their versions, texts and notes.
 *
 * 1. What is missing is made. The current text and the title of a prompt that is here stay.
 * 2. A text of the file that is neither the current one nor in any version of its prompt becomes a version.
 * 3. Notes are merged by their ids as if both sides had added theirs: none goes, and one that was deleted here
 *    comes back. So are tags, value sets, and labels that point to no version here.
 * 4. Words that waited come with their change, which is merged, and not a second time as a version.
 */

import { mergeNotes, parseNotes } from '#shared/merge/merge-notes.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { isBlank } from '#shared/model/text.ts';
import type { Version } from '#shared/model/version.ts';
import { attributesToAdd } from '#shared/mutations/attributes-to-add.ts';
import { besideCurrent } from '#shared/mutations/beside-current.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import type { ManyCommits } from '../commit/commit-many.ts';
import { saveVersionArgs } from '../commit/save-version-args.ts';
import { type PendingTexts, pendingTextKey } from './import-pending-texts.ts';
import { addNamed, type Bringing } from './import-report.ts';
import type { LibraryExport } from './library-export.ts';

/** All that a file has of one prompt. */
export type ExportedPrompt = { id: number; prompt: Prompt | undefined; versions: Version[] };

/** Those too of which only words that waited are in it. */
export function exportedPrompts(
  { prompts, versions }: LibraryExport,
  { lost }: Pick<PendingTexts, 'lost'>,
): ExportedPrompt[] {
  const found = new Map<number, ExportedPrompt>();
  for (const id of lost.keys()) found.set(id, { id, prompt: undefined, versions: [] });
  for (const prompt of prompts) found.set(prompt.id, { id: prompt.id, prompt, versions: [] });
  for (const version of versions.toSorted((a, b) => a.version - b.version)) {
    const known = found.get(version.promptId) ?? { id: version.promptId, prompt: undefined, versions: [] };
    known.versions.push(version);
    found.set(version.promptId, known);
  }
  return [...found.values()];
}

export async function bringInPrompts(
  bringing: Bringing,
  prompts: readonly ExportedPrompt[],
  waiting: PendingTexts,
): Promise<void> {
  await bringing.many.readAhead(prompts.flatMap(touchesOf));
  await bringing.many.readGone(prompts.flatMap(({ versions }) => versions.map(({ id }) => id)));
  for (const each of prompts) {
    const before = livePrompt(bringing.many, each.id);
    if (before === undefined) makePrompt(bringing, each);
    const unknown = bringInVersions(bringing, each);
    const lost = waiting.lost.get(each.id);
    const texts = [...unknown, ...(lost?.texts ?? [])];
    const notes = [...(lost?.notes ?? [])];
    const comesLater = (text: string) => waiting.imported.has(pendingTextKey(each.id, text));
    if (before !== undefined && each.prompt !== undefined) {
      texts.push(each.prompt.content);
      notes.push(each.prompt.notes);
    }
    bringInAttributes(bringing, each);
    for (const text of notes) if (!comesLater(text)) bringBackNotes(bringing, each.id, text);
    keepTexts(
      bringing,
      each.id,
      texts.filter((text) => !comesLater(text)),
    );
  }
}

function touchesOf({ id, prompt, versions }: ExportedPrompt): Touch[] {
  return [
    { kind: 'row', ref: { type: 'prompt', id } },
    { kind: 'versionsOf', promptId: id },
    { kind: 'revivalOf', promptId: id },
    ...versions.map((version): Touch => ({ kind: 'row', ref: { type: 'version', id: version.id } })),
    ...(prompt === undefined ? [] : [projectTouch(prompt)]),
  ];
}

function projectTouch({ projectId }: Prompt): Touch {
  return { kind: 'row', ref: { type: 'project', id: projectId } };
}

function makePrompt(bringing: Bringing, { prompt }: ExportedPrompt): void {
  if (prompt === undefined) return;
  const { id, title, content, projectId, notes } = prompt;
  const args = {
    id,
    title,
    content,
    projectId,
    ...(notes === '' ? {} : { notes }),
    ...pastArgs({ createdAt: prompt.createdAt }),
  };
  if (addNamed(bringing, `Prompt '${title}'`, ['createPrompt', args])) bringing.report.prompts += 1;
}

/** Adds what only the file has; what is here stays. */
function bringInAttributes(bringing: Bringing, { id, prompt }: ExportedPrompt): void {
  const here = livePrompt(bringing.many, id);
  if (here === undefined || prompt === undefined) return;
  const added = attributesToAdd(prompt.attributes, here.attributes);
  if (added !== null)
    addNamed(bringing, `Labels, values and tags of '${here.title}'`, ['setAttributes', { id, ...added }]);
}

/** Gives the texts of those that are here in other words. */
function bringInVersions(bringing: Bringing, { versions }: ExportedPrompt): string[] {
  const otherwise: string[] = [];
  for (const version of versions) {
    const { id, promptId, content, original } = version;
    if (isBlank(content)) continue;
    const there = bringing.many.row({ type: 'version', id });
    if (there !== undefined && !there.deleted) {
      otherwise.push(content, original ?? '');
      continue;
    }
    const args = saveVersionArgs(version, livePrompt(bringing.many, promptId)?.content);
    if (addNamed(bringing, `Version ${version.version}`, ['saveVersion', args]))
      bringing.report.versions += 1;
  }
  return otherwise;
}

/** As versions, where no text of their prompt says the same. */
export function keepTexts(bringing: Bringing, promptId: number, texts: readonly string[]): void {
  const { many, file, report } = bringing;
  const prompt = livePrompt(many, promptId);
  if (prompt === undefined || texts.every((text) => text === prompt.content)) return;
  const known = textsOf(many, prompt);
  const description = copyDescription(file);
  for (const content of texts) {
    if (isBlank(content) || known.has(content)) continue;
    const args = { promptId, id: many.newVersionId(), content, description };
    const kept = { ...args, ...besideCurrent(livePrompt(many, promptId)?.content) };
    if (addNamed(bringing, `A text of '${prompt.title}'`, ['saveVersion', kept])) report.texts += 1;
    known.add(content);
  }
}

function copyDescription({ exportedAt }: LibraryExport): string {
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
  return `From a copy of ${time.format(new Date(exportedAt))}`;
}

/** Every text that a prompt has: its own, those of its versions, and what those were before their first edit. */
export function textsOf(many: ManyCommits, prompt: Prompt): Set<string> {
  const versions = many.versionsOf(prompt.id);
  const texts = versions.flatMap(({ row }) => [row.content, row.original ?? '']);
  return new Set([prompt.content, ...texts]);
}

export function livePrompt(many: ManyCommits, id: number): Prompt | undefined {
  const stored = many.row({ type: 'prompt', id });
  return stored?.type === 'prompt' && !stored.deleted ? stored.row : undefined;
}

function bringBackNotes(bringing: Bringing, id: number, notes: string): void {
  const prompt = livePrompt(bringing.many, id);
  if (prompt === undefined) return;
  const merged = mergeNotes('', prompt.notes, notes);
  const back = parseNotes(merged).length - parseNotes(prompt.notes).length;
  if (back <= 0) return;
  const args = { id, notes: merged, baseNotes: prompt.notes };
  if (addNamed(bringing, `Notes of '${prompt.title}'`, ['updatePrompt', args])) bringing.report.notes += back;
}
