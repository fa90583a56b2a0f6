/**
 * Decides about a row with changes that the device which wrote the file had not sent: they are made upon the row as it is
 * here by now.
 *
 * 1. A deletion is named and not made: its author had not seen what has been written here since.
 * 2. Of a copy of this very library no change is made to a row that is here: it was sent since, or waits still, and an older
 *    name would take the place of a newer one. Texts of it that are nowhere else become versions.
 * 3. A row that was made there, and was deleted here since, does not come again.
 * Before: `plan-project.ts`, `plan-prompt.ts`, `plan-file.ts`, which decide about the row. After: `replay.ts`.
 */
import { type RowRef, rowKey } from '#shared/kinds/row.ts';
import { message } from '#shared/language/message.ts';
import { mergeNotes } from '#shared/merge/merge-notes.ts';
import { putVersion } from '#shared/mutations/preserved-text.ts';
import { putPrompt, putResource } from '#shared/mutations/row-set.ts';
import {
  candidateVersion,
  type FileCandidate,
  type Pending,
  type ProjectCandidate,
  type PromptCandidate,
} from '../candidate.ts';
import type { ImportedNames } from './imported-names.ts';
import { pendingTexts } from './pending-texts.ts';
import type { ExistingLibrary, ExistingPrompt, PlannedRow, PlanOptions } from './planned.ts';
import { Replay } from './replay.ts';
import { type RowName, refusedRow, sameRow } from './row.ts';

type Rows = ProjectCandidate | PromptCandidate | FileCandidate;

export type PendingPlanning = {
  readonly names: ImportedNames;
  readonly existing: ExistingLibrary;
  readonly options: PlanOptions;
  readonly here: ReadonlyMap<number, ExistingPrompt>;
};

const types = { project: 'project', prompt: 'prompt', file: 'resource' } as const;

/** `plan`: decides about the row without its changes. */
export async function planPending<Row extends Rows>(
  candidate: Row & { readonly pending: Pending },
  planning: PendingPlanning,
  plan: (candidate: Row) => PlannedRow | Promise<PlannedRow>,
): Promise<PlannedRow> {
  const { pending } = candidate;
  const { existing } = planning;
  const ref: RowRef = { type: types[candidate.kind], id: pending.id };
  const isHere = planning.names.has(ref);
  const name = nameOf(candidate);
  if (!isHere && pending.basis === 'nothing') {
    return refusedRow(name, { sentence: message('What this change belongs to is not in this library.') });
  }
  if (!isHere && pending.basis === 'creation' && (await existing.gone([ref])).has(rowKey(ref))) {
    return refusedRow(name, { sentence: message('This was deleted here in the meantime.') });
  }
  const isOwn = pending.client !== null && pending.client === existing.client;
  if (isHere && isOwn) return plan(withTexts(candidate));
  const isChangesOnly = pending.basis === 'nothing';
  const plain = isChangesOnly
    ? sameRow(knownName(name, pending.id, planning), pending.id)
    : await plan(isHere ? withoutLaterTexts(candidate) : candidate);
  if (plain.outcome === 'refused') return plain;
  return withChanges(plain, candidate, planning);
}

function withChanges(
  plain: PlannedRow,
  { kind, pending }: Pick<Rows, 'kind'> & { pending: Pending },
  { names, existing, options, here }: PendingPlanning,
): PlannedRow {
  const replay = new Replay(pending, options);
  const { id } = pending;
  const prompt = kind === 'prompt' ? here.get(id) : undefined;
  const project = kind === 'project' ? existing.projects.find((each) => each.id === id) : undefined;
  const file = kind === 'file' ? existing.resources.find((each) => each.id === id) : undefined;
  if (prompt !== undefined) {
    replay.put(putPrompt(prompt.prompt));
    for (const version of prompt.versions) replay.put(putVersion(version));
    for (const row of prompt.keptRuns) replay.put({ kind: 'put', type: 'keptRun', id: row.id, row });
    for (const row of prompt.testCases) replay.put({ kind: 'put', type: 'testCase', id: row.id, row });
  }
  if (project !== undefined) replay.put({ kind: 'put', type: 'project', id, row: project });
  if (file !== undefined) replay.put(putResource(file));
  // The projects that a row is in or is moved to count by being there.
  if (kind !== 'project') for (const each of names.projects()) replay.putProject(each);
  replay.begin(plain.mutations);
  const { mutations, undo, remarks } = replay.run();
  if (mutations.length === 0 && plain.mutations.length === 0) {
    const [reason, ...others] = remarks;
    return reason === undefined ? plain : { ...refusedRow(plain, reason), remarks: others };
  }
  const isNew = plain.outcome === 'new';
  return {
    ...plain,
    outcome: isNew ? 'new' : 'changed',
    adds: { ...plain.adds, changes: mutations.length },
    remarks: [...plain.remarks, ...remarks],
    mutations: [...plain.mutations, ...mutations],
    undo: isNew ? plain.undo : [...undo, ...plain.undo],
  };
}

function nameOf(candidate: Rows): RowName {
  const { kind, source } = candidate;
  if (kind === 'project') return { kind, source, project: candidate.name, title: candidate.name };
  const title = kind === 'prompt' ? candidate.title : candidate.name;
  return { kind, source, project: candidate.project.name, title };
}

/** Returns the name that the row has here. */
function knownName(name: RowName, id: number, { existing, here }: PendingPlanning): RowName {
  const projectName = (of: number | undefined) =>
    existing.projects.find((project) => project.id === of)?.name ?? '';
  switch (name.kind) {
    case 'project':
      return { ...name, project: projectName(id), title: projectName(id) };
    case 'prompt': {
      const prompt = here.get(id)?.prompt;
      return { ...name, project: projectName(prompt?.projectId), title: prompt?.title ?? '' };
    }
    case 'file': {
      const file = existing.resources.find((each) => each.id === id);
      return { ...name, project: projectName(file?.projectId), title: file?.name ?? '' };
    }
  }
}

/** Adds the texts and notes of the changes to what the files have of a prompt. */
function withTexts<Row extends Rows>(candidate: Row & { readonly pending: Pending }): Row {
  if (candidate.kind !== 'prompt') return candidate;
  const { texts, notes, onTheWay } = pendingTexts(candidate.pending.changes);
  const isLast = (text: string) => !onTheWay.has(text);
  const versions = texts
    .filter(isLast)
    .map((content) => candidateVersion({ content, description: 'Imported' }));
  return {
    ...candidate,
    versions: [...candidate.versions, ...versions],
    notes: notes.filter(isLast).reduce((all, more) => mergeNotes('', all, more), candidate.notes),
  };
}

/** Leaves out the text and the notes that a change brings, which is merged, or that a later one was written upon. */
function withoutLaterTexts<Row extends Rows>(candidate: Row & { readonly pending: Pending }): Row {
  if (candidate.kind !== 'prompt') return candidate;
  const { texts, notes, onTheWay } = pendingTexts(candidate.pending.changes);
  const comesLater = (text: string) => onTheWay.has(text) || texts.includes(text) || notes.includes(text);
  return {
    ...candidate,
    content: comesLater(candidate.content) ? '' : candidate.content,
    notes: comesLater(candidate.notes) ? '' : candidate.notes,
  };
}
