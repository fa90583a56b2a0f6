/** Clients of the official SDK use the real app on real SQLite. */
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testRun } from '../../e2e/test-run.ts';
import { mailScene, mcpScene, type Revision } from '../testing/mcp-scene.ts';
import { restClient } from '../testing/rest-client.ts';

const revisions: Revision[] = ['legacy', 'auto'];
const greeting = 'Mail/Greeting';

async function textOf(client: Client, name: string, args: Record<string, string>) {
  const { messages } = await client.getPrompt({ name, arguments: args });
  return messages.map(({ role, content }) => [role, content.type === 'text' ? content.text : content.type]);
}

async function tool(client: Client, name: string, args: Record<string, unknown>) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return isError ? (first?.type === 'text' ? first.text : '') : structuredContent;
}

/** Reads every page of the list; `listPrompts` without a cursor would read them by itself. */
async function allPrompts(client: Client) {
  const found: Awaited<ReturnType<Client['listPrompts']>>['prompts'] = [];
  let pages = 0;
  for (let cursor: string | undefined; ; ) {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: 'prompts/list', params });
    found.push(...page.prompts);
    pages += 1;
    cursor = page.nextCursor;
    if (cursor === undefined) return { found, pages };
  }
}

describe.each(revisions)('a client that connects as %s', (revision) => {
  test('lists a prompt with its variables as arguments, fills it, and gets a labelled version', async () => {
    await using scene = await mailScene();
    const client = await scene.connect(await scene.token({ scope: 'read' }), revision);
    expect((await client.listPrompts()).prompts).toMatchObject([
      {
        name: greeting,
        title: 'Greeting',
        arguments: [
          { name: 'name', required: true },
          { name: 'tone', required: false },
          { name: '@version', required: false },
        ],
        _meta: { 'promptory/id': 6, 'promptory/project': 'Mail', 'promptory/labels': ['production'] },
      },
    ]);
    expect(await textOf(client, greeting, { name: 'Ada' })).toEqual([['user', 'Hello Ada, plain.']]);
    expect(await textOf(client, greeting, { name: 'Ada', '@version': 'production' })).toEqual([
      ['user', 'First Ada.'],
    ]);
    expect(await textOf(client, greeting, { name: 'Ada', '@version': '2' })).toEqual([
      ['user', 'Second Ada.'],
    ]);
    await expect(client.getPrompt({ name: greeting })).rejects.toThrow(
      'These variables have neither a value nor a default: name.',
    );
    await expect(textOf(client, greeting, { name: '', '@version': 'staging' })).rejects.toThrow(
      'Its labels: production; its newest version is 2.',
    );
    await expect(client.getPrompt({ name: 'Mail/None' })).rejects.toThrow('There is no prompt of this name');
  });

  test('searches, reads, lists versions, saves one and moves a label', async () => {
    await using scene = await mailScene();
    const client = await scene.connect(await scene.token(), revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      ...['search_prompts', 'read_prompt', 'list_versions', 'save_version', 'move_label'],
    ]);
    expect(await tool(client, 'search_prompts', { query: 'HELLO' })).toMatchObject({
      prompts: [{ id: 6, name: greeting, excerpt: expect.stringContaining('Hello {{name}}') }],
    });
    const place = { place: 'version', version: 2 };
    expect(await tool(client, 'search_prompts', { query: 'second greeting' })).toMatchObject({
      prompts: [{ id: 6, match: place, excerpt: 'Second {{name}}.' }],
    });
    expect(await tool(client, 'read_prompt', { prompt: greeting, version: 'latest' })).toMatchObject({
      text: 'Second {{name}}.',
      version: 2,
    });
    const text = 'Third {{name}}.';
    const settings = { model: 'small', tools: [{ name: 'find' }], more: '{"top_k":  40}' };
    // The current text was in no version: it is version 3.
    expect(await tool(client, 'save_version', { prompt: '6', text, settings })).toEqual({ version: 4 });
    const pulled = { model: 'small', tools: [{ name: 'find' }], more: { top_k: 40 } };
    expect(await tool(client, 'read_prompt', { prompt: greeting })).toMatchObject({ settings: pulled });
    expect(await tool(client, 'read_prompt', { prompt: greeting, version: '2' })).toMatchObject({
      settings: null,
    });
    const wrong = { prompt: '6', text, settings: { tools: 'no JSON' } };
    expect(await tool(client, 'save_version', wrong)).toContain('settings.tools: This is not valid JSON.');
    const move = { prompt: greeting, label: 'production', version: 4 };
    expect(await tool(client, 'move_label', { ...move, expected: 3 })).toContain(
      'The label is on version 1.',
    );
    expect(await tool(client, 'move_label', { ...move, expected: 1 })).toEqual({
      label: 'production',
      version: 4,
    });
    expect(await tool(client, 'list_versions', { prompt: greeting, limit: 2 })).toMatchObject({
      versions: [{ version: 4, labels: ['production'] }, { version: 3 }],
      more: true,
    });
    // Devices receive it by the feed.
    const { body } = await scene.rest.get('/api/sync/changes');
    expect(JSON.stringify(body)).toContain(text);
    expect(await tool(client, 'save_version', { prompt: greeting, text: ' ' })).toContain('text:');
    expect(await tool(client, 'save_version', { prompt: greeting })).toContain('The arguments are not');
    await expect(tool(client, 'delete_everything', {})).rejects.toThrow('There is no such tool.');
  });

  test('moves a label that asks for proof with a reason alone', async () => {
    await using scene = await mailScene();
    const labelRules = [{ label: 'production', asks: { share: 1, model: 'small' } }];
    await scene.rest.call('PATCH', '/api/prompts/6/attributes', { labelRules });
    const client = await scene.connect(await scene.token(), revision);
    const move = { prompt: greeting, label: 'production', version: 2 };
    expect(await tool(client, 'move_label', move)).toContain('asks for proof');
    expect(await tool(client, 'read_prompt', { prompt: greeting, version: 'production' })).toMatchObject({
      version: 1,
      proved: false,
    });
    expect(await tool(client, 'move_label', { ...move, override: 'Outage' })).toMatchObject({ version: 2 });
  });

  test('completes values from options, defaults and value sets, and the version from labels', async () => {
    await using scene = await mailScene();
    const values = { name: 'Acme' };
    await scene.rest.call('PATCH', '/api/prompts/6/attributes', {
      valueSets: [{ id: 9, name: 'S', values }],
    });
    const client = await scene.connect(await scene.token({ scope: 'read' }), revision);
    const completed = async (name: string, value: string) => {
      const ref = { type: 'ref/prompt', name: greeting } as const;
      return (await client.complete({ ref, argument: { name, value } })).completion.values;
    };
    expect(await completed('tone', '')).toEqual(['warm', 'plain']);
    expect(await completed('tone', 'P')).toEqual(['plain']);
    expect(await completed('name', 'ac')).toEqual(['Acme']);
    expect(await completed('@version', '')).toEqual(['production', 'latest', '2', '1']);
    expect(await completed('nothing', '')).toEqual([]);
  });

  test.each<[string, string, Record<string, unknown>, string]>([
    ['a number as an argument', 'prompts/get', { name: greeting, arguments: { name: 5 } }, 'arguments.name'],
    ['null as an argument', 'prompts/get', { name: greeting, arguments: { name: null } }, 'arguments.name'],
    ['a number as the name', 'prompts/get', { name: 6 }, 'name'],
    ['null as the name', 'tools/call', { name: null }, 'name'],
    ['a number as the arguments', 'tools/call', { name: 'read_prompt', arguments: 6 }, 'arguments'],
    ['a number as the cursor', 'prompts/list', { cursor: 6 }, 'cursor'],
    ['null as the address', 'resources/read', { uri: null }, 'uri'],
    ['null as what is completed', 'completion/complete', { ref: null, argument: null }, 'ref'],
  ])('is answered %s as its own mistake, by a sentence', async (_, method, params, path) => {
    await using scene = await mailScene();
    const client = await scene.connect(await scene.token({ scope: 'read' }), revision);
    const refused = await client.request({ method, params }, z.unknown()).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: -32602, message: expect.stringContaining(path) });
    expect(String(refused)).not.toMatch(/[{[]"|"code"/);
  });

  test('lists and reads the files of the library', async () => {
    await using scene = await mailScene();
    const form = new FormData();
    form.set('file', new File(['# Plan'], 'plan.md', { type: 'text/markdown' }));
    form.set('name', 'The plan');
    const made = await scene.rest.send('POST', '/api/projects/5/resources', {
      ...(await multipartOf(form)),
    });
    expect(made.status).toBe(201);
    const client = await scene.connect(await scene.token({ scope: 'read' }), revision);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([
      { name: 'plan.md', title: 'The plan', mimeType: 'text/markdown', size: 6 },
    ]);
    const uri = resources[0]?.uri ?? '';
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'text/markdown', text: '# Plan' },
    ]);
    await expect(client.readResource({ uri: 'promptory://files/1' })).rejects.toThrow();
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);

    // A token of another project finds no file at all.
    await scene.rest.call('POST', '/api/projects', { id: 95, name: 'Other' });
    const other = await scene.connect(await scene.token({ projectId: 95 }), revision);
    expect((await other.listResources()).resources).toEqual([]);
    await expect(other.readResource({ uri })).rejects.toThrow();
  });

  test('is notified when another device changes the library, once for many changes', async () => {
    await using scene = await mailScene();
    let changes = 0;
    const changed = Promise.withResolvers<void>();
    await scene.connect(await scene.token({ scope: 'read' }), revision, () => {
      changes += 1;
      changed.resolve();
    });
    await expect.poll(() => scene.server.services.pokes.listeners()).toBe(1);
    for (const title of ['A', 'B', 'C']) await scene.rest.call('PATCH', '/api/prompts/6', { title });
    expect(changes).toBe(0);
    scene.server.pass(1_000);
    await changed.promise;
    expect(changes).toBe(1);
  });
});

