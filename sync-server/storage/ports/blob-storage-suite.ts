/** Tests every implementation of `blob-storage.ts`. Each test gets a storage of its own. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import type { BlobStorage } from './blob-storage.ts';

export type FilesScene = {
  files: BlobStorage;
  /** The same files after the server has started again. */
  again(): BlobStorage;
  [Symbol.dispose](): void;
};

export const bytesOf = (text: string) => new TextEncoder().encode(text);
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function* stream(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield bytesOf(part);
}

async function* breakingOff(...parts: string[]): AsyncGenerator<Uint8Array> {
  yield* stream(...parts);
  throw new Error('the sender went away');
}

async function textOf(files: BlobStorage, name: { userId: number; sha256: string }, start = 0, end?: number) {
  const found = await files.find(name);
  return found === undefined ? undefined : new Response(found.read(start, end ?? found.size)).text();
}

const name = { userId: 1, sha256: hashOf('hello world') };

export function fileStorageSuite(open: () => FilesScene): void {
  test('bytes that come in parts are inspected, kept under their hash, and read back', async () => {
    using scene = open();
    const draft = scene.files.temporary();
    expect(await draft.size()).toBe(0);
    expect(await draft.append(stream('hello', ' ', 'world'), 11)).toBe('whole');
    const seen = await draft.inspect();
    expect(seen).toMatchObject({ size: 11, sha256: name.sha256 });
    expect(new TextDecoder().decode(seen.head)).toBe('hello world');
    expect(await scene.files.find(name)).toBeUndefined();
    await draft.keep(name);
    expect(await draft.size()).toBe(0);
    expect(await textOf(scene.files, name)).toBe('hello world');
    expect(await textOf(scene.files, name, 6, 9)).toBe('wor');
    expect(await textOf(scene.files, name, 3, 3)).toBe('');
    expect(await textOf(scene.again(), name)).toBe('hello world');
  });

  test('what arrived before a break stays, also when the server starts again, and the rest goes behind it', async () => {
    using scene = open();
    expect(await scene.files.partial(name).append(breakingOff('hello'), 11)).toBe('broken');
    const again = scene.again();
    expect(await again.partial(name).size()).toBe(5);
    expect(await again.partials()).toMatchObject([{ ...name, size: 5 }]);
    expect(await again.partials(2)).toEqual([]);
    expect(await again.partial(name).append(stream(' world'), 11)).toBe('whole');
    expect(await again.partial(name).inspect()).toMatchObject({ size: 11, sha256: name.sha256 });
    await again.partial(name).keep(name);
    expect(await again.partials(1)).toEqual([]);
    expect(await textOf(again, name)).toBe('hello world');
  });

  test('a draft never grows past what it may reach', async () => {
    using scene = open();
    const draft = scene.files.partial(name);
    expect(await draft.append(stream('hello', ' world', '!'), 11)).toBe('too_large');
    expect(await draft.size()).toBe(11);
    await draft.discard();
    expect(await draft.size()).toBe(0);
    await draft.discard();
  });

  test('an empty file is a file', async () => {
    using scene = open();
    const nothing = { userId: 1, sha256: hashOf('') };
    const draft = scene.files.partial(nothing);
    expect(await draft.append(stream(), 0)).toBe('whole');
    expect(await draft.inspect()).toMatchObject({ size: 0, sha256: nothing.sha256 });
    await draft.keep(nothing);
    expect(await textOf(scene.files, nothing)).toBe('');
  });

  test('the same bytes of two users are two files, and one is removed without the other', async () => {
    using scene = open();
    for (const userId of [1, 2]) {
      const draft = scene.files.temporary();
      await draft.append(stream('hello world'), 99);
      await draft.keep({ ...name, userId });
    }
    await scene.files.remove(name);
    await scene.files.remove(name);
    expect(await scene.files.find(name)).toBeUndefined();
    expect(await textOf(scene.files, { ...name, userId: 2 })).toBe('hello world');
  });

  test('temporary files are gone with the next start, partial and kept ones are not', async () => {
    using scene = open();
    const temporary = scene.files.temporary();
    await temporary.append(stream('left'), 99);
    await scene.files.partial(name).append(stream('hello'), 99);
    const again = scene.again();
    await again.removeTemporary();
    expect(await temporary.size()).toBe(0);
    expect(await again.partial(name).size()).toBe(5);
    await again.removeTemporary();
  });

  test('a temporary draft is removed by its age, while another one is written to', async () => {
    using scene = open();
    const draft = scene.files.temporary();
    const before = Date.now() - 60_000;
    await draft.append(stream('words'), 99);
    await scene.files.removeTemporary(before);
    expect(await draft.size()).toBe(5);
    await scene.files.removeTemporary(Date.now() + 60_000);
    expect(await draft.size()).toBe(0);
  });

  test('a file larger than what is read at once comes back whole, and its head is its beginning', async () => {
    using scene = open();
    const text = Array.from({ length: 40_000 }, (_, at) => `${at} `).join('');
    const large = { userId: 1, sha256: hashOf(text) };
    const draft = scene.files.partial(large);
    expect(await draft.append(stream(text.slice(0, 100_000), text.slice(100_000)), text.length)).toBe(
      'whole',
    );
    const { size, sha256, head } = await draft.inspect();
    expect([size, sha256]).toEqual([text.length, large.sha256]);
    expect(new TextDecoder().decode(head)).toBe(text.slice(0, limits.fileHeadBytes));
    await draft.keep(large);
    expect((await textOf(scene.files, large)) === text).toBe(true);
    expect((await textOf(scene.files, large, 1, 150_000)) === text.slice(1, 150_000)).toBe(true);
  });

  test('what was never kept can be removed all the same', async () => {
    using scene = open();
    await scene.files.remove(name);
    expect(await scene.files.partials()).toEqual([]);
  });

  test('a reader that stops early leaves nothing open', async () => {
    using scene = open();
    const draft = scene.files.temporary();
    const long = { userId: 1, sha256: hashOf('x'.repeat(200_000)) };
    await draft.append(stream('x'.repeat(200_000)), 200_000);
    await draft.keep(long);
    const reader = (await scene.files.find(long))?.read(0, 200_000).getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(64 * 1024);
    await reader?.cancel();
  });

  test.each([
    { userId: 1, sha256: '../../etc/passwd' },
    { userId: 1, sha256: hashOf('').toUpperCase() },
    { userId: 1, sha256: `x${hashOf('')}` },
    { userId: 1, sha256: `${hashOf('')}/..` },
    { userId: 0, sha256: hashOf('') },
    { userId: 1.5, sha256: hashOf('') },
  ])('a name that is no user and hash is a bug that is found at once: %j', async (wrong) => {
    using scene = open();
    await expect(async () => scene.files.partial(wrong)).rejects.toThrow(Error);
    await expect(scene.files.find(wrong)).rejects.toThrow(Error);
  });

  test('all files of a user are removed, partial ones too, and those of another user stay', async () => {
    using scene = open();
    for (const userId of [1, 12]) {
      await scene.files.partial({ ...name, userId }).append(stream('hello world'), 11);
      const draft = scene.files.temporary();
      await draft.append(stream('hello world'), 11);
      await draft.keep({ ...name, userId });
    }
    await scene.files.removeAllOf(1);
    await scene.files.removeAllOf(3);
    expect(await scene.files.find(name)).toBeUndefined();
    expect(await textOf(scene.files, { ...name, userId: 12 })).toBe('hello world');
    expect(await scene.files.partials()).toMatchObject([{ userId: 12 }]);
  });
}
