/** Tests a folder that holds what a label points to: edits go into the prompt, and no label moves by them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';

const nothing = { added: 0, changed: 0, deleted: 0 };
const quiet = { here: nothing, there: nothing, conflicts: 0, complaints: [], failed: false };
const text = 'one\n\ntwo\n\nthree\n';

type Scene = Awaited<ReturnType<typeof folderSyncScene>>;

const place = (scene: Scene, id: number, versionId: number | null) =>
  scene.call('PATCH', `/api/prompts/${id}/attributes`, {
    labels: [{ label: 'production', versionId, from: null, device: 'Phone' }],
  });

let nextVersion = 500;

/** Saves the current text as a version and lets the label point to it. */
async function approve(scene: Scene, id: number): Promise<number> {
  nextVersion += 1;
  const versionId = nextVersion;
  const { content } = await current(scene, id);
  await scene.call('PUT', `/api/prompts/${id}`, { id: versionId, content, description: '' });
  await place(scene, id, versionId);
  return versionId;
}

const write = (scene: Scene, id: number, content: string) =>
  scene.call('PATCH', `/api/prompts/${id}/content`, { content });

const current = async (scene: Scene, id: number) =>
  z
    .object({ content: z.string(), attributes: z.looseObject({}).optional() })
    .parse((await scene.get(`/api/prompts/${id}`)).body);

const versionOf = async (scene: Scene, id: number) =>
  z
    .object({ attributes: z.object({ labels: z.array(z.object({ versionId: z.number().nullable() })) }) })
    .parse((await scene.get(`/api/prompts/${id}`)).body).attributes.labels[0]?.versionId;

async function approved() {
  const scene = await folderSyncScene();
  await scene.call('POST', '/api/prompts', { id: 11, title: 'Reply', content: text, projectId: 5 });
  await scene.call('POST', '/api/prompts', { id: 12, title: 'Draft', content: 'not approved', projectId: 5 });
  const versionId = await approve(scene, 11);
  await write(scene, 11, text.replace('two', 'TWO'));
  const a = scene.folder('a', { label: 'production' });
  await a.sync();
  return { scene, a, versionId };
}

test('the folder has what is approved and nothing else, and follows the label and the version that it points to', async () => {
  const { scene, a, versionId } = await approved();
  using _ = scene;
  expect(a.names()).toEqual(['Reply.md']);
  expect(a.text('Reply.md')).toBe(text);
  expect(await a.sync()).toMatchObject({ ...quiet, notices: [] });
  await scene.call('PATCH', `/api/prompts/11/versions/${versionId}`, { content: 'corrected' });
  expect(await a.sync()).toMatchObject({ here: { changed: 1 }, there: nothing });
  expect(a.text('Reply.md')).toBe('corrected');
  await approve(scene, 11);
  await approve(scene, 12);
  expect(await a.sync()).toMatchObject({ here: { changed: 1, added: 1 }, there: nothing });
  expect(a.text('Reply.md')).toBe(text.replace('two', 'TWO'));
  await place(scene, 12, null);
  expect(await a.sync()).toMatchObject({ here: { deleted: 1 }, there: nothing });
  expect(a.names()).toEqual(['Reply.md']);
  expect((await current(scene, 12)).content).toBe('not approved');
});

test('an edit is merged into the current text, the label stays, and the file keeps it and is named until the label moves', async () => {
  const { scene, a, versionId } = await approved();
  using _ = scene;
  a.edit('Reply.md', text.replace('three', 'THREE'));
  expect(await a.sync()).toMatchObject({
    ...{ here: nothing, there: { changed: 1 }, conflicts: 0, failed: false },
    notices: [
      expect.stringMatching(
        /^Reply\.md: the edit is in the prompt\. The label production stays at its version/,
      ),
    ],
  });
  expect((await current(scene, 11)).content).toBe('one\n\nTWO\n\nTHREE\n');
  expect(await versionOf(scene, 11)).toBe(versionId);
  expect(await a.sync()).toMatchObject({ ...quiet, notices: [expect.stringContaining('Reply.md')] });
  expect(a.text('Reply.md')).toBe(text.replace('three', 'THREE'));
  a.edit('Reply.md', `${text.replace('three', 'THREE')}four\n`);
  await a.sync();
  expect((await current(scene, 11)).content).toBe('one\n\nTWO\n\nTHREE\nfour\n');
  await approve(scene, 11);
  expect(await a.sync()).toMatchObject({ here: { changed: 1 }, there: nothing, notices: [] });
  expect(a.text('Reply.md')).toBe('one\n\nTWO\n\nTHREE\nfour\n');
  expect(await a.sync()).toMatchObject({ ...quiet, notices: [] });
});

