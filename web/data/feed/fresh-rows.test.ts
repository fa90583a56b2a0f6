import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MutationName } from '#shared/mutations/registry.ts';
import type { Change, ChangesPage } from '#shared/sync/wire.ts';
import { commitInside } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { readEntries } from '../outbox/outbox-table.ts';
import { outlineOf } from '../queries/queries.ts';
import { ada, at, projectChange, promptChange, versionChange } from '../testing/server-rows-scene.ts';
import { applyPull } from './apply-pull.ts';
import { answered } from './apply-pull-scene.ts';

/** Two of them draw the same ids. */
function openedLibrary(): Promise<Library> {
  let word = 1;
  return openLibrary(ada, {
    random: (words) => words.map(() => word++),
    now: () => Date.parse(at),
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  });
}

type Step =
  | { kind: 'page'; changes: ((seq: number) => Change)[] }
  | { kind: 'commit'; name: MutationName; args: object }
  | { kind: 'answer' };

const id = fc.integer({ min: 1, max: 4 });
const text = fc.constantFrom('one\ntwo\n', 'one\n2\n', 'eins\ntwo\n');
const change = fc.oneof(
  fc
    .record({ id, content: text, title: fc.constantFrom('T', 'U') })
    .map((row) => (seq: number) => promptChange(row, { seq, rev: seq })),
  fc
    .record({ id, promptId: id, content: text })
    .map((row) => (seq: number) => versionChange({ ...row, id: row.id + 100 }, { seq, rev: seq })),
  id.map(
    (id) =>
      (seq: number): Change => ({ type: 'prompt', id, seq, rev: seq, deleted: true }),
  ),
  fc.constant((seq: number) => projectChange({}, { seq, rev: seq })),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .uniqueArray(change, { maxLength: 6, selector: (make) => [make(0).type, make(0).id].join() })
      .map((changes) => ({ kind: 'page', changes }) as const),
  },
  { weight: 1, arbitrary: fc.record({ id, content: text }).map((args) => act('setContent', args)) },
  { weight: 1, arbitrary: id.map((id) => act('updatePrompt', { id, title: 'Mine' })) },
  { weight: 1, arbitrary: id.map((id) => act('deletePrompt', { id })) },
  {
    weight: 1,
    arbitrary: id.map((id) => act('createPrompt', { id, projectId: 5, title: 'New', content: '' })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'answer' } as const) },
);

function act(name: MutationName, args: object): Step {
  return { kind: 'commit', name, args };
}

/** A device that is not idle applies the page the usual way. */
async function applied(library: Library, page: ChangesPage, way: Way): Promise<void> {
  const usual = { allowRemovals: true };
  const fill = { upTo: 1, received: 1, of: 2 };
  if (way === 'firstFill') await applyPull(library, page, { ...usual, fill });
  if (way === 'usual') await applyPull(library, page, usual);
  if (way !== 'ifIdle') return;
  const outcome = await applyPull(library, page, { ...usual, ifIdle: { account: ada.id } });
  if (outcome.kind === 'overtaken') await applyPull(library, page, usual);
}

type Way = 'usual' | 'firstFill' | 'ifIdle';

/** Goes through the steps, and returns all that the library came to. */
async function outcome(steps: readonly Step[], way: Way) {
  const library = await openedLibrary();
  const { db } = library;
  let seq = 0;
  for (const each of steps) {
    if (each.kind === 'commit')
      await db.transaction('rw', db.everything, async () => commitInside(library, each.name, each.args));
    else if (each.kind === 'answer') await answered(library, { seq: seq + 1, revs: {} });
    else {
      const changes = each.changes.map((make) => {
        seq += 1;
        return make(seq);
      });
      await applied(library, { cursor: `e.${seq}`, more: true, changes }, way);
    }
  }
  const came = {
    shown: await Promise.all(db.shown.map((table) => table.toArray())),
    confirmed: await db.confirmed.toArray(),
    notices: await db.notices.toArray(),
    outline: await outlineOf(library),
    outbox: await readEntries(db),
    cursor: await db.meta.get('cursor'),
  };
  db.close();
  return came;
}

const ways = [
  { of: 'a first fill', way: 'firstFill' },
  { of: 'an idle device', way: 'ifIdle' },
] as const;

test.for(ways)(
  'a page of $of comes to the same as any other page, whatever a person does',
  async ({ way }) => {
    let filled = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const began: Step = { kind: 'page', changes: [(seq) => projectChange({}, { seq, rev: seq })] };
        const plain = await outcome([began, ...steps], 'usual');
        expect(await outcome([began, ...steps], way)).toEqual(plain);
        filled += plain.shown.flat().length;
      }),
      { numRuns: 25 },
    );
    expect(filled).toBeGreaterThan(25);
  },
);