async function multipartOf(form: FormData): Promise<{ body: BodyInit; headers: Record<string, string> }> {
  const written = new Response(form);
  const type = written.headers.get('Content-Type') ?? '';
  return { body: await written.arrayBuffer(), headers: { 'Content-Type': type } };
}

test('roles that the protocol does not have are messages of a user that name their role', async () => {
  await using scene = await mailScene();
  const content = '--- system ---\nBe brief.\n\n--- user ---\nHi {{name}}\n\n--- assistant ---\nYes?';
  await scene.rest.call('PATCH', '/api/prompts/6/content', { content });
  const client = await scene.connect(await scene.token({ scope: 'read' }));
  const { messages } = await client.getPrompt({ name: greeting, arguments: { name: 'Ada' } });
  expect(messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Be brief.', _meta: { 'promptory/role': 'system' } } },
    { role: 'user', content: { type: 'text', text: 'Hi Ada' } },
    { role: 'assistant', content: { type: 'text', text: 'Yes?' } },
  ]);
});

test('every listed name finds its own prompt: namesakes, slashes, digits, names that look like ours', async () => {
  await using scene = await mcpScene();
  const { call } = scene.rest;
  await call('POST', '/api/projects', { id: 5, name: 'A/B 50%' });
  await call('POST', '/api/projects', { id: 15, name: 'A' });
  const titles = ['Same', 'Same', 'x/y', '5', '107', 'Same ~100', '%2F', 'B 50%/Same'];
  for (const [at, title] of titles.entries()) {
    const projectId = title.startsWith('B ') ? 15 : 5;
    await call('POST', '/api/prompts', { id: 100 + at, title, content: `text ${at}`, projectId });
  }
  const client = await scene.connect(await scene.token({ scope: 'read' }));
  const { found } = await allPrompts(client);
  expect(new Set(found.map(({ name }) => name)).size).toBe(titles.length);
  // By project and title, and not by their ids, which are random.
  expect(found.map(({ _meta }) => _meta?.['promptory/id'])).toEqual([107, 106, 103, 104, 100, 101, 105, 102]);
  expect(found.slice(-4).map(({ name }) => name)).toEqual([
    ...['A%2FB 50%25/Same ~100', 'A%2FB 50%25/Same ~101', 'A%2FB 50%25/Same ~100 ~105', 'A%2FB 50%25/x/y'],
  ]);
  for (const { name, _meta } of found) {
    const at = Number(_meta?.['promptory/id']) - 100;
    expect([name, await textOf(client, name, {})]).toEqual([name, [['user', `text ${at}`]]]);
  }
  await expect(client.getPrompt({ name: 'A%2FB 50%25/Same' })).rejects.toThrow('Their ids: 100, 101.');
});

