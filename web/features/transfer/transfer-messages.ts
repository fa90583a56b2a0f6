/** Declares what page and worker send each other during one import or export. */
import type { TablePreview } from '#shared/library-files/formats/table-columns.ts';
import { toolFormats } from '#shared/library-files/formats/tool-formats.ts';
import type { PlannedMutation, PlannedRow } from '#shared/library-files/plan/planned.ts';
import type { SecretPlace } from '#shared/lint/secrets/secret-place.ts';
import type { ImportOptions } from '../../data/transfer/library-files/plan-files.ts';
import type { ExportScope, LibraryOwner } from '../../data/transfer/library-files/stored-library.ts';

/** A file that a person chose; `path`: relative to the folder that was chosen, or its name. `file`: null where the system does not give it. */
export type ChosenFile = { readonly path: string; readonly file: File | null };

export type LookRequest = {
  readonly databaseName: string;
  readonly owner: LibraryOwner;
  readonly device: string;
  readonly files: readonly ChosenFile[];
  readonly options: ImportOptions;
};

export type TransferRequest =
  /** Shows what an import would do, and keeps its plan. */
  | ({ readonly kind: 'look' } & LookRequest)
  /** After a look: asks for the next portion of its plan. */
  | { readonly kind: 'next' }
  | {
      readonly kind: 'export';
      readonly databaseName: string;
      readonly username: string;
      readonly scope: ExportScope;
      readonly format: ExportFormat;
    }
  /** Looks for secrets in what an export of this would write. */
  | {
      readonly kind: 'secrets';
      readonly databaseName: string;
      readonly scope: ExportScope;
      readonly format: OfferedFormat;
    }
  /** Reads the columns and first rows of a table. */
  | { readonly kind: 'preview'; readonly file: ChosenFile };

/** The forms in which a library leaves the app as files. */
export const exportFormats = ['markdown', ...toolFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Besides, the library as a whole: with what waits on this device, and all that no other program reads. */
export type OfferedFormat = ExportFormat | 'library';

/** The part of a library that is exported; `name`: of the project or prompt, or of the library's owner. */
export type ExportOffer = { readonly scope: ExportScope; readonly name: string };

/** `files`: chosen before it opened. `areShared`: by another program, and wait in the inbox until they are imported. */
export type ImportOffer = { readonly files: readonly ChosenFile[]; readonly areShared?: true };

/** A row of the plan as it is shown. */
export type ShownRow = Pick<
  PlannedRow,
  'outcome' | 'kind' | 'source' | 'project' | 'title' | 'adds' | 'reason' | 'remarks'
>;

/** A part of the plan that is committed together. */
export type PortionAnswer = {
  readonly kind: 'portion';
  readonly rows: number;
  readonly mutations: readonly PlannedMutation[];
  readonly undo: readonly PlannedMutation[];
  readonly bytes: ReadonlyMap<string, ArrayBuffer>;
};

export type TransferAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly ShownRow[] }
  /** The last answer of a look: the worker has the plan. */
  | { readonly kind: 'planned' }
  | PortionAnswer
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'exported'; readonly file: Blob }
  /** The first hundred places that hold what looks like a secret. */
  | { readonly kind: 'secrets'; readonly places: readonly SecretPlace[] }
  /** The answer to a preview. */
  | { readonly kind: 'table'; readonly preview: TablePreview }
  /** Of the plan there is no further portion. */
  | { readonly kind: 'ended' }
  /** The worker itself could not be loaded: its part of the app is not on this device yet. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };
