/** Decides about one prompt: a new one with all that it has, or what is added to the one that is here. */
import { formatNotes, mergeNotes, parseNotes } from '#shared/merge/merge-notes.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import {
  hasSettings,
  isSameSettings,
  type PromptSettings,
  writableSettings,
} from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import type { Version } from '#shared/model/version.ts';
import { attributesToAdd, otherSettings } from '#shared/mutations/attributes-to-add.ts';
import { besideCurrent } from '#shared/mutations/beside-current.ts';
import { type CandidateVersion, candidateVersion, type PromptCandidate } from '../candidate.ts';
import type { Reason } from '../files.ts';
import { type ImportedNames, promptTitle } from './imported-names.ts';
import { attributesOf, attributesOnto, partsAdded } from './plan-attributes.ts';
import { keptRunsToAdd } from './plan-kept-runs.ts';
import { projectFor } from './plan-project.ts';
import { testCasesToAdd } from './plan-test-cases.ts';
import type { ExistingPrompt, PlannedMutation, PlannedRow, PlanOptions } from './planned.ts';
import { nothingAdded, refusedRow, whyRefused } from './row.ts';

type Planning = {
  names: ImportedNames;
  options: PlanOptions;
  here: ReadonlyMap<number, ExistingPrompt>;
};

/** The mutations for a prompt, and those that take them back. */
type Changes = Pick<PlannedRow, 'adds' | 'mutations' | 'undo'>;

const importedDescription = 'Imported';

export function planPrompt(candidate: PromptCandidate, planning: Planning): PlannedRow {
  const { names, here } = planning;
  const known = names.claim(candidate, here);
  return known === undefined ? newPrompt(candidate, planning) : knownPrompt(candidate, known, planning);
}

function newPrompt(candidate: PromptCandidate, { names, options }: Planning): PlannedRow {
  const { source } = candidate;
  const title = promptTitle(candidate.title);
  const project = projectFor(names, candidate.project);
  const id = idFor(candidate, { names, options });
  const notes = newNotes(candidate, title, options.now);
  const { content } = candidate;
  const made = {
    ...{ id, title, content, projectId: project.id },
    ...(notes === '' ? {} : { notes }),
    ...pastArgs({ createdAt: candidate.createdAt }),
  };
  const versions = versionsToSave(candidate.versions, {
    promptId: id,
    current: content,
    options,
    keepsIds: true,
  });
  const runs = keptRunsToAdd(candidate, { promptId: id, here: [], ids: versions.ids, options });
  const cases = testCasesToAdd(candidate, { promptId: id, here: [], options });
  const theirs = attributesOf(candidate, versions.ids, options);
  const added = attributesToAdd(theirs, undefined);
  const mutations: PlannedMutation[] = [
    ...project.mutations,
    { name: 'createPrompt', args: made },
    ...versions.mutations,
    ...(added === null ? [] : [{ name: 'setAttributes' as const, args: { id, ...added } }]),
    ...runs.mutations,
    ...cases.mutations,
  ];
  const row = { kind: 'prompt', source, project: project.name, title } as const;
  const remarks = [candidate, versions, runs, cases].flatMap((each) => each.remarks);
  const reason = whyRefused(mutations);
  if (reason !== null) {
    if (project.mutations.length > 0) names.dropProject(project.id);
    return refusedRow(row, reason);
  }
  const undo: PlannedMutation[] = [{ name: 'deletePrompt', args: { id } }, ...project.undo];
  const adds = {
    texts: versions.mutations.length,
    notes: parseNotes(notes).length,
    ...partsAdded(added),
    runs: runs.adds.runs,
    cases: cases.adds.cases,
    changes: 0,
  };
  return { outcome: 'new', ...row, id, adds, reason: null, remarks, mutations, undo, bytes: null };
}

/** An id that came twice in the files is another prompt the second time. */
function idFor({ id }: PromptCandidate, { names, options }: Pick<Planning, 'names' | 'options'>): number {
  if (id !== null && names.claimNew(id)) return id;
  const drawn = options.drawId();
  names.claimNew(drawn);
  return drawn;
}

/** A title that had to be cut stands in a note as a whole. */
function newNotes({ notes, title }: PromptCandidate, shown: string, now: string): string {
  if (title.trim() === shown || title.trim() === '') return notes;
  const full = { id: `${now}-title`, content: title, createdAt: now };
  return formatNotes([...parseNotes(notes), full]);
}

