import { expect, test } from 'vitest';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';

test('search finds words in titles and texts, whatever the case, and never what is deleted or foreign', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  const eve = await restClient(server, 'eve');
  await call('POST', '/api/projects', { id: 5, name: 'Tools' });
  await eve.call('POST', '/api/projects', { id: 5, name: 'Eve' });
  const add = (id: number, title: string, content: string) =>
    call('POST', '/api/prompts', { id, title, content, projectId: 5 });
  await add(1, 'Linux', 'act as a TERMINAL 100% {now}');
  await add(2, 'Terminal', 'something else');
  await add(3, 'Gone', 'terminal');
  await call('DELETE', '/api/prompts/3');
  await eve.call('POST', '/api/prompts', { title: 'Terminal', content: '', projectId: 5 });
  const found = async (q: string) => {
    const { body } = await get(`/api/search?q=${encodeURIComponent(q)}`);
    return Object(body).prompts.map(({ title }: { title: string }) => title);
  };
  expect(await found('terminal')).toEqual(['Terminal', 'Linux']);
  expect(await found('100% {NOW}')).toEqual(['Linux']);
  expect(await found('100%_now')).toEqual([]);
  expect((await get('/api/search?q=linux')).body).toEqual({
    prompts: [
      {
        ...{ id: 1, title: 'Linux', content: 'act as a TERMINAL 100% {now}' },
        ...{ projectId: 5, projectName: 'Tools', excerpt: 'act as a TERMINAL 100% {now}' },
        match: { place: 'title', version: null },
      },
    ],
  });
});

test('search finds words in any order and phrases, in notes, tags and versions too, and says where', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'Tools' });
  const add = (id: number, title: string, content: string, notes = '') =>
    call('POST', '/api/prompts', { id, title, content, notes, projectId: 5 });
  const long = 'x'.repeat(400);
  await add(1, 'Notes', 'a terminal', 'for Linux');
  await add(2, 'Text', 'a terminal on linux');
  await add(3, 'Together', 'a linux terminal');
  await add(4, 'Terminal Linux', '');
  await add(5, 'Old', 'first');
  await call('PUT', '/api/prompts/5', { id: 51, content: `${long} linux terminal`, description: 'd' });
  await call('PATCH', '/api/prompts/5/content', { content: 'now' });
  await add(6, 'Tagged', 'terminal');
  await call('PATCH', '/api/prompts/6/attributes', { addTags: ['linux'] });
  await add(7, 'One word', 'terminal');
  const found = async (q: string) => {
    const { body } = await get(`/api/search?q=${encodeURIComponent(q)}`);
    return Object(body).prompts.map(
      ({ title, match }: { title: string; match: { place: string; version: number | null } }) =>
        `${title}: ${match.place} ${match.version ?? ''}`,
    );
  };
  const titles = ['Terminal Linux: title '];
  const others = ['Notes: note ', 'Tagged: tag ', 'Old: version 1'];
  expect(await found('linux terminal')).toEqual([...titles, 'Together: text ', 'Text: text ', ...others]);
  expect(await found('terminal LINUX')).toEqual([...titles, 'Text: text ', 'Together: text ', ...others]);
  expect(await found('"linux terminal"')).toEqual(['Together: text ', 'Old: version 1']);
  const { body } = await get('/api/search?q=old%20linux%20terminal');
  expect(Object(body).prompts).toMatchObject([
    { content: 'now', excerpt: `…${'x'.repeat(59)} linux terminal` },
  ]);
  await call('DELETE', '/api/prompts/5/versions/51');
  expect(await found('old linux')).toEqual([]);
});

test('of words that are everywhere the answer is full of those that have the query as it was typed', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'Many' });
  const mutations = Array.from({ length: 420 }, (_, index) => {
    const id = index + 1;
    const content = id > 400 ? 'linux terminal' : 'terminal linux';
    const body = { id, title: `T${String(id).padStart(3, '0')}`, content, projectId: 5 };
    return { key: `c:${id}`, method: 'POST', path: '/api/prompts', body };
  });
  await call('POST', '/api/sync/push', { mutations });
  const { body } = await get('/api/search?q=linux%20terminal');
  const ids = Object(body).prompts.map(({ id }: { id: number }) => id);
  expect(ids).toHaveLength(300);
  expect(ids.slice(0, 21)).toEqual([...Array.from({ length: 20 }, (_, index) => 401 + index), 1]);
});

