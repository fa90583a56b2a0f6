/** Reads a JSON list of rows whose columns a person chooses, or whose names say what they are. */
import { message } from '#shared/language/message.ts';
import type { ReadOptions } from '../read-options.ts';
import { valueFormat } from './format.ts';
import { cellsOf, readRows } from './table.ts';
import { guessColumns } from './table-columns.ts';

type Cells = ReturnType<typeof cellsOf>;

export const rowsFormat = valueFormat({
  name: 'JSON',
  find(value, { options }) {
    const rows = rowsIn(value).map(cellsOf);
    return isTable(rows, options) ? rows : null;
  },
  read: (rows, { file, options }) => readRows(file.path, tableRows(rows), options),
});

const listNames = ['prompts', 'templates', 'snippets', 'items', 'data'];

/** Many programs write an object with a list of their prompts. */
function rowsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const fields = cellsOf(value) ?? {};
  const list = listNames.map((name) => fields[name]).find((each) => Array.isArray(each));
  return Array.isArray(list) ? list : [value];
}

function isTable(rows: readonly Cells[], { columns }: ReadOptions): boolean {
  const [first] = rows;
  if (first === undefined || first === null) return false;
  return columns !== undefined || guessColumns(Object.keys(first)) !== null;
}

function* tableRows(rows: readonly Cells[]) {
  for (const [index, cells] of rows.entries()) {
    const line = index + 1;
    if (cells !== null) yield { line, cells };
    else yield { line, reason: { sentence: message('This line is not an object with fields.') } };
  }
}
