import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import { messages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { ApplyContext } from './mutation.ts';
import { bind, decodeRequest, type MutationName } from './registry.ts';
import { RowSet } from './row-set.ts';

const at = '2026-01-01T00:00:00.000Z';
const sha256 = 'a'.repeat(64);
const context: ApplyContext = { now: at, texts: 'asSent', by: { client: 'c1', number: 9 } };

const args = {
  id: 2,
  projectId: 1,
  name: 'Plan',
  originalFilename: 'plan.md',
  description: '',
  fileType: 'text/markdown',
  fileSize: 3,
  sha256,
};

type Known = Partial<Pick<Stored, 'rev' | 'seq' | 'userSeq' | 'deleted' | 'by'>>;
const known = { rev: 1, seq: 5, deleted: false, by: null };

function project(changes: Known = {}): Stored<'project'> {
  const row = { id: 1, name: 'P', color: 'red', createdAt: at };
  return { type: 'project', id: 1, row, ...known, seq: 1, ...changes };
}

function resource(changes: Known = {}, row: Partial<Resource> = {}): Stored<'resource'> {
  const values: Resource = { ...args, createdAt: at, available: false, ...row };
  return { type: 'resource', id: values.id, row: values, ...known, ...changes };
}

function decide(name: MutationName, given: unknown, rows: Stored[]) {
  const bound = bind(name, given);
  if (!bound.ok) return bound;
  return bound.mutation.apply(new RowSet(rows), context);
}

const written = (name: MutationName, given: unknown, rows: Stored[]) => {
  const decision = decide(name, given, rows);
  if (!('writes' in decision)) return decision;
  return decision.writes.map(({ kind, type, id }) => `${kind} ${type} ${id}`);
};

describe('creating', () => {
  test('the row is there before its bytes are', () => {
    expect(decide('createResource', args, [project()])).toMatchObject({
      ok: true,
      status: 201,
      body: { ...args, createdAt: at, available: false },
    });
  });

  test('bytes that another row brought already are there at once, for the same type only', () => {
    const other = resource({}, { id: 3, available: true });
    expect(decide('createResource', args, [project(), other])).toMatchObject({ body: { available: true } });
    expect(decide('createResource', { ...args, fileType: 'text/plain' }, [project(), other])).toMatchObject({
      body: { available: false },
    });
    expect(decide('createResource', { ...args, sha256: 'b'.repeat(64) }, [project(), other])).toMatchObject({
      body: { available: false },
    });
  });

  test.each([
    ['under a project that never was', [], 'not_found'],
    ['under an id that is taken', [project(), resource()], 'id_taken'],
  ])('%s, nothing is made', (_, rows, code) => {
    expect(decide('createResource', args, rows)).toEqual({ ok: false, code });
  });

  test('under a project that was deleted elsewhere, its shell comes back, and what went with it does not', () => {
    const gone = [project({ deleted: true, seq: 8 }), resource({ deleted: true, seq: 9 }, { id: 3 })];
    expect(written('createResource', args, gone)).toEqual(['restore project 1', 'put resource 2']);
  });

  test.each([
    ['a file larger than 10 MB', { fileSize: 10 * 1024 * 1024 + 1 }, 'fileSize', messages.fileTooLarge],
    ['a type that is not allowed', { fileType: 'text/html' }, 'fileType', messages.invalidFileType],
    ['a blank name', { name: ' \n ' }, 'name', messages.resourceNameRequired],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name', messages.resourceNameTooLong],
    ['a hash that is none', { sha256: 'A'.repeat(64) }, 'sha256', expect.any(String)],
  ])('%s is refused by field', (_, change, path, message) => {
    expect(decide('createResource', { ...args, ...change }, [project()])).toMatchObject({
      ok: false,
      errors: [{ path, message }],
    });
  });

  test('exactly 10 MB is not too much, and names arrive safe', () => {
    const given = {
      ...args,
      fileSize: 10 * 1024 * 1024,
      name: ' Plan\u202e ',
      originalFilename: '../up\r\n/plan\u0000.md',
    };
    expect(decide('createResource', given, [project()])).toMatchObject({
      ok: true,
      body: { name: 'Plan', originalFilename: 'plan.md' },
    });
  });
});

describe('changing', () => {
  test('name and description are trimmed, and each leaves the other alone', () => {
    expect(decide('updateResource', { id: 2, name: ' New ' }, [resource()])).toMatchObject({
      body: { id: 2, projectId: 1, name: 'New', description: '' },
    });
    expect(decide('updateResource', { id: 2, description: ' D ' }, [resource()])).toMatchObject({
      body: { name: 'Plan', description: 'D' },
    });
  });

  test('a name that is blank after trimming is refused with the sentence of the product', () => {
    expect(decide('updateResource', { id: 2, name: '  ' }, [resource()])).toMatchObject({
      errors: [{ path: 'name', message: 'Name is required' }],
    });
  });

  test('a request without a field says nothing', () => {
    expect(decide('updateResource', { id: 2 }, [resource()])).toMatchObject({ ok: false });
  });

  test('an edit brings a deleted file back, and the project that it was in', () => {
    const gone = [project({ deleted: true, seq: 8 }), resource({ deleted: true, seq: 9 })];
    expect(written('updateResource', { id: 2, name: 'N' }, gone)).toEqual([
      'restore project 1',
      'put resource 2',
    ]);
  });
});

describe('deleting', () => {
  const seen = (seq: number, own = 1) => ({ seq, beforeNumber: own });

  test.each([
    ['a plain request takes it', { id: 2 }, resource({ seq: 50 }), ['delete resource 2']],
    ['seen as it is', { id: 2, seen: seen(5) }, resource(), ['delete resource 2']],
    ['changed since', { id: 2, seen: seen(4) }, resource(), { ok: false, code: 'changed_since' }],
    [
      'changed since by the same client',
      { id: 2, seen: seen(4, 8) },
      resource({ by: { client: 'c1', number: 7 } }),
      ['delete resource 2'],
    ],
    [
      'its bytes have arrived since, which changed nothing',
      { id: 2, seen: seen(5) },
      resource({ seq: 12, userSeq: 5 }),
      ['delete resource 2'],
    ],
    [
      'renamed since, and then its bytes arrived',
      { id: 2, seen: seen(5) },
      resource({ seq: 12, userSeq: 11 }),
      { ok: false, code: 'changed_since' },
    ],
    ['gone already', { id: 2, seen: seen(9) }, resource({ deleted: true }), []],
    [
      'gone already, for a plain request',
      { id: 2 },
      resource({ deleted: true }),
      { ok: false, code: 'not_found' },
    ],
  ])('%s', (_, given, row, outcome) => {
    expect(written('deleteResource', given, [row])).toEqual(outcome);
  });

  test('a project takes its files along, and stays whole where one of them was changed since', () => {
    const inside = [project(), resource(), resource({ deleted: true }, { id: 3 })];
    expect(written('deleteProject', { id: 1, seen: seen(5) }, inside)).toEqual([
      'delete project 1',
      'delete resource 2',
    ]);
    expect(written('deleteProject', { id: 1, seen: seen(4) }, inside)).toEqual({
      ok: false,
      code: 'changed_since',
    });
  });

  test('what is deleted or brought back is a change that somebody meant', () => {
    const rows = new RowSet([resource({ seq: 12, userSeq: 5 })]);
    rows.write([{ kind: 'delete', type: 'resource', id: 2 }], null);
    expect(rows.stored('resource', 2)).not.toHaveProperty('userSeq');
  });
});

test.each([
  ['createResource', args],
  ['updateResource', { id: 2, name: 'N' }],
  ['deleteResource', { id: 2, seen: { seq: 3, beforeNumber: 4 } }],
] as const)('%s means the same after its way over the wire', (name, given) => {
  const bound = bind(name, given);
  if (!bound.ok) throw new Error('the example is not valid');
  const { method, path, body } = bound.mutation.request;
  const decoded = decodeRequest({ method, path, body: JSON.parse(JSON.stringify(body)) }, () => 99);
  expect(decoded).toMatchObject({ ok: true, mutation: { name, args: bound.mutation.args } });
});