test('a client lists, fills and gets every prompt of a library, page by page', async () => {
  const many = testRun.isFull ? 1_000 : 130;
  await using scene = await mcpScene();
  await scene.rest.call('POST', '/api/projects', { id: 5, name: 'Many' });
  const mutations = Array.from({ length: many }, (_, at) => ({
    ...{ key: `c1:${at + 1}`, method: 'POST', path: '/api/prompts' },
    body: { id: 100 + at, title: `T ${at}`, content: `Number ${at} of {{count}}.`, projectId: 5 },
  }));
  for (let at = 0; at < many; at += 100) {
    await scene.rest.call('POST', '/api/sync/push', { mutations: mutations.slice(at, at + 100) });
  }
  const client = await scene.connect(await scene.token({ scope: 'read' }));
  const { found, pages } = await allPrompts(client);
  expect([found.length, pages]).toEqual([many, Math.ceil(many / 100)]);
  for (const [at, { name }] of found.entries()) {
    expect(await textOf(client, name, { count: '9' })).toEqual([['user', `Number ${at} of 9.`]]);
  }
  await expect(client.listPrompts({ cursor: 'e30' })).rejects.toThrow('This cursor is not one of this list.');
});

test('a page with large texts is short, and the next one goes on', async () => {
  await using scene = await mcpScene();
  await scene.rest.call('POST', '/api/projects', { id: 5, name: 'Large' });
  for (let id = 101; id <= 104; id += 1) {
    const content = 'x'.repeat(1_900_000);
    await scene.rest.call('POST', '/api/prompts', { id, title: `${id}`, content, projectId: 5 });
  }
  const client = await scene.connect(await scene.token({ scope: 'read' }));
  const { found, pages } = await allPrompts(client);
  expect([found.length, pages]).toEqual([4, 2]);
});

