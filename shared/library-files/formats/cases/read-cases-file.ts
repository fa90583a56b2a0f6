/**
 * Reads the tests in a file: those of promptfoo as YAML, JSON, lines of JSON or a table, also with the configuration around
 * them, and the items of a dataset of Langfuse.
 */
import { message } from '#shared/language/message.ts';
import { bounds } from '../../bounds.ts';
import { textOf, textPieces, withoutMark } from '../../bytes.ts';
import { FileRefused, type InputFile } from '../../files.ts';
import { baseOf, extensionOf, stemOf } from '../../paths.ts';
import { readYaml } from '../../yaml.ts';
import { readCsv } from '../csv.ts';
import { readJsonLines } from '../json-lines.ts';
import { cellsOf } from '../table.ts';
import { testOfRow } from './cases-csv.ts';
import { evalsTest } from './evals-items.ts';
import { isLangfuseItem, testOfItem, valueOfCell } from './langfuse-items.ts';
import { type LineOfFile, TestReader } from './test-reader.ts';

/** `variables`: those of the prompt that the cases are for. Throws `FileRefused` where the file has no tests. */
export async function readCasesFile(file: InputFile, variables: readonly string[]): Promise<TestReader> {
  const value = isWhole(file) ? await valueIn(file) : undefined;
  const config = cellsOf(value) ?? {};
  const reader = new TestReader(config);
  if (config.scenarios !== undefined) reader.leaveOut(scenariosRemark());
  if (value === undefined) await addCasesFile(file, reader, variables);
  else addValue(file, value, { reader, variables });
  return reader;
}

/** Adds the tests in a file that a configuration names. Throws `FileRefused` where it has none. */
export async function addCasesFile(
  file: InputFile,
  reader: TestReader,
  variables: readonly string[],
): Promise<void> {
  if (isWhole(file)) addValue(file, await valueIn(file), { reader, variables });
  else if (/^\.[ct]sv$/.test(extensionOf(file.path))) await addRows(file, reader, variables);
  else if (/^\.(jsonl|ndjson)$/.test(extensionOf(file.path))) await addLines(file, reader, variables);
  else throw new FileRefused({ sentence: message('Files of this kind are not read.') });
}

const isWhole = ({ path }: InputFile) => /^\.(json|ya?ml)$/.test(extensionOf(path));

async function valueIn(file: InputFile): Promise<unknown> {
  if (extensionOf(file.path) === '.json') return jsonIn(await textOf(file, bounds.wholeBytes));
  const read = readYaml(withoutMark(await textOf(file, bounds.yamlBytes)));
  if (!read.ok) throw new FileRefused(read.reason);
  return read.value ?? null;
}

type Adding = { readonly reader: TestReader; readonly variables: readonly string[] };

function addValue({ path }: InputFile, value: unknown, { reader, variables }: Adding): void {
  const fields = cellsOf(value) ?? {};
  const lists = Array.isArray(value) ? [value] : [fields.tests, fields.items, fields.data];
  const list: unknown = lists.find((each) => Array.isArray(each)) ?? (isTest(fields) ? [fields] : null);
  if (Array.isArray(list)) for (const entry of list) addEntry(reader, entry, variables);
  else if (reader.isUsualACase) reader.add({});
  else {
    const sentence = message('{name} has nothing that is read as a test.');
    throw new FileRefused({ sentence, values: { name: baseOf(path) } });
  }
}

export function scenariosRemark() {
  return { sentence: message('Scenarios are not imported.') };
}

const isTest = (fields: object) => 'vars' in fields || 'assert' in fields || isLangfuseItem({ ...fields });

async function addLines(file: InputFile, reader: TestReader, variables: readonly string[]): Promise<void> {
  for await (const read of readJsonLines(file, bounds.wholeBytes)) {
    if (read.ok) addEntry(reader, read.value, variables);
    else {
      const sentence = read.isText
        ? message('Lines of {name} that are not JSON: {lines}')
        : message('Lines of {name} that are not UTF-8 text: {lines}');
      reader.leaveOutLine(sentence, { name: baseOf(file.path), line: read.line });
    }
  }
}

function addEntry(reader: TestReader, entry: unknown, variables: readonly string[]): void {
  const fields = cellsOf(entry);
  const test = fields === null ? null : evalsTest(fields, variables);
  if (test !== null) reader.add(test);
  else reader.add(fields !== null && isLangfuseItem(fields) ? testOfItem(fields, variables) : entry);
}

async function addRows(file: InputFile, reader: TestReader, variables: readonly string[]): Promise<void> {
  const unread = new Set<string>();
  const separator = extensionOf(file.path) === '.tsv' ? '\t' : undefined;
  let header: readonly string[] | null = null;
  let count = 0;
  for await (const { line, values } of readCsv(textPieces(file, bounds.wholeBytes), separator)) {
    if (header === null) {
      header = values.map((name) => name.trim());
      continue;
    }
    const named = header.flatMap((name, index): [string, string][] => {
      const cell = values[index] ?? '';
      return name === '' ? [] : [[name, cell]];
    });
    count += 1;
    const place = { name: baseOf(file.path), line };
    const row = { cells: Object.fromEntries(named), name: `${stemOf(file.path)} ${count}`, place };
    addRow(reader, row, { variables, unread });
  }
  if (unread.size > 0) {
    const names = [...unread].slice(0, 10).join(', ');
    reader.leaveOut({ sentence: message('Columns that are not read: {names}.'), values: { names } });
  }
}

type Row = {
  readonly cells: Readonly<Record<string, string>>;
  /** Of its case, where it has none. */
  readonly name: string;
  readonly place: LineOfFile;
};

function addRow(
  reader: TestReader,
  { cells, name, place }: Row,
  { variables, unread }: { variables: readonly string[]; unread: Set<string> },
): void {
  if (isLangfuseItem(cells)) {
    const { input = '', ...others } = cells;
    const fields = Object.entries({ input, ...others }).map(([column, cell]) => [column, valueOfCell(cell)]);
    reader.add(testOfItem(Object.fromEntries(fields), variables), name);
    return;
  }
  const { test, unread: columns, isThresholdRead } = testOfRow(cells);
  for (const column of columns) unread.add(column);
  if (!isThresholdRead) {
    const sentence = message('Lines of {name} whose threshold is not a number from 0 to 1: {lines}');
    reader.leaveOutLine(sentence, place);
  }
  reader.add(test, name);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    throw new FileRefused({ sentence: message('This file is not JSON.') });
  }
}
