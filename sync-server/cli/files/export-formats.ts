/** Writes a library, or a part of it, in one of the formats of `export`. */
import { extname } from 'node:path';
import { z } from 'zod';
import { collected } from '#shared/library-files/bytes.ts';
import { toolFormats } from '#shared/library-files/formats/tool-formats.ts';
import { writeForTool } from '#shared/library-files/formats/write-for-tool.ts';
import { writeTree } from '#shared/library-files/tree/write-tree.ts';
import { writeZip } from '#shared/library-files/zip/write-zip.ts';
import type { SecretPlace } from '#shared/lint/secrets/secret-place.ts';
import { secretsInLibrary, secretsInPrompts } from '#shared/lint/secrets/secrets-in-library.ts';
import { type LibraryPart, partOfLibrary } from '../../services/reads/library-part.ts';
import { createReadLibrary } from '../../services/reads/read-library.ts';
import { type ExportCounts, exportLibrary } from '../../services/transfer/export-library.ts';
import { exportedPrompts, librarySource } from '../../services/transfer/library-files.ts';
import type { BlobStorage } from '../../storage/ports/blob-storage.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import { writeFolder, writeWhole } from './files-on-disk.ts';

export const ExportFormat = z.enum(
  ['json', 'tree', 'zip', ...toolFormats],
  `--format must be json, tree, zip, ${toolFormats.slice(0, -1).join(', ')} or ${toolFormats.at(-1)}`,
);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Returns the format that a file of this name has. */
export function formatOf(out: string): ExportFormat {
  switch (extname(out).toLowerCase()) {
    case '.zip':
      return 'zip';
    case '.yaml':
    case '.yml':
      return 'promptfoo';
    default:
      return 'json';
  }
}

export type WrittenCounts = Omit<ExportCounts, 'resources'>;

export type ExportSource = {
  storage: LibraryStorage;
  blobs: BlobStorage;
  user: { id: number; username: string };
  part: LibraryPart;
  /** Milliseconds. */
  exportedAt: number;
};

type ReadSource = Pick<ExportSource, 'storage' | 'blobs' | 'user' | 'part'>;

/** Returns the first places of what `writeExport` would write that hold what looks like a secret. */
export async function secretsInExport(format: ExportFormat, read: ReadSource): Promise<SecretPlace[]> {
  const source = sourceOf(read, noCounts());
  return format === 'json' || format === 'tree' || format === 'zip'
    ? await secretsInLibrary(source)
    : await secretsInPrompts(exportedPrompts(read.storage, source, read.user.id));
}

/** Returns what the file or folder has. */
export async function writeExport(
  out: string,
  format: ExportFormat,
  { storage, blobs, user, part, exportedAt }: ExportSource,
): Promise<WrittenCounts> {
  const counts = noCounts();
  if (format === 'json') {
    const library = partOfLibrary(createReadLibrary(storage), part);
    await writeWhole(out, exportLibrary({ library, blobs, user, exportedAt }, counts));
    return counts;
  }
  const source = sourceOf({ storage, blobs, user, part }, counts);
  const now = new Date(exportedAt).toISOString();
  const prompts = () => exportedPrompts(storage, source, user.id);
  switch (format) {
    case 'tree':
      await writeFolder(out, writeTree(source, { exportedAt: now, username: user.username }));
      break;
    case 'zip':
      await writeWhole(out, writeZip(writeTree(source, { exportedAt: now, username: user.username })));
      break;
    default: {
      const written = await writeForTool(format, prompts(), { modified: now });
      if (written.kind === 'folder') await writeFolder(out, written.files);
      else await writeWhole(out, onePiece(await collected(written.file.content)));
    }
  }
  return counts;
}

const noCounts = () => ({ projects: 0, prompts: 0, versions: 0, resources: 0, files: 0, leftOut: 0 });

function sourceOf({ storage, blobs, user, part }: ReadSource, counts: ExportCounts) {
  return librarySource(
    { library: partOfLibrary(createReadLibrary(storage), part), blobs, userId: user.id },
    counts,
  );
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
