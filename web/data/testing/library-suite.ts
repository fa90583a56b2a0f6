/**
 * Tests the local database on every IndexedDB there is: the in-memory one of the unit tests and
 * the real one of Chromium.
 */

import { describe, expect, test } from 'vitest';
import type { Change } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import { deleteLibrary } from '../database/library.ts';
import { existingLibraryDb } from '../database/library-db.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { outboxCounts } from '../outbox/outbox-counts.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf, uiStateOf } from '../queries/queries.ts';
import { at, type IndexedDbUnderTest, librarySuiteScene } from './library-suite-scene.ts';
import { versionsOf } from './versions-scene.ts';

export function librarySuite(database: IndexedDbUnderTest): void {
  const { name, fresh } = database;
  const { open, page, promptChange, withPrompt, typing, send, answer } = librarySuiteScene(database);

  describe(`a library in ${name}`, () => {
    test('shows a change at once and keeps it for the server', async () => {
      const library = await open();
      expect(await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' })).toEqual({
        ok: true,
      });
      expect(
        await commit(library, 'createPrompt', { id: 1, projectId: 5, title: 'T', content: 'a' }),
      ).toEqual({ ok: true });
      expect((await outlineOf(library)).prompts).toMatchObject([{ id: 1, title: 'T', projectId: 5 }]);
      expect(await outboxCounts(library)).toMatchObject({ waiting: 2, refused: 0 });
      const batch = await send(library);
      expect(batch?.mutations.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /api/projects',
        'POST /api/prompts',
      ]);
    });

    test('is there again when it is opened again, with the same name for the server', async () => {
      const indexedDb = fresh();
      const library = await open(indexedDb);
      await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
      library.db.close();
      const again = await open(indexedDb, library.user);
      expect((await outlineOf(again)).projects).toMatchObject([{ name: 'P' }]);
      expect(again.client).toBe(library.client);
      expect(await readOutbox(again)).toHaveLength(1);
    });

    test('leaves nothing behind when it is deleted', async () => {
      const indexedDb = fresh();
      const library = await open(indexedDb);
      await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
      library.db.close();
      await deleteLibrary(library.user, library.deps);
      const again = await open(indexedDb, library.user);
      expect((await outlineOf(again)).projects).toEqual([]);
      expect(again.client).not.toBe(library.client);
    });

    test('is not made again by a thread that comes to it after it was deleted', async () => {
      const indexedDb = fresh();
      const library = await open(indexedDb);
      await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
      const { name } = library.db;
      const early = existingLibraryDb(name, indexedDb);
      expect(await early.projects.count()).toBe(1);
      early.close();
      library.db.close();
      await deleteLibrary(library.user, library.deps);
      const late = existingLibraryDb(name, indexedDb);
      await expect(late.projects.count()).rejects.toThrow('This library is not on the device.');
      expect(await indexedDb.indexedDB.databases()).not.toContainEqual(expect.objectContaining({ name }));
    });

    test('gives no two people the same database', async () => {
      const indexedDb = fresh();
      const [ada, grace] = [await open(indexedDb), await open(indexedDb)];
      await commit(ada, 'createProject', { id: 5, name: 'of Ada', color: 'red' });
      expect((await outlineOf(grace)).projects).toEqual([]);
    });

    test('refuses what is not valid, names the field, and writes nothing', async () => {
      const library = await open();
      const outcome = await commit(library, 'createProject', { id: 5, name: '', color: 'red' });
      expect(outcome).toEqual({
        ok: false,
        code: 'invalid_fields',
        errors: [{ path: 'name', message: 'Project name is required' }],
      });
      expect(await readOutbox(library)).toEqual([]);
    });

    test('refuses to change what is not there', async () => {
      const library = await open();
      expect(await typing(library, 'x', '')).toMatchObject({ ok: false, code: 'not_found' });
    });

    test('takes one autosave after another into one entry with the first base, until one was sent', async () => {
      const library = await withPrompt('a');
      await typing(library, 'ab', 'a');
      await typing(library, 'abc', 'ab');
      expect(await readOutbox(library)).toMatchObject([{ args: { content: 'abc', base: 'a' } }]);
      await send(library);
      await typing(library, 'abcd', 'abc');
      expect((await readOutbox(library)).map(({ args }) => args)).toMatchObject([
        { content: 'abc', base: 'a' },
        { content: 'abcd', base: 'abc' },
      ]);
    });

    test('does not take an autosave into one that something else came after', async () => {
      const library = await withPrompt('a');
      await typing(library, 'ab', 'a');
      await commit(library, 'saveVersion', {
        promptId: 1,
        id: 9,
        content: 'ab',
        description: 'd',
        base: 'ab',
      });
      await typing(library, 'abc', 'ab');
      expect((await readOutbox(library)).map(({ name: each }) => each)).toEqual([
        'setContent',
        'saveVersion',
        'setContent',
      ]);
    });

    test('deletes a project with all that is in it, and brings everything back when that is refused', async () => {
      const library = await withPrompt('a');
      const version = {
        id: 9,
        promptId: 1,
        version: 1,
        content: 'v',
        description: '',
        createdAt: at,
        original: null,
        conflict: null,
      };
      await applyPull(library, page(3, [{ type: 'version', id: 9, seq: 3, rev: 1, row: version }]), {
        allowRemovals: false,
      });
      await commit(library, 'deleteProject', { id: 5 });
      expect(await outlineOf(library)).toEqual({ projects: [], prompts: [] });
      expect(await versionsOf(library, 1)).toEqual([]);
      await send(library);
      await answer(library, { status: 412 });
      await applyPull(library, page(4, [promptChange(4, 2, 'newer')]), { allowRemovals: false });
      expect((await promptOf(library, 1))?.content).toBe('newer');
      expect(await versionsOf(library, 1)).toHaveLength(1);
    });

    test('has a file before its bytes have gone anywhere, and deletes it though they arrived meanwhile', async () => {
      const library = await withPrompt('a');
      const fileType = 'text/markdown' as const;
      const file = { name: 'Plan', originalFilename: 'plan.md', description: '', fileType };
      const bytes = { fileSize: 3, sha256: 'a'.repeat(64) };
      await commit(library, 'createResource', { id: 3, projectId: 5, ...file, ...bytes });
      expect((await library.db.resources.get(3))?.row).toMatchObject({ name: 'Plan', available: false });
      await send(library);
      await answer(library, { status: 201, seq: 3, rev: 1, revs: { 'resource:3': 1 } });
      const row = { id: 3, projectId: 5, ...file, ...bytes, createdAt: at };
      const change = (seq: number, more: Partial<Change>): Change => ({
        ...{ type: 'resource', id: 3, seq, rev: 1, ownNumber: 1 },
        ...more,
      });
      await applyPull(library, page(3, [change(3, { row: { ...row, available: false } })]), {
        allowRemovals: false,
      });
      await commit(library, 'deleteResource', { id: 3 });
      expect(await library.db.resources.count()).toBe(0);
      const arrived = change(4, { userSeq: 3, row: { ...row, available: true } });
      await applyPull(library, page(4, [arrived]), { allowRemovals: false });
      expect(await library.db.resources.count()).toBe(0);
      expect((await send(library))?.mutations).toMatchObject([
        { path: '/api/resources/3', method: 'DELETE' },
      ]);
    });

    test('remembers what is open, the last write of each key', async () => {
      const library = await open();
      await commit(library, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [1] });
      await commit(library, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [1, 2] });
      expect(await uiStateOf(library, 'open_prompt_ids')).toEqual([1, 2]);
      expect(await readOutbox(library)).toHaveLength(1);
    });
  });
}