function knownPrompt(
  candidate: PromptCandidate,
  known: ExistingPrompt,
  { names, options }: Planning,
): PlannedRow {
  const { prompt } = known;
  const project = names.project({ id: prompt.projectId, name: '' }).name;
  const row = { kind: 'prompt', source: candidate.source, project, title: prompt.title } as const;
  const texts = textsToAdd(candidate, known, options);
  const notes = notesToAdd(candidate, known);
  const { ids, takesSettings } = texts;
  const attributes = attributesOnto(candidate, known, { ids, options, takesSettings });
  const runs = keptRunsToAdd(candidate, { promptId: prompt.id, here: known.keptRuns, ids, options });
  const cases = testCasesToAdd(candidate, { promptId: prompt.id, here: known.testCases, options });
  const mutations = [texts, notes, attributes, runs, cases].flatMap((each) => each.mutations);
  const reason = whyRefused(mutations);
  if (reason !== null) return refusedRow(row, reason);
  const undo = [cases, runs, attributes, notes, texts].flatMap((each) => each.undo);
  const { texts: added } = texts.adds;
  const inside = { runs: runs.adds.runs, cases: cases.adds.cases };
  const adds = { ...attributes.adds, texts: added, notes: notes.adds.notes, ...inside };
  const outcome = mutations.length === 0 ? 'same' : 'changed';
  const remarks = [candidate, texts, attributes, runs, cases].flatMap((each) => each.remarks);
  return { outcome, ...row, id: prompt.id, adds, reason: null, remarks, mutations, undo, bytes: null };
}

type SavedVersions = {
  mutations: PlannedMutation[];
  ids: ReadonlyMap<CandidateVersion, number>;
  /** Why versions are left out. */
  remarks: Reason[];
};

function versionsToSave(
  versions: readonly CandidateVersion[],
  options: { promptId: number; current: string; options: PlanOptions; keepsIds: boolean },
): SavedVersions {
  const { promptId, current, keepsIds } = options;
  const ids = new Map<CandidateVersion, number>();
  const mutations: PlannedMutation[] = [];
  const remarks: Reason[] = [];
  for (const version of versions) {
    const { content, description, original, conflict, createdAt } = version;
    const settings = writableSettings(version.settings ?? {});
    if (isBlank(content) && !hasSettings(settings)) continue;
    const id = (keepsIds ? version.id : null) ?? options.options.drawId();
    const args = { promptId, id, content, description, settings, ...besideCurrent(current) };
    const past = pastArgs({ createdAt, version: keepsIds ? version.version : null });
    const later = { ...(original === null ? {} : { original }), ...(conflict === null ? {} : { conflict }) };
    const saved: PlannedMutation = { name: 'saveVersion', args: { ...args, ...later, ...past } };
    const reason = whyRefused([saved]);
    if (reason !== null) remarks.push(reason);
    else {
      ids.set(version, id);
      mutations.push(saved);
    }
  }
  return { mutations, ids, remarks };
}

type AddedTexts = Changes & Pick<SavedVersions, 'ids' | 'remarks'> & { takesSettings: boolean };

