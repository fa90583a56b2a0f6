/** Several devices bring in the same rows: after a server was restored, or out of the same file. */
import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import { bind, decodeRequest, type MutationName } from './registry.ts';
import { RowSet } from './row-set.ts';

const at = '2026-01-01T00:00:00.000Z';
const known = { rev: 1, seq: 1, deleted: false, by: null };
const context = { now: at, texts: 'asSent' as const, by: null };
const preserveAs = () => ({ id: 99, description: 'Kept', conflict: null });

const project: Stored<'project'> = {
  ...known,
  type: 'project',
  id: 1,
  row: { id: 1, name: 'P', color: 'red', createdAt: at },
};
const prompt: Stored<'prompt'> = {
  ...known,
  type: 'prompt',
  id: 2,
  row: { id: 2, projectId: 1, title: 'T', content: 'theirs', notes: '', createdAt: at, lastVersion: 1 },
};
const version: Stored<'version'> = {
  ...known,
  type: 'version',
  id: 3,
  row: {
    id: 3,
    promptId: 2,
    version: 1,
    content: 'saved',
    description: 'v',
    createdAt: at,
    original: null,
    conflict: null,
  },
};
const file = {
  name: 'File',
  originalFilename: 'file.txt',
  description: '',
  fileType: 'text/plain' as const,
  fileSize: 3,
  sha256: 'a'.repeat(64),
};
const resource: Stored<'resource'> = {
  ...known,
  type: 'resource',
  id: 4,
  row: { ...file, id: 4, projectId: 1, createdAt: at, available: true },
};
const rows = () => new RowSet([project, prompt, version, resource]);

/** The mutation as it goes out once its row turned out to be there. */
function met(name: MutationName, args: Record<string, unknown>, given = rows()) {
  const bound = bind(name, args);
  if (!bound.ok) throw new Error('the example is not valid');
  const rebound = bind(name, bound.mutation.onceThere(given, preserveAs));
  if (!rebound.ok) throw new Error('what is said anew is not valid');
  return rebound.mutation;
}

/** Returns the writes of the mutation after its way over the wire. */
function written(name: MutationName, args: Record<string, unknown>, given = rows()) {
  const { method, path, body } = met(name, args, given).request;
  const decoded = decodeRequest({ method, path, body: JSON.parse(JSON.stringify(body)) }, () => 1000);
  if (!decoded.ok) throw new Error('the request is not understood');
  const decision = decoded.mutation.apply(given, context);
  if (!decision.ok) return decision.code;
  return decision.writes.map((write) => ('row' in write ? write.row : write));
}

const examples: [MutationName, Record<string, unknown>][] = [
  ['createProject', { id: 1, name: 'P', color: 'red' }],
  ['createPrompt', { id: 2, projectId: 1, title: 'T', content: 'theirs' }],
  ['saveVersion', { promptId: 2, id: 3, content: 'saved', description: 'v', head: 'theirs' }],
  ['createResource', { ...file, id: 4, projectId: 1 }],
];

describe.each(examples)('%s', (name, args) => {
  test('of an id that is taken is refused to whoever does not know it', () => {
    const bound = bind(name, args);
    expect(bound.ok && bound.mutation.apply(rows(), context)).toEqual({ ok: false, code: 'id_taken' });
  });

  test('of what is there in the very same words changes nothing', () => {
    expect(written(name, args)).toEqual([]);
  });

  test('a creation that meets its own row twice keeps its arguments', () => {
    const once = met(name, args);
    expect(once.onceThere(rows(), preserveAs)).toBe(once.args);
  });

  test('a creation whose row is not there keeps its arguments', () => {
    const bound = bind(name, args);
    expect(bound.ok && bound.mutation.onceThere(new RowSet([]), preserveAs)).toBe(
      bound.ok && bound.mutation.args,
    );
  });
});

test('the later name stays, and the colour as it is', () => {
  expect(written('createProject', { id: 1, name: 'Later', color: 'teal' })).toMatchObject([
    { name: 'Later', color: 'red' },
  ]);
});

test('the later text is current, the other one is kept as a version, and notes of both are there', () => {
  const notes = JSON.stringify([{ id: 'n', content: 'mine', createdAt: at }]);
  const args = { id: 2, projectId: 1, title: 'Later', content: 'mine', notes };
  expect(written('createPrompt', args)).toMatchObject([
    { id: 99, content: 'theirs', version: 2, description: 'Kept' },
    { id: 2, title: 'Later', content: 'mine', lastVersion: 2, notes: expect.stringContaining('mine') },
  ]);
});

