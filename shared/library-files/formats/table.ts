/** Reads tables whose columns a person chooses: CSV, TSV, JSONL, and a JSON list of rows. */
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import { bounds } from '../bounds.ts';
import { textPieces } from '../bytes.ts';
import { type Candidate, candidateVersion, promptCandidate, refusedCandidate } from '../candidate.ts';
import { FileRefused, type InputFile, type Reason } from '../files.ts';
import { extensionOf } from '../paths.ts';
import type { ReadOptions } from '../read-options.ts';
import { chatText, isChat } from './chat-text.ts';
import { readCsv } from './csv.ts';
import { type JsonLine, readJsonLines } from './json-lines.ts';
import { guessColumns, type TableColumns, type TablePreview } from './table-columns.ts';
import { tagsOf } from './tags.ts';
import { titleFromText } from './titles.ts';

type Cells = Readonly<Record<string, unknown>>;
export type TableRow =
  | { readonly line: number; readonly cells: Cells }
  | { readonly line: number; readonly reason: Reason };

const previewed = 100;
const shownRows = 5;
const longestCell = 200;
/** More are not offered. */
const mostColumns = 200;

/** Returns the columns of a CSV, TSV or JSONL file with its first rows; throws `FileRefused` where it cannot be read. */
export async function previewTable(file: InputFile): Promise<TablePreview> {
  const columns = new Set<string>();
  const rows: Cells[] = [];
  let count = 0;
  for await (const row of tableRows(file)) {
    if ('reason' in row) continue;
    const { cells } = row;
    for (const column of Object.keys(cells)) columns.add(column);
    if (rows.length < shownRows) rows.push(cells);
    count += 1;
    if (count === previewed) break;
  }
  const names = [...columns].slice(0, mostColumns);
  const shown = rows.map((cells) => names.map((name) => textOfCell(cells[name]).slice(0, longestCell)));
  return { columns: names, rows: shown, guess: guessColumns(names) };
}

export async function* readTable(file: InputFile, options: ReadOptions): AsyncGenerator<Candidate> {
  yield* readRows(file.path, tableRows(file), options);
}

/** Yields a candidate for each row; one that has no text is refused by itself. */
export async function* readRows(
  path: string,
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
  options: ReadOptions,
): AsyncGenerator<Candidate> {
  let columns = options.columns;
  for await (const row of rows) {
    const source = `${path}:${row.line}`;
    if ('reason' in row) {
      yield refusedCandidate(source, row.reason);
      continue;
    }
    const { cells } = row;
    columns ??= guessColumns(Object.keys(cells)) ?? undefined;
    if (columns === undefined) {
      throw new FileRefused({
        sentence: message('None of the columns is named like a text. Choose the columns.'),
      });
    }
    yield rowCandidate(source, cells, { columns, options });
  }
}

function rowCandidate(
  source: string,
  cells: Cells,
  { columns, options }: { columns: TableColumns; options: ReadOptions },
): Candidate {
  const texts = textsOf(cells[columns.content]);
  const content = texts.at(-1) ?? '';
  if (isBlank(content)) return refusedCandidate(source, { sentence: message('This row has no text.') });
  const cell = (name: string | undefined) => (name === undefined ? '' : textOfCell(cells[name]));
  const project = cell(columns.project).trim();
  const tags = columns.tags === undefined ? [] : tagsOf(cells[columns.tags]);
  return promptCandidate({
    ...{ source, content, notes: cell(columns.notes) },
    project: project === '' ? options.project : { id: null, name: project },
    title: cell(columns.title).trim() || titleFromText(content),
    attributes: tags.length === 0 ? {} : { tags },
    versions: texts.slice(0, -1).map((text) => candidateVersion({ content: text, description: 'Imported' })),
  });
}

function textsOf(cell: unknown): string[] {
  if (isChat(cell)) return [chatText(cell)];
  return Array.isArray(cell) ? cell.map(textOfCell) : [textOfCell(cell)];
}

function textOfCell(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (cell === null || cell === undefined) return '';
  return isChat(cell) ? chatText(cell) : JSON.stringify(cell);
}

async function* tableRows(file: InputFile): AsyncGenerator<TableRow> {
  const extension = extensionOf(file.path);
  if (extension === '.jsonl' || extension === '.ndjson') {
    for await (const read of readJsonLines(file, bounds.tableBytes)) yield jsonRow(read);
    return;
  }
  const pieces = textPieces(file, bounds.tableBytes);
  let header: readonly string[] | null = null;
  for await (const { line, values } of readCsv(pieces, extension === '.tsv' ? '\t' : undefined)) {
    if (header === null) header = namedOnce(values);
    else yield { line, cells: Object.fromEntries(header.map((name, index) => [name, values[index] ?? ''])) };
  }
}

function jsonRow(read: JsonLine): TableRow {
  const { line } = read;
  if (!read.ok) return { line, reason: read.reason };
  const cells = cellsOf(read.value);
  if (cells !== null) return { line, cells };
  return { line, reason: { sentence: message('This line is not an object with fields.') } };
}

export function cellsOf(value: unknown): Cells | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function namedOnce(values: readonly string[]): string[] {
  const known = new Set<string>();
  return values.map((value, index) => {
    const name = value.trim() || `Column ${index + 1}`;
    const once = known.has(name) ? `${name} ${index + 1}` : name;
    known.add(once);
    return once;
  });
}
