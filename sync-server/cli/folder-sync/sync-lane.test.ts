/** Tests that a prompt which fails for ever, at the server or on the disk, stops no other one of a folder. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { protocolHeader } from '#shared/sync/wire.ts';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';
import type { Send } from './library-client.ts';

const protocol = { [protocolHeader]: '1' };
const faults: [string, () => Promise<Response>][] = [
  ['5xx', async () => new Response('', { status: 500, headers: protocol })],
  ["a proxy's 5xx", async () => new Response('<html>', { status: 502 })],
  ["a proxy's 413", async () => new Response('<html>', { status: 413 })],
  ['a reset', async () => Promise.reject(new TypeError('fetch failed'))],
  ['a time-out', async () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
  [
    'a refusal',
    async () =>
      Response.json(
        { type: 'about:blank', title: 'No.', status: 422, code: 'invalid_fields' },
        { status: 422, headers: protocol },
      ),
  ],
];
const places = [
  ['first', 101],
  ['middle', 103],
  ['last', 105],
] as const;
const ids = [101, 102, 103, 104, 105];
const table = faults.flatMap(([fault, answer]) =>
  places.map(([place, bad]) => ({ fault, answer, place, bad })),
);

async function filled() {
  const scene = await folderSyncScene();
  for (const id of ids)
    await scene.call('POST', '/api/prompts', { id, title: `T${id}`, content: `text ${id}`, projectId: 5 });
  const folder = scene.folder('a');
  await folder.sync();
  return { scene, folder };
}

/** Answers what concerns a prompt by a fault. */
function failing(send: Send, { bad, answer }: { bad: number; answer: () => Promise<Response> }): Send {
  return async (path, init) => {
    const isAbout = path.startsWith(`/api/prompts/${bad}`) || String(init.body).includes(`"id":${bad},`);
    return isAbout ? answer() : send(path, init);
  };
}

test.each(table)(
  'the $place of five changed files that is answered by $fault for ever stops none of the others',
  async (given) => {
    const { scene, folder } = await filled();
    using _ = scene;
    for (const id of ids) folder.edit(`T${id}.md`, `edited ${id}`);
    const send = failing(scene.send, given);
    const report = await folder.sync({ send });
    expect(report).toMatchObject({
      failed: true,
      there: { changed: 4 },
      complaints: [expect.stringMatching(`^T${given.bad}\\.md: `)],
    });
    const texts = async () => (await scene.prompts()).map(({ id, content }) => [id, content]);
    expect(await texts()).toEqual(ids.map((id) => [id, id === given.bad ? `text ${id}` : `edited ${id}`]));
    expect(await folder.sync({ send })).toMatchObject({ failed: true, there: { changed: 0 } });
    expect(await folder.sync()).toMatchObject({ failed: false, there: { changed: 1 } });
    expect(await texts()).toEqual(ids.map((id) => [id, `edited ${id}`]));
  },
);

test.each(table)(
  'the $place of five new files that is answered by $fault for ever stops none of the others',
  async (given) => {
    using scene = await folderSyncScene();
    const folder = scene.folder('a');
    for (const id of ids) {
      folder.write(`T${id}.md`, `---\npromptory: prompt\nid: ${id}\ntitle: T${id}\n---\ntext ${id}`);
    }
    const send = failing(scene.send, given);
    expect(await folder.sync({ send })).toMatchObject({ failed: true, there: { added: 4 } });
    expect((await scene.prompts()).map(({ id }) => id)).toEqual(ids.filter((id) => id !== given.bad));
    expect(await folder.sync()).toMatchObject({ failed: false, there: { added: 1 } });
  },
);

test.each(table)(
  'the $place of five deleted files that is answered by $fault for ever stops none of the others',
  async (given) => {
    const { scene, folder } = await filled();
    using _ = scene;
    for (const id of ids) rmSync(join(folder.path, `T${id}.md`));
    expect(await folder.sync({ send: failing(scene.send, given) })).toMatchObject({
      failed: true,
      there: { deleted: 4 },
    });
    expect((await scene.prompts()).map(({ id }) => id)).toEqual([given.bad]);
    expect(await folder.sync()).toMatchObject({ failed: false, there: { deleted: 1 } });
  },
);

test.each(places)(
  'the %s of five prompts whose file cannot be written stops none of the others',
  async (_place, bad) => {
    const { scene, folder } = await filled();
    using _ = scene;
    rmSync(join(folder.path, `T${bad}.md`));
    mkdirSync(join(folder.path, `T${bad}.md/full`), { recursive: true });
    for (const id of ids) await scene.call('PATCH', `/api/prompts/${id}/content`, { content: `there ${id}` });
    const report = await folder.sync();
    expect(report).toMatchObject({
      failed: true,
      here: { changed: 4 },
      complaints: [expect.stringContaining(`T${bad}`)],
    });
    rmSync(join(folder.path, `T${bad}.md`), { recursive: true });
    await folder.sync();
    expect(ids.map((id) => folder.text(`T${id}.md`))).toEqual(ids.map((id) => `there ${id}`));
  },
);

test('a prompt that could not be written when it was new comes with a later round', async () => {
  using scene = await folderSyncScene();
  const folder = scene.folder('a');
  await folder.sync();
  mkdirSync(join(folder.path, '.promptory/file.unfinished'));
  await scene.call('POST', '/api/prompts', { id: 11, title: 'Reply', content: 'text', projectId: 5 });
  expect(await folder.sync()).toMatchObject({ failed: true, complaints: [expect.stringMatching('^Reply')] });
  rmSync(join(folder.path, '.promptory/file.unfinished'), { recursive: true });
  expect(await folder.sync()).toMatchObject({ failed: false, here: { added: 1 } });
  expect(folder.text('Reply.md')).toBe('text');
  expect(await scene.prompts()).toHaveLength(1);
});

test('a server that answers nothing at all is away, and is not asked about each file', async () => {
  const { scene, folder } = await filled();
  using _ = scene;
  for (const id of ids) folder.edit(`T${id}.md`, `edited ${id}`);
  let asked = 0;
  const send: Send = async (path, init) => {
    if (asked > 0 || path.startsWith('/api/prompts')) asked += 1;
    return asked > 0 ? Promise.reject(new TypeError('fetch failed')) : scene.send(path, init);
  };
  await expect(folder.sync({ send })).rejects.toThrow('The server does not answer');
  expect(asked).toBe(2);
});
