import { expect, test } from 'vitest';
import { all, inputFile } from '../testing/memory-library.ts';
import { importPortions } from './import-portions.ts';
import type { PlannedRow } from './planned.ts';

const MB = 1024 * 1024;

async function* fileRows(count: number, size: number): AsyncGenerator<PlannedRow> {
  for (let index = 0; index < count; index += 1) {
    const file = { ...inputFile(`${index}.png`, ''), size };
    yield {
      ...{ outcome: 'new', kind: 'file', source: file.path, project: 'Files', title: file.path, id: index },
      ...{
        adds: { texts: 0, notes: 0, attributes: false, settings: false, runs: 0, cases: 0, changes: 0 },
        reason: null,
        remarks: [],
        mutations: [],
        undo: [],
      },
      bytes: { sha256: `${index}`, file },
    };
  }
}

test('a portion has few megabytes of files, however few their mutations are', async () => {
  const portions = await all(importPortions(fileRows(10, 7 * MB)));
  expect(portions.map(({ bytes }) => bytes.length)).toEqual([3, 3, 3, 1]);
  expect(await all(importPortions(fileRows(10, MB)))).toHaveLength(1);
});