/** Saves each text that the prompt has never had, or never with these settings. */
function textsToAdd(
  candidate: PromptCandidate,
  { prompt, versions }: ExistingPrompt,
  options: PlanOptions,
): AddedTexts {
  const promptId = prompt.id;
  const here = prompt.attributes?.settings;
  const had = new TextsHad(prompt.content, here);
  for (const { id, original } of versions) if (original !== null) had.add(original, undefined, id);
  for (const { id, content, settings } of versions) had.add(content, settings, id);
  const taken = new Set(versions.map(({ id }) => id));
  const missing: CandidateVersion[] = [];
  for (const version of candidate.versions) {
    const { content, settings, original } = version;
    if (had.isMissing(content, settings)) {
      missing.push(version.id !== null && taken.has(version.id) ? { ...version, id: null } : version);
      had.add(content, settings ?? undefined, had.idOf(content));
    } else if (original !== null && had.isMissing(original, null)) {
      missing.push(textVersion(original, undefined));
    }
    if (original !== null) had.add(original, undefined, had.idOf(original));
  }
  const { settings } = candidate.attributes;
  const isNewText = had.isMissing(candidate.content, null);
  const hasOthers = Object.keys(otherSettings(settings, here)).length > 0;
  const isNew = isNewText || (hasOthers && had.isMissing(candidate.content, settings ?? null));
  const takes = options.texts === 'take' && isNew;
  if (isNew && !takes) missing.push(textVersion(candidate.content, settings));
  if (takes && !versions.some((version) => hasAll(version, prompt)))
    missing.push(textVersion(prompt.content, here));
  const keepsIds = candidate.id === promptId;
  const saved = versionsToSave(missing, { promptId, current: prompt.content, options, keepsIds });
  const replaced = takes && isNewText ? replacement(promptId, prompt.content, candidate.content) : null;
  const undo = [...saved.mutations]
    .reverse()
    .flatMap(({ name, args }) =>
      name === 'saveVersion' ? [{ name: 'deleteVersion' as const, args: { promptId, id: args.id } }] : [],
    );
  return {
    adds: { ...nothingAdded, texts: saved.mutations.length },
    mutations: [...saved.mutations, ...(replaced === null ? [] : [replaced.mutation])],
    undo: [...(replaced === null ? [] : [replaced.undo]), ...undo],
    ids: placesOf(candidate, had.ids, saved.ids),
    remarks: saved.remarks,
    takesSettings: takes && hasOthers,
  };
}

function hasAll({ content, settings }: Version, { content: text, attributes }: Prompt): boolean {
  return (
    content === text && (attributes?.settings === undefined || isSameSettings(settings, attributes.settings))
  );
}

/** Remembers the texts that a prompt has had, with the settings of each. */
class TextsHad {
  /** Null: the text is that of no version. */
  readonly ids = new Map<string, number | null>();
  readonly #settings = new Map<string, PromptSettings[]>();

  constructor(current: string, settings: PromptSettings | undefined) {
    this.add(current, settings, null);
  }

  add(text: string, settings: PromptSettings | undefined, id: number | null): void {
    this.ids.set(text, id);
    if (settings !== undefined) this.#settings.set(text, [...(this.#settings.get(text) ?? []), settings]);
  }

  idOf(text: string): number | null {
    return this.ids.get(text) ?? null;
  }

  /** Settings that a file does not have are not missing. */
  isMissing(text: string, settings: PromptSettings | null): boolean {
    const writable = writableSettings(settings ?? {});
    if (!hasSettings(writable)) return !isBlank(text) && !this.ids.has(text);
    return this.#settings.get(text)?.some((each) => isSameSettings(each, writable)) !== true;
  }
}

function textVersion(content: string, settings: PromptSettings | undefined): CandidateVersion {
  return candidateVersion({ content, description: importedDescription, settings: settings ?? null });
}

function replacement(id: number, before: string, after: string) {
  const mutation: PlannedMutation = { name: 'setContent', args: { id, content: after, base: before } };
  const undo: PlannedMutation = { name: 'setContent', args: { id, content: before, base: after } };
  return { mutation, undo };
}

/** Returns the version here that each version of the files is: saved now, or one with its text. */
function placesOf(
  { versions }: PromptCandidate,
  had: ReadonlyMap<string, number | null>,
  saved: ReadonlyMap<CandidateVersion, number>,
): ReadonlyMap<CandidateVersion, number> {
  const byText = new Map(Array.from(saved, ([{ content }, id]) => [content, id]));
  const places = new Map<CandidateVersion, number>();
  for (const version of versions) {
    const id = saved.get(version) ?? had.get(version.content) ?? byText.get(version.content);
    if (id !== undefined) places.set(version, id);
  }
  return places;
}

function notesToAdd({ notes }: PromptCandidate, { prompt }: ExistingPrompt): Changes {
  const merged = mergeNotes('', prompt.notes, notes);
  const added = parseNotes(merged).length - parseNotes(prompt.notes).length;
  if (added <= 0) return { adds: nothingAdded, mutations: [], undo: [] };
  const { id, notes: before } = prompt;
  return {
    adds: { ...nothingAdded, notes: added },
    mutations: [{ name: 'updatePrompt', args: { id, notes: merged, baseNotes: before } }],
    undo: [{ name: 'updatePrompt', args: { id, notes: before, baseNotes: merged } }],
  };
}
