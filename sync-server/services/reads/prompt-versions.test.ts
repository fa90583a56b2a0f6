import { expect, test } from 'vitest';
import { z } from 'zod';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';

const name = { project: 'Mail', prompt: 'Greeting', onlyProject: null };

async function library() {
  const server = testApp();
  const { call, get } = await restClient(server);
  const { id: userId } = z.looseObject({ id: z.int() }).parse((await get('/api/user')).body);
  await call('POST', '/api/projects', { id: 5, name: 'Mail' });
  await call('POST', '/api/prompts', { id: 6, title: 'Greeting', content: 'draft', projectId: 5 });
  return { server, call, userId, ...server.services, [Symbol.dispose]: () => server[Symbol.dispose]() };
}

test('the prompts of a library are listed with the names of their projects, and without texts', async () => {
  using scene = await library();
  const list = async (onlyProject: number | null) => {
    const listed: unknown[] = [];
    for await (const part of scene.promptVersions.listPrompts(scene.userId, onlyProject))
      listed.push(...part);
    return listed;
  };
  expect(await list(9)).toEqual([]);
  expect(await list(null)).toEqual([{ id: 6, title: 'Greeting', projectId: 5, projectName: 'Mail' }]);
});

test('a text is saved as the newest version, and answered with its number', async () => {
  using scene = await library();
  const { promptVersions, pullPrompt, userId } = scene;
  const save = (text: string) => promptVersions.save(userId, name, { text, description: 'by a program' });
  // The text that was current, and that no version had, is kept before.
  expect(await save('one')).toEqual({ kind: 'saved', version: 2 });
  const kept = await promptVersions.find(userId, name);
  expect(kept).toMatchObject({ kind: 'found', prompt: { id: 6 }, labels: [] });
  const first = await pullPrompt.pull(userId, { ...name, pin: { kind: 'version', version: 1 } });
  expect(first).toMatchObject({ kind: 'pulled', prompt: { text: 'draft' } });
  expect(await save('two')).toEqual({ kind: 'saved', version: 3 });
  const pulled = await pullPrompt.pull(userId, { ...name, pin: null });
  expect(pulled).toMatchObject({ kind: 'pulled', prompt: { text: 'two' } });
  expect(await save(' ')).toMatchObject({ kind: 'refused', problem: { code: 'invalid_fields' } });
  const nowhere = await promptVersions.save(
    userId,
    { ...name, prompt: 'None' },
    { text: 'x', description: '' },
  );
  expect(nowhere).toMatchObject({ kind: 'refused', problem: { code: 'not_found' } });
});

test('what the change of the library refuses is refused as it is', async () => {
  using scene = await library();
  const text = 'x'.repeat(3 * 1024 * 1024);
  const refused = await scene.promptVersions.save(scene.userId, name, { text, description: '' });
  expect(refused).toMatchObject({ kind: 'refused', problem: { code: 'invalid_fields' } });
});
