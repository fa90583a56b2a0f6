/** Whatever waits in whatever state, and whatever the other server has: no words go. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MutationName } from '#shared/mutations/registry.ts';
import type { Change } from '#shared/sync/wire.ts';
import { commitInside } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { markBlocked } from '../outbox/blocked-entries.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';
import type { WhoseWords } from './take-over-plan.ts';

const promptId = fc.constantFrom(1 as const, 2 as const);
const projectId = fc.constantFrom(5, 5, 6);
/** Ids are drawn at random: no two prompts ever have versions of the same one. */
const versionOf = { 1: [9, 11], 2: [10, 12] } as const;
const versionId = fc.constantFrom(...versionOf[1], ...versionOf[2]);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('type'), id: promptId }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename'), id: promptId }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('save'), id: promptId, which: fc.constantFrom(0, 1) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('editVersion'), id: versionId }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create'), id: promptId, projectId }) },
  fc.record({ kind: fc.constant('createProject') }),
  fc.record({ kind: fc.constant('delete'), id: promptId }),
  fc.record({ kind: fc.constant('deleteVersion'), id: versionId }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refuse'), creation: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send') }) },
  fc.record({ kind: fc.constant('answer'), status: fc.constantFrom(200, 412, 422) }),
  fc.record({ kind: fc.constant('pull'), id: promptId, deleted: fc.boolean(), more: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pullProject') }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const thereNow = fc.subarray([
  projectChange({ name: 'other' }),
  projectChange({ id: 6, name: 'there too', color: 'blue' }),
  promptChange({ content: 'older', lastVersion: 4 }),
  promptChange({ id: 2, content: 'two', title: 'U' }),
  versionChange({ content: 'of the other history' }),
  versionChange({ id: 20, version: 2, promptId: 2, content: 'x' }),
] satisfies Change[]);

/** Words are drawn once each; those that their author replaced or deleted on purpose are owed to nobody. */
function scene(library: Library) {
  const { db } = library;
  const owed = new Set<string>();
  let drawn = 0;
  let seq = 10;
  const draw = () => {
    drawn += 1;
    return `word${drawn}end`;
  };
  const wordsIn = (value: unknown) => new Set(JSON.stringify(value).match(/word\d+end/g));
  const commitChange = async (name: MutationName, args: unknown, replaced: unknown) => {
    const { ok } = await db.transaction('rw', db.everything, async () => commitInside(library, name, args));
    if (!ok) return;
    for (const word of wordsIn(replaced ?? null)) owed.delete(word);
    const { base: _base, ...sentArgs } = { base: null, ...Object(args) };
    for (const word of wordsIn(sentArgs)) owed.add(word);
  };
  const pullChange = async (change: Change, more = false) => {
    const page = { cursor: `e.${change.seq}`, more, changes: [change] };
    await applyPull(library, page, { allowRemovals: true });
  };

  async function take(taken: Step): Promise<void> {
    const id = 'id' in taken ? taken.id : 0;
    const prompt = (await db.prompts.get(id))?.row;
    const version = (await db.versions.get(id))?.row;
    seq += 1;
    switch (taken.kind) {
      case 'type':
        return commitChange(
          'setContent',
          { id, content: draw(), base: prompt?.content ?? '' },
          prompt?.content,
        );
      case 'rename':
        return commitChange('updatePrompt', { id, title: draw() }, prompt?.title);
      case 'save': {
        const base = prompt?.content ?? '';
        const version = versionOf[taken.id][taken.which];
        const args = { promptId: id, id: version, content: draw(), description: 'd', base };
        return commitChange('saveVersion', args, prompt?.content);
      }
      case 'editVersion': {
        const base = version?.content ?? '';
        const args = { promptId: version?.promptId ?? 1, id, content: draw(), base };
        return commitChange('editVersion', args, version?.content);
      }
      case 'create':
        return commitChange(
          'createPrompt',
          { id, projectId: taken.projectId, title: draw(), content: draw() },
          null,
        );
      case 'createProject':
        return commitChange('createProject', { id: 6, name: draw(), color: 'red' }, null);
      case 'delete': {
        const versions = await db.versionsOf(id).toArray();
        return commitChange('deletePrompt', { id }, [prompt ?? null, versions]);
      }
      case 'deleteVersion':
        return commitChange('deleteVersion', { promptId: version?.promptId ?? 1, id }, version ?? null);
      case 'refuse': {
        const queued = (await readOutbox(library)).filter(({ state }) => state === 'queued');
        const entry = queued.find((one) => one.name.startsWith('create') === taken.creation);
        const refusal = { state: 'refused' as const, problem: { code: 'invalid_fields' as const } };
        if (entry !== undefined) await db.outbox.update(entry.position, refusal);
        await markBlocked(db);
        return;
      }
      case 'send':
        await takeBatch(library);
        return;
      case 'answer': {
        const sent = (await readOutbox(library)).find(({ state }) => state === 'sent');
        if (sent === undefined) return;
        const body = { type: 't', title: 't', status: taken.status, code: 'key_reused' };
        const key = `${library.client}:${sent.number}`;
        const result = { key, status: taken.status, body, seq: 1000, revs: {} };
        await settleAnswer(library, { seq: 1000, results: [result] });
        return;
      }
      case 'pull': {
        const row = promptChange({ id, content: `foreign ${seq}` }, { seq, rev: seq });
        const gone: Change = { type: 'prompt', id, seq, rev: seq, deleted: true };
        return pullChange(taken.deleted ? gone : row, taken.more);
      }
      case 'pullProject':
        return pullChange(projectChange({ name: `P ${seq}` }, { seq, rev: seq }));
    }
  }

  const shown = async () =>
    wordsIn(await Promise.all([db.projects, db.prompts, db.versions].map((table) => table.toArray())));
  const waiting = async () => wordsIn(await db.outboxArgs.toArray());
  return { owed, take, shown, waiting };
}

test.each<WhoseWords>(['mine', 'server'])(
  'every word that waits is in a row or an entry afterwards (%s)',
  async (keep) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), thereNow, async (steps, changes) => {
        const library = await openedLibrary();
        await pullPage(library, [projectChange(), promptChange({ lastVersion: 1 }), versionChange()]);
        const { owed, take, shown, waiting } = scene(library);
        for (const taken of steps) await take(taken);
        const before = await shown();
        await takeOverFeed(library, { changes, cursor: { epoch: 'new', seq: 4 }, keep });
        const kept = new Set([...(await shown()), ...(await waiting())]);
        expect([...owed].filter((word) => !kept.has(word))).toEqual([]);
        // What was on the screen is on the screen, or waits; where the server counts, only what waited does.
        if (keep === 'mine') expect([...before].filter((word) => !kept.has(word))).toEqual([]);
        library.db.close();
      }),
      { numRuns: 60 },
    );
  },
);

test('a prompt that was made here, where another device had made it by then, keeps its words', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange()]);
  const { owed, take, shown, waiting } = scene(library);
  await take({ kind: 'create', id: 2, projectId: 5 });
  await take({ kind: 'send' });
  await take({ kind: 'pull', id: 2, deleted: false, more: false });
  await take({ kind: 'answer', status: 412 });
  await takeOverFeed(library, { changes: [], cursor: { epoch: 'new', seq: 4 }, keep: 'mine' });
  const kept = new Set([...(await shown()), ...(await waiting())]);
  expect([...owed].filter((word) => !kept.has(word))).toEqual([]);
  expect(JSON.stringify(await library.db.prompts.toArray())).toContain('foreign');
});
