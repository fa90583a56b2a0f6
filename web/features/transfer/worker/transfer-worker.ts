/**
 * A thread of its own for one import or export: it reads the library and the files itself, and typing goes on.
 *
 * 1. Files are read once. What an import would do is kept (`kept-plan.ts`), and is what it does: the page asks for one
 *    portion after the other, and commits each.
 * 2. What is written is handed over to the browser in pieces of 8 MB, which it may put on the disk.
 */
import '#shared/model/zod-without-eval.ts';
import { bytesOf, collected } from '#shared/library-files/bytes.ts';
import { previewTable } from '#shared/library-files/formats/table.ts';
import { writeForTool } from '#shared/library-files/formats/write-for-tool.ts';
import { type ImportPortion, importPortions } from '#shared/library-files/plan/import-portions.ts';
import type { PlannedRow } from '#shared/library-files/plan/planned.ts';
import type { LibrarySource } from '#shared/library-files/tree/library-source.ts';
import { writeTree } from '#shared/library-files/tree/write-tree.ts';
import { writeZip } from '#shared/library-files/zip/write-zip.ts';
import { secretsInLibrary, secretsInPrompts } from '#shared/lint/secrets/secrets-in-library.ts';
import { newId } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { existingLibraryDb, type LibraryDb } from '../../../data/database/library-db.ts';
import { inputFile } from '../../../data/transfer/library-files/input-file.ts';
import { planFiles } from '../../../data/transfer/library-files/plan-files.ts';
import { storedLibrary } from '../../../data/transfer/library-files/stored-library.ts';
import type { ShownRow, TransferAnswer, TransferRequest } from '../transfer-messages.ts';
import { exportedPrompts } from './exported-prompts.ts';
import { KeptPlan } from './kept-plan.ts';

type ExportRequest = Extract<TransferRequest, { kind: 'export' }>;
type SecretsRequest = Extract<TransferRequest, { kind: 'secrets' }>;

const rowsTogether = 200;
const pieceBytes = 8 * 1024 * 1024;

function answer(message: TransferAnswer, transferred: Transferable[] = []): void {
  postMessage(message, { transfer: transferred });
}

let plan = new KeptPlan();

addEventListener('message', ({ data }: MessageEvent<TransferRequest>) => {
  void run(data).catch((error: unknown) => answer({ kind: 'failed', reason: String(error) }));
});

type LookRequest = Extract<TransferRequest, { kind: 'look' }>;
type PreviewRequest = Extract<TransferRequest, { kind: 'preview' }>;

function run(request: TransferRequest): Promise<void> {
  switch (request.kind) {
    case 'look':
      return look(request);
    case 'next':
      return sendNext();
    case 'preview':
      return preview(request);
    case 'export':
      return writeOut(request);
    case 'secrets':
      return lookForSecrets(request);
  }
}

async function look({ databaseName, files, ...about }: LookRequest): Promise<void> {
  plan = new KeptPlan();
  const db = existingLibraryDb(databaseName);
  const rows = planFiles(db, {
    ...{ files: files.map(inputFile), options: about.options, owner: about.owner, device: about.device },
    drawId: () => newId((words) => crypto.getRandomValues(words)),
    now: new Date().toISOString(),
  });
  try {
    for await (const portion of importPortions(showing(rows))) plan.add(portion);
  } finally {
    db.close();
  }
  answer({ kind: 'planned' });
}

/** Yields the rows as they are, and sends what a person sees of them, many at a time. */
async function* showing(planned: AsyncIterable<PlannedRow>): AsyncGenerator<PlannedRow> {
  let rows: ShownRow[] = [];
  for await (const row of planned) {
    const { outcome, kind, source, project, title, adds, reason, remarks } = row;
    rows.push({ outcome, kind, source, project, title, adds, reason, remarks });
    if (rows.length >= rowsTogether) {
      answer({ kind: 'rows', rows });
      rows = [];
    }
    yield row;
  }
  answer({ kind: 'rows', rows });
}

async function sendNext(): Promise<void> {
  const portion = await plan.take();
  if (portion === null) return answer({ kind: 'ended' });
  const { rows, mutations, undo } = portion;
  const bytes = await bytesOfPortion(portion.bytes);
  answer({ kind: 'portion', rows, mutations, undo, bytes }, [...bytes.values()]);
}

async function preview({ file }: PreviewRequest): Promise<void> {
  answer({ kind: 'table', preview: await previewTable(inputFile(file)) });
}

async function bytesOfPortion(bytes: ImportPortion['bytes']): Promise<Map<string, ArrayBuffer>> {
  const files = new Map<string, ArrayBuffer>();
  for (const { sha256, file } of bytes) {
    files.set(sha256, (await bytesOf(file, limits.maxUploadBytes)).slice().buffer);
  }
  return files;
}

async function writeOut(request: ExportRequest): Promise<void> {
  const { db, source } = await countedLibrary(request);
  const file = await written(request, db, source);
  db.close();
  answer({ kind: 'exported', file });
}

async function lookForSecrets(request: SecretsRequest): Promise<void> {
  const { db, source } = await countedLibrary(request);
  const isWhole = request.format === 'markdown' || request.format === 'library';
  const places = isWhole
    ? await secretsInLibrary(source)
    : await secretsInPrompts(exportedPrompts(db, source));
  db.close();
  answer({ kind: 'secrets', places });
}

/** Opens what is exported; how many of its prompts were read is sent meanwhile. */
async function countedLibrary({ databaseName, scope }: Pick<ExportRequest, 'databaseName' | 'scope'>) {
  let done = 0;
  let of = 0;
  const db = existingLibraryDb(databaseName);
  const { source, prompts } = await storedLibrary(db, scope, () => {
    done += 1;
    if (done % 20 === 0) answer({ kind: 'progress', done, of });
  });
  of = prompts;
  return { db, source };
}

async function written(
  { format, username }: ExportRequest,
  db: LibraryDb,
  source: LibrarySource,
): Promise<Blob> {
  const now = new Date().toISOString();
  if (format === 'markdown')
    return asBlob(writeZip(writeTree(source, { exportedAt: now, username })), 'application/zip');
  const tool = await writeForTool(format, exportedPrompts(db, source), { modified: now });
  if (tool.kind === 'folder') return asBlob(writeZip(tool.files), 'application/zip');
  const { path, content } = tool.file;
  const type = path.endsWith('.json') ? 'application/json' : 'application/yaml';
  return new Blob([new Uint8Array(await collected(content))], { type });
}

async function asBlob(content: AsyncIterable<Uint8Array>, type: string): Promise<Blob> {
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    waiting.push(new Uint8Array(chunk));
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    pieces.push(new Blob(waiting));
    waiting = [];
    bytes = 0;
  }
  return new Blob([...pieces, ...waiting], { type });
}
