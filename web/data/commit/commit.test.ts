import { describe, expect, test, vi } from 'vitest';
import type { Library } from '../database/library.ts';
import { readOutbox, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { commit } from './commit.ts';

async function known(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [
    projectChange(),
    promptChange({ content: 'a word', lastVersion: 1 }),
    versionChange(),
  ]);
  return library;
}
const typing = (library: Library, content: string, base: string) =>
  commit(library, 'setContent', { id: 1, content, base });
const args = async (library: Library) => (await readOutbox(library)).map((entry) => entry.args);

test('what was committed wakes the loop, what was refused does not', async () => {
  const library = await known();
  const woken = vi.fn();
  library.onCommit.add(woken);
  expect(await commit(library, 'createProject', { id: 5, name: 'Q', color: 'red' })).toEqual({
    ok: false,
    code: 'id_taken',
    errors: [],
  });
  expect(woken).not.toHaveBeenCalled();
  await commit(library, 'renameProject', { id: 5, name: 'Q' });
  expect(woken).toHaveBeenCalledOnce();
});

test('what is deleted here is not there to be changed', async () => {
  const library = await known();
  await commit(library, 'deletePrompt', { id: 1 });
  expect(await typing(library, 'b', 'a word')).toEqual({ ok: false, code: 'not_found', errors: [] });
  expect((await outlineOf(library)).prompts).toEqual([]);
  expect(await readOutbox(library)).toHaveLength(1);
});

test('a change goes upon the revision that is known, a new row upon none', async () => {
  const library = await known();
  await commit(library, 'createProject', { id: 6, name: 'Q', color: 'red' });
  await commit(library, 'renameProject', { id: 5, name: 'N' });
  const [made, renamed] = (await takeBatch(library))?.mutations ?? [];
  expect(made).not.toHaveProperty('ifMatch');
  expect(renamed).toMatchObject({ ifMatch: 1 });
});

describe('one autosave after another', () => {
  test('of an old version is one entry as well, with the first base', async () => {
    const library = await known();
    await commit(library, 'editVersion', { promptId: 1, id: 9, content: 'v1', base: 'v' });
    await commit(library, 'editVersion', { promptId: 1, id: 9, content: 'v2', base: 'v1' });
    expect(await args(library)).toEqual([{ promptId: 1, id: 9, content: 'v2', base: 'v' }]);
  });

  test('is one entry that stands whatever the server has, where the first one had no base', async () => {
    const library = await known();
    await commit(library, 'setContent', { id: 1, content: 'b' });
    await typing(library, 'bc', 'b');
    expect(await args(library)).toEqual([{ id: 1, content: 'bc' }]);
  });

  test('is no rule for anything else: two names are two acts', async () => {
    const library = await known();
    await commit(library, 'renameProject', { id: 5, name: 'N' });
    await commit(library, 'renameProject', { id: 5, name: 'M' });
    expect(await args(library)).toEqual([
      { id: 5, name: 'N' },
      { id: 5, name: 'M' },
    ]);
  });

  test('that must keep a text is an entry of its own, and takes up the next one with that text', async () => {
    const library = await known();
    await typing(library, 'my word', 'a word');
    await typing(library, 'their word', 'a word');
    await typing(library, 'their own word', 'their word');
    const sentArgs = await args(library);
    expect(sentArgs).toMatchObject([{ content: 'my word' }, { content: 'their own word' }]);
    expect(sentArgs[0]).not.toHaveProperty('preserve');
    expect(sentArgs[1]).toMatchObject({ preserve: { conflict: 'unreviewed' } });
    const [kept] = await versionsOf(library, 1);
    expect(kept?.content).toBe('my word');
    expect(kept?.description).toMatch(/^Conflicting edit from another tab, \w+ \d+, 20\d\d, \d+:\d\d/);
    expect((await promptOf(library, 1))?.content).toBe('their own word');
  });
});

test('a text that is kept names the device it came from and when that was, on the clock of the server', async () => {
  const library = await known();
  await typing(library, 'my word', 'a word');
  const author = { device: 'Phone', at: '2020-05-05T12:00:00.000Z' };
  await pullPage(
    library,
    [promptChange({ content: 'their word', lastVersion: 1 }, { seq: 11, rev: 2, author })],
    11,
  );
  const [kept] = await versionsOf(library, 1);
  expect(kept?.description).toMatch(/^Conflicting edit from Phone, May \d, 2020, \d+:\d\d/);
});

test('a text that came by the API, from no device, is another program’s', async () => {
  const library = await known();
  await typing(library, 'my word', 'a word');
  const author = { device: '', at: '2020-05-05T12:00:00.000Z' };
  await pullPage(
    library,
    [promptChange({ content: 'their word', lastVersion: 1 }, { seq: 11, rev: 2, author })],
    11,
  );
  expect((await versionsOf(library, 1))[0]?.description).toContain('from another program, ');
});
