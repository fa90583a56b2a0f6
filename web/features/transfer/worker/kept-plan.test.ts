import { expect, test } from 'vitest';
import type { ImportPortion } from '#shared/library-files/plan/import-portions.ts';
import { KeptPlan } from './kept-plan.ts';

const portion = (id: number, content: string): ImportPortion => ({
  rows: 1,
  mutations: [{ name: 'createPrompt', args: { id, title: 'T', content, projectId: 1 } }],
  undo: [{ name: 'deletePrompt', args: { id } }],
  bytes: [],
});

test('a kept plan gives its portions back as they were, to the code unit, each once', async () => {
  const plan = new KeptPlan();
  const portions = [portion(1, 'a\r\n\u2028\ud83e\uddf5'), portion(2, 'half \ud800 of a pair')];
  for (const each of portions) plan.add(each);
  expect([await plan.take(), await plan.take(), await plan.take()]).toEqual([...portions, null]);
});

test('a kept plan reads no bytes of a file before its portion is wanted, and keeps them nowhere', async () => {
  const plan = new KeptPlan();
  const stream = () => {
    throw new Error('It is not read here.');
  };
  const file = { path: 'a.txt', size: 1, modified: null, stream };
  plan.add({ ...portion(1, ''), bytes: [{ sha256: 'a', file }] });
  expect((await plan.take())?.bytes[0]?.file).toBe(file);
});
