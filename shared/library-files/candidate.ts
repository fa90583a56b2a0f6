/** Declares what a reader finds in files: rows that may come into a library. `planImport` decides about each. */
import type { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { ConflictMark } from '#shared/model/version.ts';
import type { InputFile, Reason } from './files.ts';

/** Fields of a row that this version of the app does not know, by name. */
export type LaterFields = Readonly<Record<string, unknown>>;

/** The project that something belongs to. `id` is null where the files do not have one: then the name counts. */
export type CandidateProject = { readonly id: number | null; readonly name: string };

export type ProjectCandidate = CandidateProject & {
  readonly kind: 'project';
  /** The file, and the place in it, as a person would look for it. */
  readonly source: string;
  readonly color: string | null;
  readonly createdAt: string | null;
  readonly position: string | null;
  readonly later: LaterFields;
};

export type CandidateVersion = {
  readonly id: number | null;
  readonly version: number | null;
  readonly content: string;
  readonly description: string;
  readonly createdAt: string | null;
  readonly original: string | null;
  readonly conflict: ConflictMark | null;
  readonly later: LaterFields;
};

/** A label by the number of its version, for files that have no ids. */
export type CandidateLabel = { readonly label: string; readonly version: number };

/** A value set; `id` is null where the files do not have one. */
export type CandidateValueSet = {
  readonly id: number | null;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
};

export type PromptCandidate = {
  readonly kind: 'prompt';
  readonly source: string;
  readonly project: CandidateProject;
  readonly id: number | null;
  readonly title: string;
  readonly content: string;
  /** As a prompt has them: a JSON list, a plain text, or ''. */
  readonly notes: string;
  readonly createdAt: string | null;
  readonly lastVersion: number | null;
  /** As the row has them; of files with ids only. */
  readonly attributes: PromptAttributes;
  readonly labels: readonly CandidateLabel[];
  readonly valueSets: readonly CandidateValueSet[];
  /** Oldest first. */
  readonly versions: readonly CandidateVersion[];
  readonly later: LaterFields;
  /** Lists losses: parts of the file that do not come along, or otherwise than they are there. */
  readonly remarks: readonly Reason[];
};

/** An uploaded file. `row` has what the tree lists of it; null for one that lies there unlisted. */
export type FileCandidate = {
  readonly kind: 'file';
  readonly source: string;
  readonly project: CandidateProject;
  readonly row: Resource | null;
  readonly name: string;
  /** Null where its bytes are not there. */
  readonly file: InputFile | null;
};

/** Something that cannot come in. `everything`: nothing else of what was given is read either. */
export type RefusedCandidate = {
  readonly kind: 'refused';
  readonly source: string;
  readonly reason: Reason;
  readonly everything: boolean;
};

export type Candidate = ProjectCandidate | PromptCandidate | FileCandidate | RefusedCandidate;

/** Returns a prompt with all that a file did not say left empty. */
export function promptCandidate(
  known: Pick<PromptCandidate, 'source' | 'project' | 'title' | 'content'> & Partial<PromptCandidate>,
): PromptCandidate {
  return {
    kind: 'prompt',
    ...{ id: null, notes: '', createdAt: null, lastVersion: null, attributes: {} },
    ...{ labels: [], valueSets: [], versions: [], later: {}, remarks: [] },
    ...known,
  };
}

export function candidateVersion(
  known: Pick<CandidateVersion, 'content'> & Partial<CandidateVersion>,
): CandidateVersion {
  return {
    ...{ id: null, version: null, description: '', createdAt: null, original: null, conflict: null },
    ...{ later: {} },
    ...known,
  };
}

export function refusedCandidate(source: string, reason: Reason, everything = false): RefusedCandidate {
  return { kind: 'refused', source, reason, everything };
}