test('a token that reads is shown no tool that writes, and runs none', async () => {
  await using scene = await mailScene();
  const client = await scene.connect(await scene.token({ scope: 'read' }));
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(['search_prompts', 'read_prompt', 'list_versions']);
  const writing = {
    save_version: { prompt: '6', text: 'x' },
    move_label: { prompt: '6', label: 'x', version: 1 },
  };
  for (const [name, args] of Object.entries(writing)) {
    await expect(client.callTool({ name, arguments: args })).rejects.toThrow('only reads');
  }
  expect(await tool(client, 'list_versions', { prompt: '6' })).toMatchObject({ versions: [{}, {}] });
});

test('a token of one project reaches nothing of another by any method', async () => {
  await using scene = await mailScene();
  await scene.rest.call('POST', '/api/projects', { id: 95, name: 'Other' });
  await scene.rest.call('POST', '/api/prompts', { id: 96, title: 'Own', content: 'own', projectId: 95 });
  const client = await scene.connect(await scene.token({ projectId: 95 }));
  expect((await allPrompts(client)).found.map(({ name }) => name)).toEqual(['Other/Own']);
  expect(await tool(client, 'search_prompts', { query: 'e' })).toEqual({ prompts: [] });
  for (const prompt of [greeting, '6', 'Mail/Greeting ~6', '5/6']) {
    await expect(client.getPrompt({ name: prompt, arguments: { name: 'x' } })).rejects.toThrow('There is no');
    for (const [name, args] of Object.entries({
      ...{ read_prompt: { prompt }, list_versions: { prompt }, save_version: { prompt, text: 'x' } },
      move_label: { prompt, label: 'production', version: 2 },
    })) {
      await expect(client.callTool({ name, arguments: args })).rejects.toThrow('There is no');
    }
    const ref = { type: 'ref/prompt', name: prompt } as const;
    await expect(client.complete({ ref, argument: { name: 'tone', value: '' } })).rejects.toThrow(
      'There is no',
    );
  }
});

test("another account's token shows that account's library", async () => {
  await using scene = await mailScene();
  const { get } = await restClient(scene.server, 'eve');
  const { id } = z.looseObject({ id: z.int() }).parse((await get('/api/user')).body);
  const client = await scene.connect(await scene.token({}, id));
  expect((await allPrompts(client)).found).toEqual([]);
  await expect(client.getPrompt({ name: greeting })).rejects.toThrow('There is no');
});
