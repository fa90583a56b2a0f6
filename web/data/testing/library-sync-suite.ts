/** Tests what the local database does with pushes and pulls, on every IndexedDB there is. */
import { describe, expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import type { Change, PushResult } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import { readCursor } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { outboxCounts } from '../outbox/outbox-counts.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { at, type IndexedDbUnderTest, librarySuiteScene } from './library-suite-scene.ts';
import { versionsOf } from './versions-scene.ts';

export function librarySyncSuite(database: IndexedDbUnderTest): void {
  const { open, page, promptRow, projectChange, promptChange, withPrompt, typing, send, answer } =
    librarySuiteScene(database);

  describe(`the sync of a library in ${database.name}`, () => {
    test('merges what two tabs type upon the same text, and keeps both where they meet', async () => {
      const library = await withPrompt('one\n\ntwo\n');
      await typing(library, 'ONE\n\ntwo\n', 'one\n\ntwo\n');
      await typing(library, 'one\n\nTWO\n', 'one\n\ntwo\n');
      expect((await promptOf(library, 1))?.content).toBe('ONE\n\nTWO\n');
      await typing(library, 'first\n\nTWO\n', 'one\n\nTWO\n');
      expect((await promptOf(library, 1))?.content).toBe('first\n\nTWO\n');
      expect(await versionsOf(library, 1)).toMatchObject([
        { content: 'ONE\n\nTWO\n', conflict: 'unreviewed' },
      ]);
    });

    test('skips empty text without an entry and without touching the row', async () => {
      const library = await withPrompt('a');
      expect(await typing(library, '  \n', 'a')).toEqual({ ok: true });
      expect((await promptOf(library, 1))?.content).toBe('a');
      expect(await readOutbox(library)).toEqual([]);
    });

    test('takes an entry out when its rows come back, without its text being sent again', async () => {
      const library = await withPrompt('a');
      await typing(library, 'b', 'a');
      const [entry] = await readOutbox(library);
      await send(library);
      await answer(library, { seq: 3, rev: 2, revs: { 'prompt:1': 2 } });
      expect(await readOutbox(library)).toHaveLength(1);
      const { content: _content, ...row } = promptRow('');
      const own = { type: 'prompt' as const, id: 1, seq: 3, rev: 2, ownNumber: entry?.number ?? 0, row };
      expect(await applyPull(library, page(3, [own]), { allowRemovals: false })).toMatchObject({
        kind: 'applied',
      });
      expect(await readOutbox(library)).toEqual([]);
      expect(await library.db.confirmed.count()).toBe(0);
      expect(await promptOf(library, 1)).toMatchObject({ content: 'b' });
      expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 3 });
    });

    test('takes a full page of rows of others in one transaction', async () => {
      const library = await open();
      const prompts = Array.from({ length: limits.changesPage - 1 }, (_, index): Change => {
        const id = 100 + index;
        return { type: 'prompt', id, seq: 2 + index, rev: 1, row: promptRow(`text ${id}`, { id }) };
      });
      const applied = await applyPull(library, page(600, [projectChange(1), ...prompts]), {
        allowRemovals: false,
      });
      expect(applied).toEqual({ kind: 'applied', hasMoreToPush: false });
      expect((await outlineOf(library)).prompts).toHaveLength(prompts.length);
      expect((await promptOf(library, 100 + prompts.length - 1))?.content).toBe(
        `text ${99 + prompts.length}`,
      );
    });

    test('takes back a full page of its own rows, without their texts', async () => {
      const library = await open();
      await applyPull(library, page(1, [projectChange(1)]), { allowRemovals: false });
      const ids = Array.from({ length: 300 }, (_, index) => 100 + index);
      for (const id of ids) {
        await commit(library, 'createPrompt', { id, projectId: 5, title: 'T', content: `text ${id}` });
      }
      const batch = await takeBatch(library);
      const results = (batch?.mutations ?? []).map(
        ({ key }, index): PushResult => ({
          key,
          status: 201,
          seq: 2 + index,
          revs: { [`prompt:${ids[index]}`]: 1 },
        }),
      );
      await settleAnswer(library, { seq: 1 + ids.length, results });
      const numbers = (await readOutbox(library)).map(({ number }) => number);
      const changes = ids.map((id, index): Change => {
        const { content: _left, ...row } = promptRow('', { id });
        return { type: 'prompt', id, seq: 2 + index, rev: 1, ownNumber: numbers[index] ?? 0, row };
      });
      const applied = await applyPull(library, page(1 + ids.length, changes), { allowRemovals: false });
      expect(applied).toEqual({ kind: 'applied', hasMoreToPush: false });
      expect(await readOutbox(library)).toEqual([]);
      expect((await promptOf(library, 399))?.content).toBe('text 399');
    });

    test('asks for whole rows where a text was left out that is not here, and changes nothing', async () => {
      const library = await withPrompt('a');
      const { content: _content, ...row } = promptRow('');
      const own = { type: 'prompt' as const, id: 1, seq: 3, rev: 2, ownNumber: 77, row };
      expect(await applyPull(library, page(3, [own]), { allowRemovals: false })).toEqual({
        kind: 'needsWholeRows',
      });
      expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 2 });
    });

    test('merges a foreign change into what waits, and says the merge under a new number after a 412', async () => {
      const library = await withPrompt('one\ntwo\nthree\n');
      await typing(library, 'ONE\ntwo\nthree\n', 'one\ntwo\nthree\n');
      const first = await send(library);
      await answer(library, { status: 412 });
      expect(await send(library)).toBeNull();
      const pulled = await applyPull(library, page(3, [promptChange(3, 2, 'one\ntwo\nTHREE\n')]), {
        allowRemovals: false,
      });
      expect(pulled).toEqual({ kind: 'applied', hasMoreToPush: true });
      expect((await promptOf(library, 1))?.content).toBe('ONE\ntwo\nTHREE\n');
      const second = await send(library);
      expect(second?.mutations).toMatchObject([{ body: { content: 'ONE\ntwo\nTHREE\n' }, ifMatch: 2 }]);
      expect(second?.mutations[0]?.key).not.toBe(first?.mutations[0]?.key);
    });

    test('keeps the other text as a version where both changed the same words', async () => {
      const library = await withPrompt('a word');
      await typing(library, 'my word', 'a word');
      const author = { device: 'Firefox on Linux', at };
      await applyPull(library, page(3, [promptChange(3, 2, 'their word', { author })]), {
        allowRemovals: false,
      });
      expect((await promptOf(library, 1))?.content).toBe('my word');
      const [kept] = await versionsOf(library, 1);
      expect(kept).toMatchObject({ content: 'their word', conflict: 'unreviewed' });
      expect(kept?.description).toMatch(/^Conflicting edit from Firefox on Linux, /);
      expect((await readOutbox(library)).map(({ name: each }) => each)).toEqual(['setContent']);
    });

    test('keeps the other text also where a delete of the same person waits behind the edit', async () => {
      const library = await withPrompt('a word');
      await typing(library, 'my word', 'a word');
      await commit(library, 'deletePrompt', { id: 1 });
      await applyPull(library, page(3, [promptChange(3, 2, 'their word')]), { allowRemovals: false });
      const sent = (await send(library))?.mutations ?? [];
      expect(sent.map(({ method, body }) => [method, body])).toMatchObject([
        ['PATCH', { content: 'my word', preserve: { conflict: 'unreviewed' } }],
        ['DELETE', { seen: { seq: 2, beforeNumber: 2 } }],
      ]);
      // The pulled text was merged into the edit after the delete was committed: the edit has a higher number.
      expect((await readOutbox(library)).map(({ number }) => number)).toEqual([3, 2]);
    });

    test('repeats an unanswered push word for word, whatever was typed or pulled since', async () => {
      const library = await withPrompt('a');
      await typing(library, 'ab', 'a');
      const first = await send(library);
      await typing(library, 'abc', 'ab');
      await applyPull(library, page(3, [promptChange(3, 2, 'a their')]), { allowRemovals: false });
      const second = await send(library);
      expect(second?.mutations[0]).toEqual(first?.mutations[0]);
      expect(second?.mutations[1]).toMatchObject({ ifMatch: 'previous' });
    });

    test('lets an edit win over a delete of another device', async () => {
      const library = await withPrompt('a');
      await typing(library, 'b', 'a');
      await applyPull(library, page(3, [{ type: 'prompt', id: 1, seq: 3, rev: 2, deleted: true }]), {
        allowRemovals: false,
      });
      expect((await promptOf(library, 1))?.content).toBe('b');
      expect((await send(library))?.mutations).toMatchObject([{ method: 'PATCH', ifMatch: 2 }]);
    });

    test('gives up a delete that had not seen the newest edit, and says so', async () => {
      const library = await withPrompt('a');
      await commit(library, 'deletePrompt', { id: 1 });
      expect(await promptOf(library, 1)).toBeUndefined();
      expect((await send(library))?.mutations).toMatchObject([
        { method: 'DELETE', body: { seen: { seq: 2 } } },
      ]);
      await answer(library, { status: 412 });
      await applyPull(library, page(3, [promptChange(3, 2, 'newer')]), { allowRemovals: false });
      expect((await promptOf(library, 1))?.content).toBe('newer');
      expect(await readOutbox(library)).toEqual([]);
      expect(await library.db.notices.toArray()).toMatchObject([{ kind: 'keptAfterDelete', title: 'T' }]);
    });

    test('keeps a refused change, and what needs it, and lets everything else pass', async () => {
      const library = await withPrompt('a');
      await commit(library, 'createProject', { id: 6, name: 'Q', color: 'red' });
      await commit(library, 'createPrompt', { id: 2, projectId: 6, title: 'U', content: 'x' });
      await send(library);
      await answer(library, {
        status: 422,
        body: { type: 't', title: 't', status: 422, code: 'invalid_fields' },
      });
      await typing(library, 'b', 'a');
      expect((await send(library))?.mutations.map(({ path }) => path)).toEqual(['/api/prompts/1/content']);
      expect(await outboxCounts(library)).toMatchObject({ waiting: 1, refused: 2 });
    });

    test('asks before a pull takes away most of what is here, and leaves everything as it was', async () => {
      const library = await open();
      const rows = Array.from(
        { length: 40 },
        (_, index): Change => ({
          ...projectChange(index + 1),
          id: index + 1,
          row: { id: index + 1, name: 'P', color: 'red', createdAt: at },
        }),
      );
      await applyPull(library, page(40, rows), { allowRemovals: false });
      const gone = rows.map(
        ({ id }, index): Change => ({ type: 'project', id, seq: 41 + index, rev: 2, deleted: true }),
      );
      expect(await applyPull(library, page(80, gone), { allowRemovals: false })).toEqual({
        kind: 'asks',
        removed: 40,
      });
      expect((await outlineOf(library)).projects).toHaveLength(40);
      expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 40 });
      expect(await applyPull(library, page(80, gone), { allowRemovals: true })).toMatchObject({
        kind: 'applied',
      });
      expect((await outlineOf(library)).projects).toEqual([]);
    });
  });
}