test('an empty text takes the place of none', () => {
  const args = { id: 2, projectId: 1, title: 'T', content: ' ' };
  expect(written('createPrompt', args)).toEqual([]);
});

test('a version in other words is another one, and the current text is not touched', () => {
  const args = { promptId: 2, id: 3, content: 'other', description: 'mine', head: 'theirs' };
  expect(written('saveVersion', args)).toMatchObject([
    { id: 99, content: 'other', description: 'mine', version: 2 },
    { id: 2, content: 'theirs', lastVersion: 2 },
  ]);
});

describe('a version that was edited on one of two devices, which both create it, exists once', () => {
  const edited = { ...version, row: { ...version.row, content: 'edited', original: 'saved' } };
  const args = { promptId: 2, id: 3, description: 'v', head: 'theirs' };

  test('the edit becomes its text where the other device was first', () => {
    expect(written('saveVersion', { ...args, content: 'edited', original: 'saved' })).toEqual([edited.row]);
  });

  test('the first text of an edited version that has an earlier original stays as it is', () => {
    const given = new RowSet([
      project,
      prompt,
      { ...version, row: { ...version.row, content: 'saved', original: 'first' } },
    ]);
    const again = { ...args, content: 'edited', original: 'saved' };
    expect(written('saveVersion', again, given)).toMatchObject([{ content: 'edited', original: 'first' }]);
  });

  test('the edit stays where the device with the edit was first', () => {
    const given = new RowSet([project, prompt, edited]);
    expect(written('saveVersion', { ...args, content: 'saved' }, given)).toEqual([]);
  });

  test('two different edits are two versions, and the later one says what it is', () => {
    const given = new RowSet([project, prompt, edited]);
    const other = { ...args, content: 'edited otherwise', original: 'saved' };
    expect(written('saveVersion', other, given)).toMatchObject([
      { id: 99, content: 'edited otherwise', description: 'Other edit of version 1', original: null },
      { id: 2, content: 'theirs' },
    ]);
  });
});

test('the later name and description of a file stay', () => {
  const args = { ...file, id: 4, projectId: 1, name: 'Later', description: 'D' };
  expect(written('createResource', args)).toMatchObject([
    { name: 'Later', description: 'D', available: true },
  ]);
});

test('a row comes with the time at which it was made, and a version with its number while that is free', () => {
  const createdAt = '2020-02-02T00:00:00.000Z';
  const none = new RowSet([project, prompt]);
  expect(written('createProject', { id: 8, name: 'P', color: 'red', createdAt })).toMatchObject([
    { createdAt },
  ]);
  expect(written('createPrompt', { id: 8, projectId: 1, title: 'T', content: 'c', createdAt })).toMatchObject(
    [{ createdAt }],
  );
  expect(written('createResource', { ...file, id: 8, projectId: 1, createdAt }, none)).toMatchObject([
    { createdAt },
  ]);
  const args = { promptId: 2, id: 5, content: 'old', description: 'v', head: 'theirs', createdAt };
  const versioned = (version: number) => written('saveVersion', { ...args, version });
  expect(versioned(7)).toMatchObject([{ createdAt, version: 7 }, { lastVersion: 7 }]);
  expect(versioned(1)).toMatchObject([{ createdAt, version: 2 }, { lastVersion: 2 }]);
  const label = { label: 'production', versionId: 3, from: null, device: 'Phone', at: createdAt };
  expect(written('setAttributes', { id: 2, labels: [label] })).toMatchObject([
    { attributes: { labels: [{ moves: [{ at: createdAt }] }] } },
  ]);
});

test('a version comes with its first text and its mark', () => {
  const args = { promptId: 2, id: 5, content: 'edited', description: 'v', head: 'theirs' };
  const before = { original: 'first', conflict: 'unreviewed' };
  expect(written('saveVersion', { ...args, ...before })[0]).toMatchObject({ id: 5, ...before });
  expect(written('saveVersion', args)[0]).toMatchObject({ id: 5, original: null, conflict: null });
});

test('a version that was deleted comes back with its number', () => {
  const newer = { ...prompt, row: { ...prompt.row, lastVersion: 2 } };
  const args = { promptId: 2, id: 3, content: 'saved', description: 'v', head: 'theirs' };
  const back = written('saveVersion', args, new RowSet([project, newer, { ...version, deleted: true }]));
  expect(back).toMatchObject([
    { id: 3, version: 1 },
    { id: 2, lastVersion: 2 },
  ]);
});
