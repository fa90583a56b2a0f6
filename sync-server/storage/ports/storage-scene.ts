/** Rows for the tests of a storage, and the scene that each of them gets: a storage with two users. */
import type { RowRef } from '#shared/kinds/row.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import { exampleKeptRun } from '#shared/model/run/kept-run-example.ts';
import type { BulkDeletion, Touch } from '#shared/mutations/mutation.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import { WorkingCopy } from '../change/working-copy.ts';
import type { LibraryStorage, PortionSize } from './library-port.ts';
import type { Authorship, Part } from './library-transaction.ts';

export type StorageScene = {
  storage: LibraryStorage;
  users: [number, number];
  /** Libraries do not take turns on one connection: nobody knows which of two is done first. */
  isConcurrent?: true;
  [Symbol.dispose](): void;
};

/** `portion`: what one transaction of a large change or one part of a list holds, where a test says so. */
export type OpenScene = (portion?: PortionSize) => StorageScene | Promise<StorageScene>;

export const createdAt = '2026-01-01T00:00:00.000Z';
export const plain: Authorship = { by: null, device: 'desk', texts: [], at: 1_000 };

export const project = (id: number): Write => ({
  kind: 'put',
  type: 'project',
  id,
  row: { id, name: `P${id}`, color: 'red', createdAt },
});
export const prompt = (id: number, projectId: number, content: string): Write => ({
  kind: 'put',
  type: 'prompt',
  id,
  row: { id, projectId, title: `T${id}`, content, notes: 'n', createdAt, lastVersion: 0 },
});
export const version = (id: number, promptId: number, number: number): Write => ({
  kind: 'put',
  type: 'version',
  id,
  row: {
    id,
    promptId,
    version: number,
    content: `v${number}`,
    description: 'd',
    createdAt,
    original: null,
    conflict: null,
  },
});
export const keptRun = (id: number, promptId: number, more: Partial<KeptRun> = {}): Write => ({
  kind: 'put',
  type: 'keptRun',
  id,
  row: exampleKeptRun({ id, promptId, ...more }),
});
export const testCase = (id: number, promptId: number, more: Partial<TestCase> = {}): Write => ({
  kind: 'put',
  type: 'testCase',
  id,
  row: exampleTestCase({ id, promptId, ...more }),
});
export const opened = (stateValue: number[]): Write => ({
  kind: 'put',
  type: 'uiState',
  id: 'open_prompt_ids',
  row: { stateKey: 'open_prompt_ids', stateValue },
});
export const whole = { rows: 500, bytes: 1_000_000 };
export const row = (ref: RowRef) => ({ kind: 'row' as const, ref });

/** A part that only loads rows. */
export const touching = (...touches: Touch[]): Part => ({ key: null, touches, bulk: null, inspected: 0 });

/** A part that deletes rows in bulk. */
export const deleting = (bulk: BulkDeletion, more: Partial<Part> = {}): Part => ({
  ...touching(),
  bulk,
  ...more,
});

/** Returns the rows that the touches load. */
export const loaded = async ({ storage }: StorageScene, user: number, ...touches: Touch[]) =>
  (await storage.gather(user, { parts: [touching(...touches)] })).rows;

/** Does something in a working copy of what is gathered for these rows, and saves it. */
export const change = <Result>(
  { storage }: StorageScene,
  user: number,
  { parts = [], act }: { parts?: Part[]; act: (copy: WorkingCopy) => Result },
): Promise<Result> =>
  storage.transact(user, {
    gather: { parts },
    decide(gathered) {
      const copy = new WorkingCopy(gathered);
      const result = act(copy);
      return { changes: copy.changes(), result };
    },
  });

/** Puts writes into a working copy. */
export function write(copy: WorkingCopy, writes: Write[], authorship = plain) {
  const layer = copy.layer(writes, authorship);
  copy.accept(layer);
  return { seq: layer.seq, revs: layer.revs };
}

/** Saves in a transaction of its own. */
export const save = (scene: StorageScene, user: number, writes: Write[], authorship = plain) =>
  change(scene, user, {
    parts: [touching(...writes.map((each) => row(each)))],
    act: (copy) => write(copy, writes, authorship),
  });
