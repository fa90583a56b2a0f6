/** Declares what an import would do, row by row, as data: `planImport` makes it, and a caller shows or commits it. */
import type { RowKey, RowRef } from '#shared/kinds/row.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { Version } from '#shared/model/version.ts';
import type { ArgsOf, MutationName } from '#shared/mutations/registry.ts';
import type { InputFile, Reason } from '../files.ts';

export type PlannedMutation = {
  [Name in MutationName]: { readonly name: Name; readonly args: ArgsOf<Name> };
}[MutationName];

export type ExistingPrompt = {
  readonly prompt: Prompt;
  readonly versions: readonly Version[];
  readonly keptRuns: readonly KeptRun[];
  readonly testCases: readonly TestCase[];
};

/** The library that an import comes into: all that is not deleted. */
export type ExistingLibrary = {
  readonly projects: readonly Project[];
  /** Oldest first. */
  readonly prompts: readonly Pick<Prompt, 'id' | 'projectId' | 'title'>[];
  readonly resources: readonly Resource[];
  /** Names this very library in its copies; null where it has none. */
  readonly client: string | null;
  /** Returns prompts with all that is inside of them; one that has gone meanwhile is left out. */
  read(ids: readonly number[]): Promise<readonly ExistingPrompt[]>;
  /** Returns those of these rows, of which none is here, that were deleted here. */
  gone(refs: readonly RowRef[]): Promise<ReadonlySet<RowKey>>;
  /** Returns whether the bytes of a file can be had without the files: it is of this account's library, or of that account's. */
  hasBytes(row: Resource, account: string | undefined): Promise<boolean>;
};

/** `changed`: something is added to what is here. */
export type Outcome = 'new' | 'changed' | 'same' | 'refused';

/**
 * Counts additions: texts that become versions or the current text, notes, labels and the like, settings, kept runs, test cases,
 * changes that were not sent.
 */
export type Additions = {
  readonly texts: number;
  readonly notes: number;
  readonly attributes: boolean;
  readonly settings: boolean;
  readonly runs: number;
  readonly cases: number;
  readonly changes: number;
};

export type PlannedRow = {
  readonly outcome: Outcome;
  readonly kind: 'project' | 'prompt' | 'file';
  readonly source: string;
  readonly project: string;
  /** The title of the prompt, or the name of the project or file. */
  readonly title: string;
  /** The row that it is about; null where it is refused. */
  readonly id: number | null;
  readonly adds: Additions;
  /** Why it is refused. */
  readonly reason: Reason | null;
  /** Lists losses, as the candidate does. */
  readonly remarks: readonly Reason[];
  /** In their order; none for `same` and `refused`. */
  readonly mutations: readonly PlannedMutation[];
  /** Takes back what `mutations` do, in this order, as long as nobody has changed it since. */
  readonly undo: readonly PlannedMutation[];
  /** Bytes that are stored with it. */
  readonly bytes: { readonly sha256: string; readonly file: InputFile } | null;
};

export type PlanOptions = {
  /** Makes an id (`newId`). */
  drawId(): number;
  /** Returns the SHA-256 of bytes in small hexadecimal digits. */
  sha256(bytes: Uint8Array): Promise<string>;
  /** The name of this device, for the log of a label. */
  readonly device: string;
  /** An ISO time. */
  readonly now: string;
  /**
   * The current text of a prompt that is here in other words. `keep`: it stays, and the imported one becomes a version.
   * `take`: the imported one takes its place, and it becomes a version. A text that the prompt has had changes nothing.
   * Settings that are here with other values are handled likewise, together with their text.
   */
  readonly texts?: 'keep' | 'take';
};
