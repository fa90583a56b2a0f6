/** Imports files as the app does, without its worker. */
import { bytesOf } from '#shared/library-files/bytes.ts';
import type { InputFile } from '#shared/library-files/files.ts';
import { type ImportPortion, importPortions } from '#shared/library-files/plan/import-portions.ts';
import type { Outcome, PlannedRow } from '#shared/library-files/plan/planned.ts';
import { limits } from '#shared/model/limits.ts';
import type { Library } from '../database/library.ts';
import { commitPortion } from '../transfer/library-files/commit-import.ts';
import { planFiles } from '../transfer/library-files/plan-files.ts';

/** Sums up an import, or a look at one. */
export type Imported = {
  readonly rows: readonly PlannedRow[];
  /** Rows of each outcome, without those of which there is none. */
  readonly counts: Partial<Record<Outcome, number>>;
  /** Reasons and remarks, each with the title of its row or the place in the file. */
  readonly notApplied: readonly string[];
  /** Mutations that the device refused. */
  readonly refused: number;
};

export function textFile(path: string, text: string): InputFile {
  const bytes = new TextEncoder().encode(text);
  return {
    ...{ path, size: bytes.length, modified: null },
    async *stream() {
      yield bytes;
    },
    slice: async (start, end) => bytes.slice(start, end),
  };
}

/** A library file, as an export writes it. */
export function libraryJson(content: object): InputFile {
  return textFile('library.json', JSON.stringify(content));
}

export function plannedFiles(
  library: Library,
  files: readonly InputFile[],
  texts: 'keep' | 'take' = 'keep',
): AsyncGenerator<PlannedRow> {
  return planFiles(library.db, {
    ...{ files, device: 'Chrome', drawId: library.newId, now: new Date(library.deps.now()).toISOString() },
    options: { project: { id: null, name: 'Imported' }, texts },
    owner: { username: library.user.username, client: library.client },
  });
}

export async function lookedAt(library: Library, ...files: InputFile[]): Promise<Imported> {
  const rows: PlannedRow[] = [];
  for await (const row of plannedFiles(library, files)) rows.push(row);
  return summary(rows, 0);
}

export async function imported(library: Library, ...files: InputFile[]): Promise<Imported> {
  const rows: PlannedRow[] = [];
  const noted = async function* () {
    for await (const row of plannedFiles(library, files)) {
      rows.push(row);
      yield row;
    }
  };
  const importedAt = library.deps.now();
  let refused = 0;
  for await (const portion of importPortions(noted())) {
    const bytes = await bytesOfPortion(portion);
    refused += (await commitPortion(library, { ...portion, bytes, importedAt })).refused;
  }
  return summary(rows, refused);
}

async function bytesOfPortion({ bytes }: ImportPortion): Promise<Map<string, ArrayBuffer>> {
  const files = new Map<string, ArrayBuffer>();
  for (const { sha256, file } of bytes) {
    files.set(sha256, (await bytesOf(file, limits.maxUploadBytes)).slice().buffer);
  }
  return files;
}

function summary(rows: readonly PlannedRow[], refused: number): Imported {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const notApplied = rows.flatMap(({ title, source, reason, remarks }) =>
    [reason ?? [], remarks].flat().map(({ sentence }) => `${title || source}: ${sentence}`),
  );
  return { rows, counts, notApplied, refused };
}
