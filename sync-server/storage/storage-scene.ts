/** Rows for the tests of a storage, and the scene that each of them gets: a storage with two users. */
import type { RowRef } from '#shared/kinds/row.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import type { Authorship, LibraryStorage, PortionSize } from './library-port.ts';

export type StorageScene = {
  storage: LibraryStorage;
  users: [number, number];
  [Symbol.dispose](): void;
};

/** `portion`: what one transaction of a large change or one part of a list holds, where a test says so. */
export type OpenScene = (portion?: PortionSize) => StorageScene;

const createdAt = '2026-01-01T00:00:00.000Z';
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
export const opened = (stateValue: number[]): Write => ({
  kind: 'put',
  type: 'uiState',
  id: 'open_prompt_ids',
  row: { stateKey: 'open_prompt_ids', stateValue },
});
export const whole = { rows: 500, bytes: 1_000_000 };
export const row = (ref: RowRef) => ({ kind: 'row' as const, ref });

/** Saves in a transaction of its own. */
export const save = ({ storage }: StorageScene, user: number, writes: Write[], authorship = plain) =>
  storage.transact(user, (transaction) => transaction.save(writes, authorship));
