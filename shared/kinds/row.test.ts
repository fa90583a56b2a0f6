import { expect, test } from 'vitest';
import { caseBodyJson } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { exampleKeptRun, exampleRun } from '#shared/model/run/kept-run-example.ts';
import { typesInPrompt } from './in-prompt.ts';
import { kinds } from './registry.ts';
import {
  findRef,
  findRowKey,
  kindOf,
  nameOf,
  parseRowKey,
  type RowKey,
  type RowMeta,
  readStored,
  rowKey,
  rowTypes,
} from './row.ts';

const meta: RowMeta = { rev: 1, seq: 1, deleted: false, by: null };
const createdAt = '2026-01-01T00:00:00.000Z';
const prompt = { id: 1, projectId: 5, title: 'T', content: 'text', notes: '[]', createdAt, lastVersion: 0 };

test.each<[RowKey, object]>([
  ['project:5', { type: 'project', id: 5 }],
  ['prompt:1', { type: 'prompt', id: 1 }],
  ['version:9', { type: 'version', id: 9 }],
  ['keptRun:4', { type: 'keptRun', id: 4 }],
  ['testCase:6', { type: 'testCase', id: 6 }],
  ['resource:3', { type: 'resource', id: 3 }],
  ['uiState:open_prompt_ids', { type: 'uiState', id: 'open_prompt_ids' }],
  ['uiState:expanded_project_ids', { type: 'uiState', id: 'expanded_project_ids' }],
])('the key %s names its row, and the row names the key', (key, ref) => {
  const parsed = parseRowKey(key);
  expect(parsed).toEqual(ref);
  expect(rowKey(parsed)).toBe(key);
});

test.each(['label:5', 'prompt:', 'prompt:0', 'prompt:one', 'uiState:theme', 'toString:1', 'prompt', ''])(
  'the key %j names no row',
  (key) => {
    expect(findRowKey(key)).toBeUndefined();
  },
);

test.each<[string, unknown]>([
  ['label', 5],
  ['prompt', '5'],
  ['prompt', 0],
  ['uiState', 'theme'],
  ['uiState', 5],
  ['constructor', 5],
])('a row of type %s with the id %j is of no kind', (type, id) => {
  expect(findRef(type, id)).toBeUndefined();
});

test('each kind is registered under its own type, and is inside of a registered kind', () => {
  for (const [type, kind] of Object.entries(kinds)) {
    expect(kind.type).toBe(type);
    if (kind.parent !== null) expect(rowTypes).toContain(kind.parent.type);
  }
});

test('the kinds inside of a prompt are those whose parent it is', () => {
  const inside = Object.values(kinds).filter(({ parent }) => parent?.type === 'prompt');
  expect(inside.map(({ type }) => type)).toEqual(typesInPrompt);
});

test('a row is read by the schema of its kind, with fields of a later version', () => {
  const ref = { type: 'prompt', id: 1 } as const;
  expect(readStored(ref, { ...prompt, later: true }, meta)).toEqual({
    ...ref,
    ...meta,
    row: { ...prompt, later: true },
  });
  expect(readStored(ref, { ...prompt, content: undefined }, meta)).toBeUndefined();
});

test.each<[string, object, { name: string; length: number }]>([
  ['project', { id: 1, name: 'P', color: 'blue', createdAt }, { name: 'P', length: 0 }],
  ['prompt', prompt, { name: 'T', length: 6 }],
  [
    'version',
    {
      id: 1,
      promptId: 2,
      version: 3,
      content: 'four',
      description: '',
      createdAt,
      original: 'two',
      conflict: null,
    },
    { name: 'Version 3', length: 7 },
  ],
  [
    'keptRun',
    { ...exampleKeptRun(), note: 'five!' },
    { name: 'Local', length: JSON.stringify(exampleRun()).length + 5 },
  ],
  [
    'testCase',
    { ...exampleTestCase(), notes: 'five!' },
    { name: 'Greets', length: caseBodyJson(exampleTestCase()).length + 5 },
  ],
])('the name and the weight of a %s come from its kind', (type, row, { name, length }) => {
  const ref = findRef(type, 1);
  const stored = ref && readStored(ref, row, meta);
  expect(stored && nameOf(stored)).toBe(name);
  expect(stored && kindOf(stored.type).texts(stored.row).join('').length).toBe(length);
});
