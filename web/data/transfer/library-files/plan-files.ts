import type { InputFile } from '#shared/library-files/files.ts';
import { planImport } from '#shared/library-files/plan/plan-import.ts';
import type { PlannedRow, PlanOptions } from '#shared/library-files/plan/planned.ts';
import { readLibraryFiles } from '#shared/library-files/read-library-files.ts';
import type { LibraryFilesOptions } from '#shared/library-files/read-options.ts';
import type { LibraryDb } from '../../database/library-db.ts';
import { digestOf } from '../../resources/sha256.ts';
import { existingLibrary, type LibraryOwner } from './stored-library.ts';

export type ImportOptions = LibraryFilesOptions & Pick<PlanOptions, 'texts'>;

export type FilesToPlan = Omit<PlanOptions, 'sha256' | 'texts'> & {
  readonly files: readonly InputFile[];
  readonly options: ImportOptions;
  readonly owner: LibraryOwner;
};

/** Decides what the import of files does to this library, row by row; it changes nothing. */
export async function* planFiles(
  db: LibraryDb,
  { files, options, owner, ...deps }: FilesToPlan,
): AsyncGenerator<PlannedRow> {
  const { texts, ...reading } = options;
  yield* planImport(readLibraryFiles(files, reading), await existingLibrary(db, owner), {
    ...deps,
    sha256: digestOf,
    ...(texts === undefined ? {} : { texts }),
  });
}