test('of one rank the first titles are found, also where many seemed to be better at first', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'Many' });
  const mutations = Array.from({ length: 320 }, (_, index) => {
    const id = index + 1;
    // All letters of the phrase, and runs of them, but not the phrase.
    const [title, content] = id === 320 ? ['A', 'beta alpha'] : [`Z${id}`, 'alpha bx beta'];
    return {
      ...{ key: `c:${id}`, method: 'POST', path: '/api/prompts' },
      body: { id, title, content, projectId: 5 },
    };
  });
  await call('POST', '/api/sync/push', { mutations });
  const { body } = await get('/api/search?q=alpha%20beta');
  const titles = Object(body).prompts.map(({ title }: { title: string }) => title);
  expect(titles).toHaveLength(300);
  expect(titles[0]).toBe('A');
});

test.each([
  ['composed', 'caf\u00e9', 'decomposed', 'cafe\u0301'],
  ['decomposed', 'cafe\u0301', 'composed', 'caf\u00e9'],
])('search for the %s form %j finds the %s form %j', async (_, asked, __, written) => {
  using server = testApp();
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'Tools' });
  await call('POST', '/api/prompts', { id: 1, title: `A ${written}`, content: 'x', projectId: 5 });
  await call('POST', '/api/prompts', { id: 2, title: 'Text', content: `the ${written} opens`, projectId: 5 });
  const { body } = await get(`/api/search?q=${encodeURIComponent(asked)}`);
  expect(Object(body).prompts.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
});

test('everything that matches is found, however many portions it takes', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'Many' });
  for (let id = 1; id <= 250; id += 1) {
    await call('POST', '/api/prompts', {
      id,
      title: `T${id}`,
      content: id % 50 === 0 ? 'needle' : 'hay',
      projectId: 5,
    });
  }
  expect(Object((await get('/api/search?q=needle')).body).prompts).toHaveLength(5);
});

test.each(['/api/search', '/api/search?q=', '/api/search?q=%20', `/api/search?q=${'x'.repeat(1001)}`])(
  'a search without a usable word is refused (%#)',
  async (path) => {
    using server = testApp();
    const { get } = await restClient(server);
    expect(await get(path)).toMatchObject({ status: 400, body: { errors: [{ path: 'q' }] } });
  },
);

test('of a query that is sent twice the first one counts', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'P' });
  await call('POST', '/api/prompts', { id: 6, title: 'Letters', content: 'words', projectId: 5 });
  const found = async (query: string) => Object((await get(`/api/search?${query}`)).body).prompts;
  expect(await found('q=letters&q=nowhere')).toHaveLength(1);
  expect(await found('q=nowhere&q=letters')).toHaveLength(0);
});

test('a search finds every change since the one before it, in every script', async () => {
  using server = testApp();
  const { call, get } = await restClient(server);
  const found = async (q: string) => {
    const { body } = await get(`/api/search?q=${encodeURIComponent(q)}`);
    return Object(body).prompts.map(({ id }: { id: number }) => id);
  };
  await call('POST', '/api/projects', { id: 5, name: 'P' });
  await call('POST', '/api/prompts', { id: 1, title: 'İstanbul', content: 'ΟΔΟΣ and 日本語', projectId: 5 });
  await call('POST', '/api/prompts', { id: 2, title: 'B', content: 'strasse', projectId: 5 });
  expect([await found('本'), await found('本語'), await found('οδος'), await found('I')]).toEqual([
    [1],
    [1],
    [1],
    [1],
  ]);
  expect(await found('ss')).toEqual([2]);
  await call('PATCH', '/api/prompts/2/content', { content: 'Straße 日本' });
  expect([await found('ss'), await found('本'), await found('SSE 日'), await found('ßE 日')]).toEqual([
    [],
    [2, 1],
    [],
    [2],
  ]);
  await call('DELETE', '/api/prompts/1');
  expect(await found('本')).toEqual([2]);
  await call('POST', '/api/prompts', { id: 3, title: 'b', content: '本', projectId: 5 });
  expect(await found('本')).toEqual([2, 3]);
  await call('DELETE', '/api/projects/5');
  expect(await found('本')).toEqual([]);
});