test('where an edit overlaps with the current text, that one becomes a version to be reviewed', async () => {
  const { scene, a } = await approved();
  using _ = scene;
  a.edit('Reply.md', text.replace('two', 'zwei'));
  expect(await a.sync()).toMatchObject({ conflicts: 1, failed: false });
  expect((await current(scene, 11)).content).toBe(text.replace('two', 'zwei'));
  const unreviewed = (await scene.versions(11)).filter(({ conflict }) => conflict === 'unreviewed');
  expect(unreviewed.map(({ content }) => content)).toEqual([text.replace('two', 'TWO')]);
});

test('an edit at the time at which the label moves is in the prompt and in the file', async () => {
  const { scene, a } = await approved();
  using _ = scene;
  await approve(scene, 11);
  a.edit('Reply.md', text.replace('three', 'THREE'));
  expect(await a.sync()).toMatchObject({ conflicts: 0, failed: false });
  expect(a.text('Reply.md')).toBe('one\n\nTWO\n\nTHREE\n');
  expect((await current(scene, 11)).content).toBe('one\n\nTWO\n\nTHREE\n');
});

test('a new file is a prompt that waits for the label, also without the state of the folder', async () => {
  const { scene, a } = await approved();
  using _ = scene;
  a.write('New.md', 'new text');
  const notices = ['New.md: the prompt has no version with the label production yet.'];
  expect(await a.sync()).toMatchObject({ there: { added: 1 }, notices });
  expect(await a.sync()).toMatchObject({ ...quiet, notices });
  rmSync(join(a.path, '.promptory'), { recursive: true });
  a.edit('New.md', 'newer text');
  expect(await a.sync()).toMatchObject({ failed: false, notices });
  const made = (await scene.prompts()).find(({ title }) => title === 'New');
  expect(made?.content).toBe('newer text');
  await approve(scene, made?.id ?? 0);
  expect(await a.sync()).toMatchObject({ ...quiet, notices: [] });
  expect(a.text('New.md')).toBe('newer text');
});

test.each([
  ['tree', 'Reply.md'],
  ['skills', '.claude/skills/reply/SKILL.md'],
  ['rules', 'AGENTS.md'],
])('in %s the approved text of a prompt lies at %s, and an edit of it comes back', async (layout, path) => {
  const { scene } = await approved();
  using _ = scene;
  await scene.call('PATCH', '/api/prompts/11/attributes', { addTags: ['skill', 'agents'] });
  const b = scene.folder('b', { layout, label: 'production' });
  await b.sync();
  expect(b.files()).toEqual([path]);
  expect(b.read(path)).toContain(text);
  b.write(path, b.read(path).replace('three', 'THREE'));
  expect(await b.sync()).toMatchObject({ there: { changed: 1 }, conflicts: 0 });
  expect((await current(scene, 11)).content).toBe('one\n\nTWO\n\nTHREE\n');
});

test('a file that is deleted deletes no prompt with the label, and is named until the label is taken off', async () => {
  const { scene, a } = await approved();
  using _ = scene;
  rmSync(join(a.path, 'Reply.md'));
  const complaints = [
    expect.stringMatching(/^Reply\.md: It was deleted here, and the prompt has the label production/),
  ];
  for (let round = 0; round < 2; round += 1)
    expect(await a.sync()).toMatchObject({ here: nothing, there: nothing, complaints, failed: true });
  await place(scene, 11, null);
  expect(await a.sync()).toMatchObject({ ...quiet, complaints: [] });
  expect(await scene.prompts()).toHaveLength(2);
});

test('a round that ends after the edit was sent, and before it was noted, sends it once', async () => {
  const { scene, a } = await approved();
  using _ = scene;
  a.edit('Reply.md', text.replace('three', 'THREE'));
  const send: typeof scene.send = async (path, init) => {
    const answer = await scene.send(path, init);
    if (init.method === 'PATCH') throw new Error('crash');
    return answer;
  };
  await a.sync({ send }).catch(() => {});
  expect(await a.sync()).toMatchObject({ failed: false, conflicts: 0 });
  expect((await current(scene, 11)).content).toBe('one\n\nTWO\n\nTHREE\n');
  expect((await scene.versions(11)).filter(({ conflict }) => conflict !== null)).toEqual([]);
  expect(await a.sync()).toMatchObject(quiet);
});
