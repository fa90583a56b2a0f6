import { expect, test } from 'vitest';
import type { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import { versionHash } from '#shared/mutations/version-hash.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import {
  at,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { discardEntry, outboxItems } from './outbox-acts.ts';

const asks = { share: 1, model: 'llama3' };
const asking: PromptAttributes = { labels: [{ label: 'production', versionId: null, moves: [], asks }] };
const move = (more: object = {}) => ({
  id: 1,
  labels: [{ label: 'production', versionId: 9, from: null, device: 'Phone', ...more }],
});

async function known(attributes?: PromptAttributes): Promise<Library> {
  const library = await openedLibrary();
  const row = attributes === undefined ? {} : { attributes };
  await pullPage(library, [projectChange(), promptChange({ lastVersion: 1, ...row }), versionChange()]);
  return library;
}

const labelsOf = async (library: Library) => (await promptOf(library, 1))?.attributes?.labels;

test('a label that was moved before its rule was known stays where it was, and the refused move is listed', async () => {
  const library = await known();
  await commit(library, 'setAttributes', move());
  expect(await labelsOf(library)).toMatchObject([{ versionId: 9 }]);
  const batch = await takeBatch(library);
  await pullPage(library, [promptChange({ lastVersion: 1, attributes: asking }, { seq: 11, rev: 2 })], 11);
  const refusal = { type: 't', title: 't', status: 409, code: 'proof_missing' };
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 409, body: refusal }));
  await settleAnswer(library, { seq: 11, results });
  await pullPage(library, [], 12);
  expect(await labelsOf(library)).toEqual(asking.labels);
  const [item] = await outboxItems(library);
  expect(item?.entry).toMatchObject({ state: 'refused', problem: { code: 'proof_missing' } });
  await discardEntry(library, item?.entry.position ?? 0);
  expect(await outboxItems(library)).toEqual([]);
  expect(await labelsOf(library)).toEqual(asking.labels);
});

test('a label that is known to ask for proof is moved with one, or not at all', async () => {
  const library = await known(asking);
  expect(await commit(library, 'setAttributes', move())).toMatchObject({ ok: false, code: 'proof_missing' });
  const textHash = versionHash({ content: 'v' });
  const proof = { model: 'llama3', held: 1, total: 1, textHash, cells: [], at };
  expect(await commit(library, 'setAttributes', move({ proof }))).toEqual({ ok: true });
  expect(await labelsOf(library)).toMatchObject([{ versionId: 9, asks, moves: [{ proof }] }]);
});
