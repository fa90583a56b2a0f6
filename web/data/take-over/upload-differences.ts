/**
 * Uploads the rows that the server lacks or has otherwise, as changes of this device.
 *
 * 1. Where texts differ, this device's is current, and the server's is kept as a version.
 * 2. What cannot be said as it is (a name that is too long by now) waits as a refused change, with all that needs
 *    it held behind it: a person decides, and everything else goes on.
 * Before: `take-over-portion.ts`, whose transaction this runs in. After: the next round.
 */

import { type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import { mergeNotes } from '#shared/merge/merge-notes.ts';
import { mergedNote } from '#shared/merge/merged-note.ts';
import { argsOfCase, fieldsOfCase } from '#shared/model/checks/test-case.ts';
import { defaultProjectColor, sendableColor } from '#shared/model/colors.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { hasSettings } from '#shared/model/prompt-settings.ts';
import { argsOfKeptRun } from '#shared/model/run/kept-run.ts';
import { isBlank } from '#shared/model/text.ts';
import { mutations } from '#shared/mutations/all-mutations.ts';
import { attributesToAdd, otherSettings } from '#shared/mutations/attributes-to-add.ts';
import { type PreservedText, settingsPreservedAs } from '#shared/mutations/preserved-text.ts';
import { bind, type MutationName } from '#shared/mutations/registry.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import { creates, type OutboxEntry } from '#shared/sync/outbox.ts';
import { ManyCommits } from '../commit/commit-many.ts';
import { saveVersionArgs } from '../commit/save-version-args.ts';
import type { Library } from '../database/library.ts';
import { markedAs } from '../outbox/blocked-entries.ts';
import type { NewEntry } from '../outbox/outbox-table.ts';

/** `about`: the row that the change is made to. `needs`: what must be there before. */
type Upload = { name: MutationName; args: unknown; about: RowKey; needs?: RowKey[] };

type Differing = Omit<Sides, 'textOfServer'> & { blocked: Set<RowKey>; keys?: ReadonlySet<RowKey> };

type Sides = { mine: RowSet; there: RowSet; projects: Set<number>; textOfServer(): PreservedText };

/**
 * `mine` and `there`: the same rows, as they were shown and as they shall be now, which is the server's with what
 * waits upon it; `keys` where they are not stored as they shall be. `projects`: all that either side knows. `blocked`: rows of which nothing more is sent before a person has
 * decided about something that was refused. Both are added to.
 */
export async function uploadDifferences(
  library: Library,
  { mine, there, projects, blocked, keys }: Differing,
): Promise<void> {
  const description = 'Text of the server after it was restored';
  const textOfServer = () => ({ id: library.newId(), description, conflict: null });
  const uploads = differences({ mine, there, projects, textOfServer });
  const many = new ManyCommits(library);
  if (keys !== undefined) many.assume(keys, there);
  await many.readAhead(
    uploads.flatMap(({ name, args }) => {
      const bound = bind(name, args);
      return bound.ok ? bound.mutation.touches : [];
    }),
  );
  for (const each of uploads) {
    const outcome = many.add(each.name, each.args);
    if (outcome.ok) continue;
    const { code, errors } = outcome;
    // The person signs out: this portion is as if it had not begun.
    if (code === 'signing_out') throw new Error('The library takes nothing more.');
    many.addUnapplied(unappliedEntry(library, each, { refused: { code, errors: [...errors] }, blocked }));
  }
  await many.write(keys === undefined ? undefined : { keys, shown: mine });
}

function differences(sides: Sides): Upload[] {
  const rows = sides.mine.all().sort(byCreation);
  // By their numbers, so that they get new ones in the same order: a clock may have been wrong.
  const versions = rows
    .filter((stored) => stored.type === 'version')
    .sort((a, b) => a.row.version - b.row.version);
  return [
    ...rows.flatMap((stored) => (stored.type === 'project' ? projectUploads(stored, sides) : [])),
    ...homeless(rows, sides).map(recovered),
    ...rows.flatMap((stored) => (stored.type === 'prompt' ? promptUploads(stored, sides) : [])),
    ...versions.flatMap((stored) => versionUploads(stored, sides)),
    // On a version that is not there yet none is put.
    ...rows.flatMap((stored) => (stored.type === 'prompt' ? labelUploads(stored, sides) : [])),
    ...rows.flatMap((stored) => (stored.type === 'keptRun' ? keptRunUploads(stored, sides) : [])),
    ...rows.flatMap((stored) => (stored.type === 'testCase' ? testCaseUploads(stored, sides) : [])),
    ...rows.flatMap((stored) => (stored.type === 'resource' ? resourceUploads(stored, sides) : [])),
  ];
}

/** Rows of which nothing more is sent before a person has decided about something that was refused. */
export async function blockedRows({ db }: Library): Promise<Set<RowKey>> {
  const stuck = await markedAs(db, 1).toArray();
  return new Set(stuck.flatMap(({ target, writes }) => [target, ...writes]));
}

/** An entry that was never tried: refused for what it says itself, or held behind one that was. */
function unappliedEntry(
  library: Library,
  { name, args, about, needs = [] }: Upload,
  { refused, blocked }: { refused: NonNullable<OutboxEntry['problem']>; blocked: Set<RowKey> },
): Omit<NewEntry, 'number'> {
  const isHeld = [about, ...needs].some((key) => blocked.has(key));
  blocked.add(about);
  return {
    name,
    args,
    lane: mutations[name].lane,
    target: about,
    guarded: !creates({ name }),
    writes: [about],
    needs,
    ...(isHeld ? { state: 'queued' as const } : { state: 'refused' as const, problem: refused }),
    ifMatch: null,
    attempts: 0,
    createdAt: new Date(library.deps.now()).toISOString(),
  };
}

/** Projects of rows that are here while the project itself was still to come when the server went away. */
function homeless(rows: readonly Stored[], sides: Sides): number[] {
  const wanted = rows.flatMap((stored) =>
    stored.type === 'prompt' || stored.type === 'resource' ? [stored.row.projectId] : [],
  );
  const unknown = [...new Set(wanted)].filter((id) => !sides.projects.has(id));
  for (const id of unknown) sides.projects.add(id);
  return unknown;
}

function recovered(id: number): Upload {
  const args = { id, name: 'Recovered', color: defaultProjectColor };
  return { name: 'createProject', args, about: `project:${id}` };
}

function isPromptKnown(id: number, { mine, there }: Sides): boolean {
  return mine.live('prompt', id) !== undefined || there.live('prompt', id) !== undefined;
}

function projectUploads(stored: Stored<'project'>, { there }: Sides): Upload[] {
  const { id, row } = stored;
  const about = rowKey(stored);
  const theirs = there.live('project', id);
  if (theirs === undefined) {
    const args = {
      id,
      name: row.name,
      color: sendableColor(row.color),
      ...pastArgs({ createdAt: row.createdAt }),
    };
    return [{ name: 'createProject', args, about }, ...projectMove(stored, undefined)];
  }
  const changed = {
    ...(theirs.name !== row.name && { name: row.name }),
    ...(theirs.color !== row.color && { color: sendableColor(row.color) }),
  };
  const renamed: Upload = { name: 'renameProject', args: { id, ...changed }, about };
  return [...(Object.keys(changed).length === 0 ? [] : [renamed]), ...projectMove(stored, theirs.position)];
}

/** Keeps the server's place where both sides have moved it, as a prompt's. */
function projectMove(stored: Stored<'project'>, theirs: string | undefined): Upload[] {
  const { position } = stored.row;
  if (position === undefined || theirs !== undefined) return [];
  return [{ name: 'moveProject', args: { id: stored.id, position }, about: rowKey(stored) }];
}

function promptUploads(stored: Stored<'prompt'>, { there, textOfServer }: Sides): Upload[] {
  const { id, row } = stored;
  const { title, content, notes, projectId } = row;
  const about = rowKey(stored);
  const theirs = there.live('prompt', id);
  const { labels: _after, ...attributes } = row.attributes ?? {};
  const added = attributesToAdd(attributes, theirs?.attributes);
  const set: Upload[] = [
    ...(added === null ? [] : [{ name: 'setAttributes' as const, args: { id, ...added }, about }]),
    ...settingsUploads(stored, theirs, textOfServer),
  ];
  if (theirs === undefined) {
    const args = {
      id,
      title,
      content,
      projectId,
      ...(notes === '' ? {} : { notes }),
      ...pastArgs({ createdAt: row.createdAt }),
    };
    return [{ name: 'createPrompt', args, about, needs: [`project:${projectId}`] }, ...set];
  }
  const uploads: Upload[] = [];
  if (theirs.title !== title || theirs.notes !== notes) {
    const merged = mergeNotes('', notes, theirs.notes);
    const args = { id, title, notes: merged, baseNotes: theirs.notes };
    uploads.push({ name: 'updatePrompt', args, about });
  }
  if (theirs.content !== content && !isBlank(content)) {
    uploads.push({ name: 'setContent', args: { id, content, preserve: textOfServer() }, about });
  }
  if (theirs.projectId !== projectId) {
    uploads.push({ name: 'movePrompt', args: { id, projectId }, about, needs: [`project:${projectId}`] });
  }
  return [...uploads, ...set];
}

/** Settings of this device stand where the server has others, which a version keeps. */
function settingsUploads(
  stored: Stored<'prompt'>,
  theirs: Prompt | undefined,
  textOfServer: Sides['textOfServer'],
): Upload[] {
  const settings = otherSettings(stored.row.attributes?.settings, theirs?.attributes?.settings);
  if (Object.keys(settings).length === 0) return [];
  const preserve = settingsPreservedAs(textOfServer);
  return [{ name: 'setAttributes', args: { id: stored.id, settings, preserve }, about: rowKey(stored) }];
}

function labelUploads(stored: Stored<'prompt'>, { there }: Sides): Upload[] {
  const { id, row } = stored;
  const { labels } = row.attributes ?? {};
  if (labels === undefined) return [];
  const added = attributesToAdd({ labels }, there.live('prompt', id)?.attributes);
  return added === null ? [] : [{ name: 'setAttributes', args: { id, ...added }, about: rowKey(stored) }];
}

function versionUploads(stored: Stored<'version'>, sides: Sides): Upload[] {
  const { id, row } = stored;
  const { promptId, content } = row;
  // One whose prompt this device never had would have nowhere to be.
  if (!isPromptKnown(promptId, sides)) return [];
  const prompt: RowKey = `prompt:${promptId}`;
  const theirs = sides.there.live('version', id);
  if (theirs === undefined) {
    return isBlank(content) && !hasSettings(row.settings)
      ? []
      : [{ name: 'saveVersion', args: saveVersionArgs(row, currentOf(promptId, sides)), about: prompt }];
  }
  const change = { about: rowKey(stored), needs: [prompt] };
  const uploads: Upload[] = [];
  if (theirs.content !== content && !isBlank(content)) {
    const args = { promptId, id, content, preserve: sides.textOfServer() };
    uploads.push({ name: 'editVersion', args, ...change });
  }
  if (theirs.conflict === 'unreviewed' && row.conflict === 'reviewed') {
    uploads.push({ name: 'reviewVersion', args: { promptId, id }, ...change });
  }
  return uploads;
}

function keptRunUploads(stored: Stored<'keptRun'>, sides: Sides): Upload[] {
  const { id, promptId, verdict, stars, note } = stored.row;
  if (!isPromptKnown(promptId, sides)) return [];
  const change = { about: rowKey(stored), needs: [`prompt:${promptId}` as const] };
  const theirs = sides.there.live('keptRun', id);
  if (theirs === undefined) return [{ name: 'keepRun', args: argsOfKeptRun(stored.row), ...change }];
  const changed = {
    ...(theirs.verdict !== verdict && { verdict }),
    ...(theirs.stars !== stars && { stars }),
    // Nobody knows the note that both were written upon.
    ...(theirs.note !== note && { note: mergedNote('', note, theirs.note), baseNote: theirs.note }),
  };
  if (Object.keys(changed).length === 0) return [];
  return [{ name: 'updateKeptRun', args: { promptId, id, ...changed }, ...change }];
}

/** Nobody knows what both sides were written upon: of values, checks and notes all stays. */
function testCaseUploads(stored: Stored<'testCase'>, { there, ...sides }: Sides): Upload[] {
  const { id, row } = stored;
  const { promptId } = row;
  if (!isPromptKnown(promptId, { there, ...sides })) return [];
  const change = { about: rowKey(stored), needs: [`prompt:${promptId}` as const] };
  const theirs = there.live('testCase', id);
  if (theirs === undefined) return [{ name: 'createTestCase', args: argsOfCase(row), ...change }];
  if (JSON.stringify(fieldsOfCase(row)) === JSON.stringify(fieldsOfCase(theirs))) return [];
  const mine = { promptId, id, ...fieldsOfCase(row), baseNotes: '', baseValues: {}, baseChecks: [] };
  const args = mutations.updateTestCase.rebase?.(there, mine, sides.textOfServer) ?? mine;
  return [{ name: 'updateTestCase', args, ...change }];
}

function currentOf(promptId: number, { mine, there }: Sides): string | undefined {
  const texts = [mine, there].map((rows) => rows.live('prompt', promptId)?.content ?? '');
  return texts.find((text) => !isBlank(text));
}

/** The row only: its bytes are asked for by whoever finds that the server does not have them. */
function resourceUploads(stored: Stored<'resource'>, { there }: Sides): Upload[] {
  const { id, row } = stored;
  const { projectId, name, originalFilename, description, fileType, fileSize, sha256 } = row;
  const about = rowKey(stored);
  const theirs = there.live('resource', id);
  if (theirs === undefined) {
    const bytes = { fileType, fileSize, sha256 };
    const names = { name, originalFilename, description, ...pastArgs({ createdAt: row.createdAt }) };
    const args = { id, projectId, ...names, ...bytes, onConflict: 'update' };
    return [{ name: 'createResource', args, about, needs: [`project:${projectId}`] }];
  }
  return theirs.name === name && theirs.description === description
    ? []
    : [{ name: 'updateResource', args: { id, name, description }, about }];
}

function byCreation(a: Stored, b: Stored): number {
  const made = ({ row }: Stored) => ('createdAt' in row ? String(row.createdAt) : '');
  return made(a) < made(b) ? -1 : made(a) > made(b) ? 1 : 0;
}
