/** Tests the process `promptory sync` against a server that listens: killed at any request, and watching a folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { programPath } from '../../testing/program-path.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { environmentOf } from '../../testing/spawned-server.ts';
import { layoutsOf } from './layouts.ts';
import { watchFolder } from './sync-folder.ts';

const count = 12;

/** The scene at an address; `onRequest` is called before each request is done, `onAnswer` after. */
async function listening() {
  const scene = await folderSyncScene();
  const watcher = { onRequest: () => {}, onAnswer: () => {} };
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve(
    {
      fetch: async (request) => {
        watcher.onRequest();
        const answer = await scene.app.app.fetch(request);
        watcher.onAnswer();
        return answer;
      },
      ...{ port: 0, hostname: '127.0.0.1' },
    },
    ({ port }) => resolve(port),
  );
  const url = `http://127.0.0.1:${await promise}`;
  const args = (folder: string, ...more: string[]) => [
    'sync',
    join(scene.path, folder),
    '--project',
    '5',
    '--url',
    url,
    ...more,
  ];
  const variables = { PROMPTORY_TOKEN: scene.token };
  return {
    ...{ scene, watcher, url },
    run: (folder: string, ...more: string[]) => runPromptory(variables, args(folder, ...more)),
    spawn: (folder: string, ...more: string[]): ChildProcess =>
      spawn(process.execPath, [programPath('promptory'), ...args(folder, ...more)], {
        env: environmentOf(variables),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    [Symbol.dispose]() {
      server.close();
      scene[Symbol.dispose]();
    },
  };
}

test('a sync that is killed at any request loses and doubles nothing, and the next one ends it', async () => {
  using here = await listening();
  const { scene, watcher } = here;
  const folder = scene.folder('a');
  for (let id = 100; id < 100 + count; id += 1) {
    await scene.call('POST', '/api/prompts', { id, title: `There ${id}`, content: 'a\n\nb\n', projectId: 5 });
  }
  for (let index = 0; index < count; index += 1) folder.write(`Here ${index}.md`, `here ${index}`);
  for (const request of [4, 17]) {
    const child = here.spawn('a');
    let left = request;
    watcher.onRequest = () => {
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    };
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    watcher.onRequest = () => {};
    const [first] = folder.names().filter((name) => name.startsWith('There'));
    if (first === undefined) continue;
    folder.edit(first, `${folder.text(first)}killed ${request}\n`);
    const id = Number(/\d+/.exec(first)?.[0]);
    const content = (await scene.prompts()).find((each) => each.id === id)?.content ?? '';
    await scene.call('PATCH', `/api/prompts/${id}/content`, { content: `device ${request}\n${content}` });
  }
  const ended = await here.run('a', '--json');
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect((await here.run('a')).out).toBe('Both are equal.\n');
  const prompts = await scene.prompts();
  expect(prompts.map(({ title }) => title).toSorted()).toEqual(
    folder
      .names()
      .map((name) => name.replace('.md', ''))
      .toSorted(),
  );
  expect(prompts).toHaveLength(2 * count);
  expect(
    folder
      .names()
      .map((name) => folder.text(name))
      .toSorted(),
  ).toEqual(prompts.map(({ content }) => content).toSorted());
  const edited = prompts.find(({ id }) => id === 100)?.content;
  expect(edited).toBe('device 17\ndevice 4\na\n\nb\nkilled 4\nkilled 17\n');
});

test('a watched folder follows its project and its person, until the process is asked to end', async () => {
  using here = await listening();
  const { scene, watcher } = here;
  const folder = scene.folder('a');
  folder.write('First.md', 'one');
  const child = here.spawn('a', '--watch');
  const sent = (content: string) =>
    new Promise<void>((resolve) => {
      watcher.onAnswer = async () => {
        if ((await scene.prompts()).some((prompt) => prompt.content === content)) resolve();
      };
    });
  await sent('one');
  folder.edit('First.md', 'two');
  await sent('two');
  child.kill('SIGTERM');
  const [out, [code]] = await Promise.all([child.stdout && textOf(child.stdout), once(child, 'close')]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Ended after \d+ rounds\.\n$/);
  expect((await here.run('a')).out).toBe('Both are equal.\n');
});

test('a watched folder at rest costs one request for each look at the server, and a change there is taken', async () => {
  using scene = await folderSyncScene();
  const folder = scene.folder('a');
  folder.write('First.md', 'one');
  const paths: string[] = [];
  const restless = new AbortController();
  const changed = Promise.withResolvers<void>();
  const atRest = Promise.withResolvers<void>();
  const watched = watchFolder(
    {
      ...{ folder: folder.path, url: 'http://localhost', project: '5', token: scene.token },
      ...{
        allowDeletes: false,
        allowSecrets: false,
        now: Date.now,
        layouts: layoutsOf('tree')?.layouts ?? [],
      },
      shape: { layout: 'tree', tag: null, label: null },
      send(path, init) {
        paths.push(path.replace(/\?.*/, ''));
        if (paths.slice(-5).every((each) => each === '/api/sync/changes')) atRest.resolve();
        return scene.send(path, init);
      },
    },
    {
      ...{ signal: restless.signal, pauseMs: 10, onAway: () => {} },
      onRound: ({ here }) => here.changed === 1 && changed.resolve(),
    },
  );
  await atRest.promise;
  const [prompt] = await scene.prompts();
  await scene.call('PATCH', `/api/prompts/${prompt?.id}/content`, { content: 'two' });
  await changed.promise;
  restless.abort();
  await watched;
  expect(folder.text('First.md')).toBe('two');
});

test('a layout is asked for by its options, which the folder keeps', async () => {
  using here = await listening();
  const folder = here.scene.folder('a');
  const tags = 'No prompt of the project has the tag agents or cursor or copilot or skill';
  expect((await here.run('a', '--layout', 'skills,rules')).out).toContain(tags);
  folder.write(
    '.claude/skills/tidy-logs/SKILL.md',
    '---\nname: tidy-logs\ndescription: Tidies.\n---\nSort.\n',
  );
  const added = 'Folder: 0 added, 0 changed, 0 deleted. Project: 1 added, 0 changed, 0 deleted.\n';
  expect(await here.run('a', '--layout', 'rules,skills')).toEqual({ code: 0, out: added, err: '' });
  expect(await here.scene.prompts()).toMatchObject([{ title: 'tidy-logs', attributes: { tags: ['skill'] } }]);
  const refused = { code: 2, err: expect.stringContaining('is kept equal with --layout rules,skills') };
  expect(await here.run('a')).toMatchObject(refused);
  expect(await here.run('a', '--layout', 'rules,skills', '--label', 'production')).toMatchObject(refused);
  expect(await here.run('a', '--layout', 'tree,skills')).toEqual({
    ...{ code: 2, out: '' },
    err: '--layout must be tree, skills, rules, or skills,rules for both.\n',
  });
});

test('a sync needs a token in its variable, and says what is wrong in a sentence', async () => {
  using here = await listening();
  const args = ['sync', here.scene.path, '--project', 'None', '--url', here.url];
  expect(await runPromptory({}, args)).toMatchObject({
    code: 2,
    err: expect.stringContaining('PROMPTORY_TOKEN must be an API token'),
  });
  const none = { code: 2, err: 'There is no such project.\n' };
  const nowhere = join(here.scene.path, 'new');
  for (const watching of [[], ['--watch']]) {
    const given = ['sync', nowhere, ...args.slice(2), ...watching];
    expect(await runPromptory({ PROMPTORY_TOKEN: here.scene.token }, given)).toMatchObject(none);
    expect(existsSync(nowhere)).toBe(false);
  }
  const below = await runPromptory({ PROMPTORY_TOKEN: here.scene.token }, [
    ...args.slice(0, -1),
    `${here.url}/api/below`,
  ]);
  expect(below).toMatchObject({
    code: 1,
    err: expect.stringContaining('--url must be the address at which the app opens'),
  });
  const wrong = await runPromptory({ PROMPTORY_TOKEN: 'pty_1' }, args);
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('does not take this token') });
  const away = [...args.slice(0, -1), 'http://127.0.0.1:1'];
  expect(await runPromptory({ PROMPTORY_TOKEN: 'pty_1' }, away)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The server does not answer'),
  });
});
