import { describe, expect, test } from 'vitest';
import { rowKey, type Stored } from '#shared/kinds/row.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { exampleKeptRun } from '#shared/model/run/kept-run-example.ts';
import { followTouches, followTouchesAsync, type Lookup, readerOf } from './follow-touches.ts';
import type { Touch } from './mutation.ts';
import { RowSet } from './row-set.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const meta = (seq: number, deleted: boolean) => ({ rev: 1, seq, by: null, deleted });

const project = (id: number, deleted = false): Stored => ({
  ...{ type: 'project', id, row: { id, name: `P${id}`, color: 'red', createdAt } },
  ...meta(id, deleted),
});

const prompt = (id: number, projectId: number, { seq = id, deleted = false } = {}): Stored => ({
  type: 'prompt',
  id,
  row: { id, projectId, title: 'T', content: 'text', notes: '', createdAt, lastVersion: 1 },
  ...meta(seq, deleted),
});

type Marks = {
  seq?: number;
  deleted?: boolean;
  conflict?: 'unreviewed' | 'reviewed' | null;
  number?: number;
};

const version = (
  id: number,
  promptId: number,
  { seq = id, deleted = false, conflict = null, number = id }: Marks = {},
): Stored => ({
  type: 'version',
  id,
  row: {
    ...{ id, promptId, version: number, content: 'old', description: 'd', createdAt },
    ...{ original: null, conflict },
  },
  ...meta(seq, deleted),
});

const keptRun = (id: number, promptId: number, { seq = id, deleted = false }: Marks = {}): Stored => ({
  ...{ type: 'keptRun', id, row: exampleKeptRun({ id, promptId }) },
  ...meta(seq, deleted),
});

const testCase = (id: number, promptId: number, { seq = id, deleted = false }: Marks = {}): Stored => ({
  ...{ type: 'testCase', id, row: exampleTestCase({ id, promptId }) },
  ...meta(seq, deleted),
});

const resource = (id: number, projectId: number, deleted = false): Stored => ({
  type: 'resource',
  id,
  row: {
    ...{ id, projectId, name: 'R', originalFilename: 'r.txt', description: '', fileType: 'text/plain' },
    ...{ fileSize: 1, sha256: 'a'.repeat(64), createdAt, available: true },
  },
  ...meta(id, deleted),
});

const library = (): RowSet =>
  new RowSet([
    project(1),
    project(2, true),
    prompt(10, 1),
    prompt(11, 2, { seq: 40, deleted: true }),
    version(20, 10),
    version(21, 10, { conflict: 'unreviewed' }),
    version(22, 10, { deleted: true, conflict: 'unreviewed' }),
    version(23, 11, { seq: 41, deleted: true }),
    version(24, 11, { seq: 39, deleted: true }),
    keptRun(25, 10),
    keptRun(26, 10, { deleted: true }),
    keptRun(27, 11, { seq: 42, deleted: true }),
    keptRun(28, 11, { seq: 39, deleted: true }),
    testCase(35, 10),
    testCase(36, 11, { seq: 43, deleted: true }),
    resource(30, 1),
    resource(31, 2, true),
  ]);

const followed: [string, Touch[], string[]][] = [
  ['a row', [{ kind: 'row', ref: { type: 'prompt', id: 10 } }], ['prompt:10']],
  ['a row that is not there', [{ kind: 'row', ref: { type: 'prompt', id: 99 } }], []],
  [
    'listed versions, deleted ones too',
    [{ kind: 'versions', ids: [20, 22, 99] }],
    ['version:20', 'version:22'],
  ],
  ['the newest version', [{ kind: 'newestVersion', promptId: 10 }], ['version:21']],
  ['live versions of a prompt', [{ kind: 'versionsOf', promptId: 10 }], ['version:20', 'version:21']],
  [
    'what is inside of a prompt',
    [{ kind: 'insideOf', promptId: 10 }],
    ['version:20', 'version:21', 'keptRun:25', 'testCase:35'],
  ],
  ['unreviewed conflict versions', [{ kind: 'conflictsOf', promptId: 10 }], ['version:21']],
  [
    'what a project holds',
    [{ kind: 'contentsOf', projectId: 1 }],
    ['prompt:10', 'version:20', 'version:21', 'keptRun:25', 'testCase:35', 'resource:30'],
  ],
  [
    'resources with the same bytes',
    [{ kind: 'sameBytes', sha256: 'a'.repeat(64) }],
    ['resource:30', 'resource:31'],
  ],
  ['nothing but a live prompt for its revival', [{ kind: 'revivalOf', promptId: 10 }], ['prompt:10']],
  [
    'a deleted prompt with its project and what went with it',
    [{ kind: 'revivalOf', promptId: 11 }],
    ['prompt:11', 'project:2', 'version:23', 'keptRun:27', 'testCase:36'],
  ],
  ['nothing but a live resource for its shell', [{ kind: 'shellOf', resourceId: 30 }], ['resource:30']],
  [
    'a deleted resource with its project',
    [{ kind: 'shellOf', resourceId: 31 }],
    ['resource:31', 'project:2'],
  ],
];

describe('following touches finds', () => {
  test.each(followed)('%s', async (_, touches, keys) => {
    const reader = readerOf(library());
    const found = followTouches(touches, reader)
      .all()
      .map((stored) => rowKey(stored));
    expect(found.sort()).toEqual([...keys].sort());
    const later = await followTouchesAsync(touches, { read: async (lookup) => reader.read(lookup) });
    expect(
      later
        .all()
        .map((stored) => rowKey(stored))
        .sort(),
    ).toEqual([...keys].sort());
  });
});

test('any number of touches are two look-ups at most, each row named once', () => {
  const lookups: Lookup[] = [];
  const memory = readerOf(library());
  const touches = followed.flatMap(([, each]) => each);
  const read = (lookup: Lookup) => {
    lookups.push(lookup);
    return memory.read(lookup);
  };
  followTouches([...touches, ...touches], { read });
  expect(lookups).toHaveLength(2);
  expect(lookups[0]?.rows.map((ref) => rowKey(ref))).toEqual([
    'prompt:10',
    'prompt:99',
    'prompt:11',
    'resource:30',
    'resource:31',
  ]);
  expect(lookups[1]).toMatchObject({
    rows: [{ type: 'project', id: 2 }],
    insideOf: [],
    goneInsideOf: [{ promptId: 11, after: 40 }],
  });
});

test('touches of live rows are one look-up', () => {
  const lookups: Lookup[] = [];
  const memory = readerOf(library());
  const read = (lookup: Lookup) => {
    lookups.push(lookup);
    return memory.read(lookup);
  };
  followTouches([{ kind: 'revivalOf', promptId: 10 }], { read });
  expect(lookups).toHaveLength(1);
});

test('a row that came with its texts is not replaced by the same one without, and known bytes are noted', () => {
  const whole = version(20, 10);
  const bare = { ...whole, rev: 7 };
  const known = { sha256: 'b'.repeat(64), fileType: 'text/plain' };
  const rows = followTouches([{ kind: 'versionsOf', promptId: 10 }], {
    read: () => ({ rows: [whole, bare], bytes: [known] }),
  });
  expect(rows.stored('version', 20)).toBe(whole);
  expect(rows.hasBytes(known)).toBe(true);
});
