/** Two folders that are kept equal with the skills of one project. */
import { expect } from 'vitest';
import { z } from 'zod';
import { Resource } from '#shared/model/resource.ts';
import { type FolderOfTest, folderSyncScene } from './folder-sync-scene.ts';

export const nothing = { added: 0, changed: 0, deleted: 0 };
export const equal = {
  here: nothing,
  there: nothing,
  conflicts: 0,
  complaints: [],
  notices: [],
  failed: false,
};

export type Scene = Awaited<ReturnType<typeof folderSyncScene>>;

export const root = '.claude/skills';
const skills = { layout: 'skills' };

export async function scenes(files: Record<string, string> = {}) {
  const scene = await folderSyncScene();
  const [a, b] = [scene.folder('a', skills), scene.folder('b', skills)];
  a.write(`${root}/pdf/SKILL.md`, 'Fill in the form.\n');
  for (const [name, content] of Object.entries(files)) a.write(`${root}/${name}`, content);
  if (Object.keys(files).length > 0) {
    await a.sync();
    await b.sync();
  }
  return { scene, a, b, [Symbol.dispose]: () => scene[Symbol.dispose]() };
}

export const resources = async (scene: Scene, project = 5) =>
  z.array(Resource).parse((await scene.get(`/api/projects/${project}/resources`)).body);
export const named = async (scene: Scene) => (await resources(scene)).map(({ name }) => name).toSorted();

/** Adds a file as the app does: a row, and then the bytes. */
export async function upload(scene: Scene, name: string, content: string): Promise<number> {
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([content]), name.split('/').at(-1));
  const headers = { Authorization: `Bearer ${scene.token}` };
  const answer = await scene.send('/api/projects/5/resources', { method: 'POST', headers, body: form });
  expect(answer.status).toBe(201);
  return Resource.parse(await answer.json()).id;
}

export const beside = (folder: FolderOfTest) =>
  Object.fromEntries(
    folder
      .files()
      .filter((path) => !path.endsWith('SKILL.md'))
      .map((path) => [path.slice(root.length + 1), folder.read(path)]),
  );
