/** Tests the rows and answers of hundreds of mutations that one transaction saves. */
import { expect, test } from 'vitest';
import type { Write } from '#shared/mutations/row-set.ts';
import { WorkingCopy } from '../change/working-copy.ts';
import {
  change,
  type OpenScene,
  project,
  prompt,
  row,
  save,
  touching,
  version,
  whole,
  write,
} from './storage-scene.ts';

export function largePushSuite(open: OpenScene): void {
  test('an answer is found under its own key, however its transaction gave it, and no acknowledged one is', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const stored = (number: number) => ({
      requestHash: `h${number}`,
      answer: { status: 200, body: 'ü"'.repeat(number % 3 === 0 ? 30_000 : 1) + number },
    });
    const store = (client: string, ...numbers: number[]) =>
      change(scene, ada, {
        act: (copy) => numbers.map((number) => copy.storeAnswer({ client, number }, stored(number))),
      });
    await store('c1', 1, 2, 4, 5, 3, 6);
    await store('c2', 5);
    await store('c1', 9, 10);
    await store('c1', 8);
    const found = (client: string) =>
      change(scene, ada, {
        parts: Array.from({ length: 12 }, (_, number) => ({ ...touching(), key: { client, number } })),
        act: (copy) =>
          Array.from({ length: 12 }, (_, number) => copy.answerTo({ client, number })).flatMap(
            (answer, number) => (answer === undefined ? [] : [{ number, answer }]),
          ),
      });
    const all = (...numbers: number[]) => numbers.map((number) => ({ number, answer: stored(number) }));
    expect(await found('c1')).toEqual(all(1, 2, 3, 4, 5, 6, 8, 9, 10));
    expect(await found('c2')).toEqual(all(5));
    await change(scene, ada, { act: (copy) => copy.acknowledge('c1', 4) });
    expect(await found('c1')).toEqual(all(5, 6, 8, 9, 10));
    expect(await found('c2')).toEqual(all(5));
  });

  test('of hundreds of rows that are saved together all are saved, or none where one has changed since', async () => {
    using scene = await open();
    const [ada] = scene.users;
    const ids = Array.from({ length: 120 }, (_, index) => index + 10);
    const writes = (content: string): Write[] => [
      project(1),
      ...ids.map((id) => prompt(id, 1, content)),
      version(5, 10, 1),
      ...ids.map((id) => version(id + 1_000, id, 1)),
      { kind: 'delete', type: 'prompt', id: 129 },
    ];
    await save(scene, ada, [...writes('a'), prompt(10, 1, 'twice')]);
    const read = async () => {
      const { items } = await scene.storage.changesSince(ada, 0, whole);
      return items.map(({ stored: { type, id, rev, seq, deleted } }) => ({ type, id, rev, seq, deleted }));
    };
    const before = await read();
    expect(before).toHaveLength(242);
    expect(before.map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq).toSorted((a, b) => a - b));
    expect(before.at(-1)).toEqual({ type: 'prompt', id: 10, rev: 2, seq: 244, deleted: false });
    expect(await scene.storage.prompt(ada, 10)).toMatchObject({ row: { content: 'twice' } });
    expect(await scene.storage.prompt(ada, 128)).toMatchObject({ rev: 1, row: { content: 'a' } });

    const parts = [touching(...ids.map((id) => row({ type: 'prompt', id })))];
    const stale = new WorkingCopy(await scene.storage.gather(ada, { parts }));
    await save(scene, ada, [prompt(60, 1, 'b')]);
    write(
      stale,
      ids.map((id) => prompt(id, 1, 'stale')),
    );
    const saving = scene.storage.transact(ada, {
      gather: { parts },
      decide: () => ({ changes: stale.changes(), result: null }),
    });
    await expect(saving).rejects.toThrow();
    expect(await scene.storage.prompt(ada, 11)).toMatchObject({ rev: 1, row: { content: 'a' } });
  });
}
