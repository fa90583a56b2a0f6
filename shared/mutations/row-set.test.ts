import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import { deleteProject } from './project-mutations.ts';
import { RowSet } from './row-set.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const known = { rev: 1, seq: 1, by: null };
const server = { now: createdAt, texts: 'asSent', by: null } as const;

function project(id: number): Stored<'project'> {
  const row = { id, name: 'Project', color: '#000000', createdAt };
  return { type: 'project', id, ...known, deleted: false, row };
}

function prompt(id: number, projectId: number, deleted = false): Stored<'prompt'> {
  const row = { id, projectId, title: 'Prompt', content: '', notes: '', createdAt, lastVersion: 0 };
  return { type: 'prompt', id, ...known, deleted, row };
}

type VersionPlace = { id: number; promptId: number; version: number; deleted?: boolean };

function version({ id, promptId, version, deleted = false }: VersionPlace): Stored<'version'> {
  const texts = { content: '', description: 'Saved', original: null, conflict: null };
  return { type: 'version', id, ...known, deleted, row: { id, promptId, version, createdAt, ...texts } };
}

type ResourcePlace = { id: number; projectId: number; sha256: string; available: boolean };

function resource({ id, projectId, sha256, available }: ResourcePlace): Stored<'resource'> {
  const file = { name: 'a.txt', originalFilename: 'a.txt', description: '', fileSize: 1 };
  const row = { id, projectId, ...file, fileType: 'text/plain' as const, sha256, createdAt, available };
  return { type: 'resource', id, ...known, deleted: false, row };
}

const small = fc.integer({ min: 1, max: 6 });
const parent = fc.integer({ min: 1, max: 3 });
const anyRow: fc.Arbitrary<Stored> = fc.oneof(
  fc
    .record({ id: small, projectId: parent, deleted: fc.boolean() })
    .map(({ id, projectId, deleted }) => prompt(id, projectId, deleted)),
  fc.record({ id: small, promptId: parent, version: small, deleted: fc.boolean() }).map(version),
  fc
    .record({ id: small, projectId: parent, sha256: fc.constantFrom('aa', 'bb'), available: fc.boolean() })
    .map(resource),
);

test('a row set in which rows were replaced, moved, deleted and removed answers as a scan of all its rows does', () => {
  const step = fc.oneof(
    anyRow.map((row) => ({ row })),
    small.map((id) => ({ deleteVersion: id })),
    fc
      .record({ type: fc.constantFrom('prompt', 'version', 'resource'), id: small })
      .map((ref) => ({ remove: ref })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const rows = new RowSet();
      for (const each of steps) {
        if ('row' in each) rows.add(each.row);
        else if ('remove' in each) rows.remove(each.remove);
        else rows.write([{ kind: 'delete', type: 'version', id: each.deleteVersion }], null);
        expectScanned(rows);
      }
    }),
  );
});

function expectScanned(rows: RowSet): void {
  const all = rows.all();
  for (const id of [1, 2, 3]) {
    const prompts = all.filter((stored) => stored.type === 'prompt' && stored.row.projectId === id);
    const resources = all.filter((stored) => stored.type === 'resource' && stored.row.projectId === id);
    const versions = all.flatMap((stored) =>
      stored.type === 'version' && stored.row.promptId === id ? [stored] : [],
    );
    const live = versions.filter(({ deleted }) => !deleted).map(({ row }) => row.version);
    expect(new Set(rows.promptsOf(id))).toEqual(new Set(prompts));
    expect(new Set(rows.resourcesOf(id))).toEqual(new Set(resources));
    expect(new Set(rows.versionsOf(id))).toEqual(new Set(versions));
    expect(rows.newestVersion(id)?.row.version).toBe(live.length === 0 ? undefined : Math.max(...live));
  }
  for (const sha256 of ['aa', 'bb']) {
    const held = all.some(
      (stored) => stored.type === 'resource' && stored.row.available && stored.row.sha256 === sha256,
    );
    expect(rows.hasBytes({ sha256, fileType: 'text/plain' })).toBe(held);
  }
}

test('deleting a project looks at each row inside a few times, however many there are', () => {
  let reads = 0;
  const counted = <Row extends Stored>(stored: Row): Row =>
    new Proxy(stored, {
      get(target, key, receiver) {
        if (key === 'row') reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  const rows = new RowSet([project(1)]);
  const count = 300;
  for (let at = 1; at <= count; at += 1) {
    rows.add(counted(prompt(at, 1)));
    for (const number of [1, 2, 3]) {
      rows.add(counted(version({ id: at * 10 + number, promptId: at, version: number })));
    }
  }
  const bound = deleteProject.bind({ id: 1 });
  const decision = bound.ok ? bound.mutation.apply(rows, server) : undefined;
  expect(decision).toMatchObject({ ok: true });
  expect(decision?.ok && decision.writes).toHaveLength(1 + count * 4);
  expect(reads).toBeLessThan(4 * count * 4);
});
