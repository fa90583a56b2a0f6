/** Reads items of a dataset of Langfuse as tests of promptfoo, and writes cases as such items. */
import type { JsonValue } from '#shared/model/checks/json.ts';
import { cellsOf } from '../table.ts';
import { type Fields, type FoundCase, fieldsInNotes, metadataWith } from './case-notes.ts';

const expectedNames = ['expectedOutput', 'expected_output'];

/** True for an item by its fields; a table of inputs alone is none. */
export function isLangfuseItem(fields: Fields): boolean {
  const isTest = ['vars', 'assert', 'messages'].some((name) => name in fields);
  return 'input' in fields && !isTest && [...expectedNames, 'metadata'].some((name) => name in fields);
}

/** Returns a cell of a table as it is in JSON: an object or list where it is one, else the text. */
export function valueOfCell(cell: string): unknown {
  if (!/^\s*[[{]/.test(cell)) return cell === '' ? null : cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** `variables`: those of the prompt; an input that is no object is the value of the only one, or of `input`. */
export function testOfItem(fields: Fields, variables: readonly string[]): Fields {
  const { input, metadata, status } = fields;
  const expected = fields[expectedNames.find((name) => name in fields) ?? ''];
  const only = variables.length === 1 ? (variables[0] ?? 'input') : 'input';
  const { name, ...others } = cellsOf(metadata) ?? (metadata ? { metadata } : {});
  return {
    description: name,
    vars: cellsOf(input) ?? (input === null || input === undefined ? {} : { [only]: input }),
    assert: expected === null || expected === undefined ? [] : [{ type: 'equals', value: valueIn(expected) }],
    metadata: status === 'ARCHIVED' ? { ...others, promptory: { enabled: false } } : others,
    options: { disableVarExpansion: true },
  };
}

function valueIn(expected: unknown): unknown {
  return typeof expected === 'object' ? expected : typeof expected === 'string' ? expected : String(expected);
}

/** Returns a case as an item. Checks beside a first `equals` lie in its metadata. */
export function itemOfCase({ name, enabled, values, checks, threshold, notes }: FoundCase): Fields {
  const { notes: written, fields } = fieldsInNotes(notes);
  const { metadata: others, ...more } = fields;
  const isAll = Object.keys(more).length === 0;
  const [first, ...rest] = checks;
  const expected = first === undefined ? null : expectedIn(first);
  const own = {
    notes: isAll ? written : notes,
    enabled,
    threshold,
    checks: expected === null ? checks : rest,
  };
  return {
    input: values,
    expectedOutput: expected?.value ?? null,
    metadata: { name, ...metadataWith(own, isAll ? others : {}) },
  };
}

/** Null for a check that is more than the wanted text or JSON, or would be read as another one. */
function expectedIn(check: JsonValue): { value: JsonValue } | null {
  const { type, value, ...more } = cellsOf(check) ?? {};
  const isText = typeof value === 'string';
  const isStructured = typeof value === 'object' && value !== null;
  if (type !== 'equals' || Object.keys(more).length > 0 || !(isText || isStructured)) return null;
  return { value: value as JsonValue };
}
