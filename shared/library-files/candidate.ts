/** Declares what a reader finds in files: rows that may come into a library. `planImport` decides about each. */
import type { CaseFields, TestCase } from '#shared/model/checks/test-case.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { ConflictMark, Version } from '#shared/model/version.ts';
import type { MutationName } from '#shared/mutations/registry.ts';
import type { InputFile, Reason } from './files.ts';

/** Fields of a row that this version of the app does not know, by name. */
export type LaterFields = Readonly<Record<string, unknown>>;

/** The project that something belongs to. `id` is null where the files do not have one: then the name counts. */
export type CandidateProject = { readonly id: number | null; readonly name: string };

/** A change of a row that the device which wrote the file had not sent. */
export type PendingChange = { readonly name: MutationName; readonly args: unknown };

/** The changes of one row that were not sent, in their order; that which makes the row is the rest of the candidate. */
export type Pending = {
  /** The row's. */
  readonly id: number;
  readonly changes: readonly PendingChange[];
  /** The library that the file is a copy of; null for a file that holds only what was not sent. */
  readonly client: string | null;
  /** Says where the rest of the candidate is from: a row of the file, its creation among the changes, or nowhere. */
  readonly basis: 'row' | 'creation' | 'nothing';
};

export type ProjectCandidate = CandidateProject & {
  readonly kind: 'project';
  /** The file, and the place in it, as a person would look for it. */
  readonly source: string;
  readonly color: string | null;
  readonly createdAt: string | null;
  readonly position: string | null;
  readonly later: LaterFields;
  readonly pending?: Pending;
};

export type CandidateVersion = {
  readonly id: number | null;
  readonly version: number | null;
  readonly content: string;
  readonly description: string;
  readonly createdAt: string | null;
  readonly original: string | null;
  readonly conflict: ConflictMark | null;
  /** Those that it was saved with; null: none. */
  readonly settings: PromptSettings | null;
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

/** A test case; `id` and `createdAt` are null where the files do not have them. */
export type CandidateCase = CaseFields & { readonly id: number | null; readonly createdAt: string | null };

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
  /** As the row has them; labels and value sets of files with ids only. */
  readonly attributes: PromptAttributes;
  readonly labels: readonly CandidateLabel[];
  readonly valueSets: readonly CandidateValueSet[];
  /** Oldest first. */
  readonly versions: readonly CandidateVersion[];
  /** As the rows have them. */
  readonly keptRuns: readonly KeptRun[];
  /** In their order. */
  readonly testCases: readonly CandidateCase[];
  /**
   * Gives it its id, where the file has none and it shall come in only once: a prompt of this id that is here, or was
   * deleted here, stays as it is.
   */
  readonly once?: string;
  readonly pending?: Pending;
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
  /** The name of the account whose library it is of; absent where the files do not say so. */
  readonly account?: string;
  readonly pending?: Pending;
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
    ...{ labels: [], valueSets: [], versions: [], keptRuns: [], testCases: [], later: {}, remarks: [] },
    ...known,
  };
}

/** Returns a file that no list of a library has, under a name of its project. */
export function fileCandidate(
  file: InputFile,
  { project, name }: Pick<FileCandidate, 'project' | 'name'>,
): FileCandidate {
  return { kind: 'file', source: file.path, project, row: null, name, file };
}

export function candidateVersion(
  known: Pick<CandidateVersion, 'content'> & Partial<CandidateVersion>,
): CandidateVersion {
  return {
    ...{ id: null, version: null, description: '', createdAt: null, original: null, conflict: null },
    ...{ settings: null, later: {} },
    ...known,
  };
}

/** Returns a prompt of a library with its rows, as it is there. */
export function promptFromRows(
  source: string,
  row: Prompt,
  {
    project,
    versions,
    ...more
  }: {
    project: CandidateProject;
    versions: readonly Version[];
    keptRuns: readonly KeptRun[];
    testCases: readonly TestCase[];
    pending?: Pending;
  },
): PromptCandidate {
  const {
    id,
    projectId: _in,
    title,
    content,
    notes,
    createdAt,
    lastVersion,
    attributes = {},
    ...later
  } = row;
  const own = versions.map((version): CandidateVersion => {
    const { id: versionId, promptId: _of, version: number, content: text, ...others } = version;
    const { description, createdAt: at, original, conflict, settings = null, ...laterFields } = others;
    const texts = { content: text, description, original };
    const known = { ...texts, createdAt: at, conflict, settings };
    return { id: versionId, version: number, ...known, later: laterFields };
  });
  const known = { source, project, id, title, content, notes, createdAt, lastVersion, attributes, later };
  return promptCandidate({ ...known, versions: own, ...more });
}

export function refusedCandidate(source: string, reason: Reason, everything = false): RefusedCandidate {
  return { kind: 'refused', source, reason, everything };
}
