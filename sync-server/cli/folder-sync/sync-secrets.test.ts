/** Tests that what looks like a secret comes into a folder only where its person says so, and stops nothing else. */
import { expect, test } from 'vitest';
import { secretSamples } from '#shared/lint/secrets/secret-samples.ts';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';

const key = secretSamples.github;

async function filled(texts: Readonly<Record<number, string>>) {
  const scene = await folderSyncScene();
  for (const [id, content] of Object.entries(texts)) {
    await scene.call('POST', '/api/prompts', { id: Number(id), title: `T${id}`, content, projectId: 5 });
  }
  return { scene, folder: scene.folder('a') };
}

test('a prompt with a secret is not written, is named with its line, and stops none of the others', async () => {
  const { scene, folder } = await filled({ 101: 'one', 102: `first\nUse ${key}`, 103: 'three' });
  using _ = scene;
  const report = await folder.sync();
  expect(folder.names()).toEqual(['T101.md', 'T103.md']);
  expect(report.failed).toBe(true);
  expect(report.complaints).toEqual([
    'T102: Not written here, because of line 2. This looks like a key or token of GitHub. Take it out there, or allow it with --allow-secrets.',
  ]);
  expect(JSON.stringify(report)).not.toContain(key);
  // It is named as long as it is held back, and the prompt stays on the server.
  expect((await folder.sync()).complaints).toHaveLength(1);
  expect(await scene.prompts()).toHaveLength(3);
});

test('it comes in once the secret is gone, or once its person allows it', async () => {
  const { scene, folder } = await filled({ 101: `Use ${key}`, 102: `Or ${key}` });
  using _ = scene;
  await folder.sync();
  await scene.call('PATCH', '/api/prompts/101/content', { content: 'Use {{key}}' });
  expect((await folder.sync()).complaints).toHaveLength(1);
  expect(folder.text('T101.md')).toBe('Use {{key}}');
  expect((await folder.sync({ allowSecrets: true })).complaints).toEqual([]);
  expect(folder.text('T102.md')).toBe(`Or ${key}`);
});

test('a secret that comes into the text later leaves the file as it is, and edits of both are merged afterwards', async () => {
  const { scene, folder } = await filled({ 101: 'one\n\ntwo\n\nthree' });
  using _ = scene;
  await folder.sync();
  await scene.call('PATCH', '/api/prompts/101/content', { content: `one ${key}\n\ntwo\n\nthree` });
  folder.edit('T101.md', 'one\n\ntwo\n\nthree, edited here');
  expect((await folder.sync()).complaints).toHaveLength(1);
  expect(folder.text('T101.md')).toBe('one\n\ntwo\n\nthree, edited here');
  await scene.call('PATCH', '/api/prompts/101/content', { content: 'one there\n\ntwo\n\nthree' });
  expect((await folder.sync()).complaints).toEqual([]);
  expect(folder.text('T101.md')).toBe('one there\n\ntwo\n\nthree, edited here');
  expect(await scene.prompts()).toMatchObject([{ content: 'one there\n\ntwo\n\nthree, edited here' }]);
});

test('a secret that the file has already stops no change of it', async () => {
  const { scene, folder } = await filled({ 101: 'one\n\ntwo' });
  using _ = scene;
  await folder.sync();
  folder.edit('T101.md', `one ${key}\n\ntwo`);
  expect((await folder.sync()).complaints).toEqual([]);
  await scene.call('PATCH', '/api/prompts/101/content', { content: `one ${key}\n\ntwo, edited there` });
  expect((await folder.sync()).complaints).toEqual([]);
  expect(folder.text('T101.md')).toBe(`one ${key}\n\ntwo, edited there`);
});

test('a title with a secret names no file', async () => {
  const { scene, folder } = await filled({ 101: 'one' });
  using _ = scene;
  await scene.call('PATCH', '/api/prompts/101', { title: key });
  const report = await folder.sync();
  expect(report.complaints).toEqual([expect.stringContaining('because of the title of the prompt 101.')]);
  expect(JSON.stringify(report)).not.toContain(key);
  expect(folder.names()).toEqual([]);
});
