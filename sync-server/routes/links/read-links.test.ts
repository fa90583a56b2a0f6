/** Links to read, from the person who makes one to anybody who opens it. */
import { expect, test } from 'vitest';
import { secretSamples } from '#shared/lint/secrets/secret-samples.ts';
import { MadeReadLink, type ReadLinkRequest } from '#shared/model/account/read-link.ts';
import { limits } from '#shared/model/limits.ts';
import { type RestClient, restClient } from '../../testing/rest-client.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const day = 24 * 60 * 60 * 1000;
const key = secretSamples.anthropic;

/** Ada with a prompt of two versions, and whoever has a link of hers. */
async function scene(variables: Record<string, string> = {}) {
  const server = testApp({ variables });
  const ada = await restClient(server);
  await ada.call('POST', '/api/projects', { id: 1, name: 'Letters' });
  const prompt = {
    id: 10,
    title: 'Reply <b>',
    content: 'Dear {{name}},\n<script>alert(1)</script>',
    projectId: 1,
  };
  await ada.call('POST', '/api/prompts', prompt);
  await ada.call('PUT', '/api/prompts/10', { id: 100, content: 'first version' });
  await ada.call('PUT', '/api/prompts/10', { id: 101, content: prompt.content });
  return { ...server, ada, [Symbol.dispose]: () => server[Symbol.dispose]() };
}

async function made(ada: RestClient, request: Partial<ReadLinkRequest> = {}) {
  const answer = await ada.call('POST', '/api/links', { promptId: 10, ...request });
  expect(answer.status).toBe(201);
  return MadeReadLink.parse(answer.body);
}

/** Somebody without an account. */
async function opened({ app }: TestApp, link: string, more = '') {
  const answer = await app.request(`${new URL(link).pathname}${more}`);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

test('whoever has the link reads the current text, as it changes', async () => {
  using here = await scene();
  const { link, ...rest } = await made(here.ada);
  expect(new URL(link).pathname).toMatch(/^\/read\/[\w-]{43}$/);
  expect(rest).toMatchObject({ promptId: 10, version: null, withSecrets: false, expiresAt: null });
  const first = await opened(here, link);
  expect(first.status).toBe(200);
  expect(first.text).toContain('<h1 dir="auto">Reply &lt;b&gt;</h1>');
  expect(first.text).toContain('Dear {{name}},\n&lt;script&gt;alert(1)&lt;/script&gt;');
  await here.ada.call('PATCH', '/api/prompts/10/content', { content: 'Hello {{name}}' });
  expect((await opened(here, link)).text).toContain('Hello {{name}}');
  expect(await opened(here, link, '?as=text')).toMatchObject({ status: 200, text: 'Hello {{name}}' });
});

test('a link to a version shows that version, whatever the text becomes', async () => {
  using here = await scene();
  const { link } = await made(here.ada, { version: 1 });
  await here.ada.call('PATCH', '/api/prompts/10/content', { content: 'changed' });
  expect((await opened(here, link, '?as=text')).text).toBe('first version');
  expect((await opened(here, link)).text).toContain('Version 1, which stays as it is.');
});

test('a chat is shown message by message, and snippets are inserted', async () => {
  using here = await scene();
  await here.ada.call('POST', '/api/prompts', { id: 11, title: 'Tone', content: 'Be kind.', projectId: 1 });
  const content = '--- system ---\n{{> Letters/Tone}}\n\n--- user ---\nHello';
  await here.ada.call('PATCH', '/api/prompts/10/content', { content });
  const { text } = await opened(here, (await made(here.ada)).link);
  expect(text).toMatch(/<h2>System<\/h2><pre[^>]*>\nBe kind\.<\/pre>/);
  expect(text).toMatch(/<h2>User<\/h2><pre[^>]*>\nHello<\/pre>/);
});

test('the page runs no script, is listed nowhere, and no cache keeps it', async () => {
  using here = await scene();
  const { link } = await made(here.ada);
  const { headers, text } = await opened(here, link);
  expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  expect(headers.get('X-Robots-Tag')).toContain('noindex');
  expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
  expect(text).not.toContain('<script');
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('the link is shown once and stored as a hash, and no log has it', async () => {
  using here = await scene();
  const { link, id } = await made(here.ada);
  const token = new URL(link).pathname.split('/').at(-1) ?? '';
  await opened(here, link);
  const list = await here.ada.get('/api/links');
  expect(list.body).toMatchObject([{ id, promptId: 10 }]);
  const rows = JSON.stringify(await here.rows.sql('SELECT * FROM read_links'));
  for (const kept of [JSON.stringify(list.body), rows, here.lines.join('\n')])
    expect(kept).not.toContain(token);
});

test('a link that was revoked, has ended or whose prompt is deleted is like one that never was', async () => {
  using here = await scene();
  const nothing = await opened(here, `http://localhost/read/${'a'.repeat(43)}`);
  expect(nothing.status).toBe(404);
  const revoked = await made(here.ada);
  expect((await here.ada.call('DELETE', `/api/links/${revoked.id}`)).status).toBe(200);
  expect((await here.ada.call('DELETE', `/api/links/${revoked.id}`)).status).toBe(404);
  const ending = await made(here.ada, { expiresAt: new Date(here.clock.at + day).toISOString() });
  const lasting = await made(here.ada);
  here.clock.at += day - 1;
  expect((await opened(here, ending.link)).status).toBe(200);
  here.clock.at += 1;
  await here.ada.call('DELETE', '/api/prompts/10/versions/100');
  for (const { link } of [revoked, ending]) {
    expect(await opened(here, link)).toMatchObject({ status: 404, text: nothing.text });
  }
  await here.ada.call('DELETE', '/api/prompts/10');
  expect(await opened(here, lasting.link)).toMatchObject({ status: 404, text: nothing.text });
});

test('a text with a secret gets a link only with consent, and the answer says where the secret is', async () => {
  using here = await scene();
  const content = `first\nUse ${key}`;
  await here.ada.call('PATCH', '/api/prompts/10/content', { content });
  const refused = await here.ada.call('POST', '/api/links', { promptId: 10 });
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'secrets_found', secrets: [{ line: 2, kind: 'anthropic' }] },
  });
  expect(JSON.stringify(refused.body)).not.toContain(key);
  expect((await here.ada.get('/api/links')).body).toEqual([]);
  const { link } = await made(here.ada, { withSecrets: true });
  expect((await opened(here, link, '?as=text')).text).toBe(content);
});

test('a secret that comes into the text later, or into a snippet of it, is held back', async () => {
  using here = await scene();
  await here.ada.call('POST', '/api/prompts', { id: 11, title: 'Tone', content: 'Be kind.', projectId: 1 });
  await here.ada.call('PATCH', '/api/prompts/10/content', { content: 'A {{> Letters/Tone}}' });
  const { link } = await made(here.ada);
  expect((await opened(here, link)).status).toBe(200);
  await here.ada.call('PATCH', '/api/prompts/11/content', { content: `Use ${key}` });
  for (const more of ['', '?as=text']) {
    const held = await opened(here, link, more);
    expect(held.status).toBe(403);
    expect(held.text).toContain('held back');
    expect(held.text).not.toContain(key);
  }
  await here.ada.call('PATCH', '/api/prompts/11/content', { content: 'Be kind again.' });
  expect((await opened(here, link)).text).toContain('Be kind again.');
});

test('the admin turns links off: none is made, none opens, and those that are there can be revoked', async () => {
  using here = await scene({ READ_LINKS: 'off' });
  const refused = await here.ada.call('POST', '/api/links', { promptId: 10 });
  expect(refused).toMatchObject({ status: 403, body: { code: 'links_off' } });
  expect((await here.ada.get('/api/links')).status).toBe(200);
  expect((await opened(here, `http://localhost/read/${'a'.repeat(43)}`)).status).toBe(404);
});

test('what cannot be shared is refused in words', async () => {
  using here = await scene();
  const asked = (request: object) => here.ada.call('POST', '/api/links', { promptId: 10, ...request });
  expect(await asked({ promptId: 99 })).toMatchObject({
    status: 404,
    body: { errors: [{ path: 'promptId' }] },
  });
  expect((await asked({ version: 9 })).status).toBe(404);
  const past = new Date(here.clock.at).toISOString();
  expect(await asked({ expiresAt: past })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'expiresAt' }] },
  });
  expect((await asked({ label: 'production' })).status).toBe(400);
  for (let count = 0; count < limits.linksPerAccount; count += 1) {
    await here.rows.sql(`INSERT INTO read_links (id, token_hash, user_id, prompt_id, with_secrets, created_at)
      SELECT ${1000 + count}, 'h${count}', id, 10, 0, 0 FROM users LIMIT 1`);
  }
  expect((await asked({})).status).toBe(429);
});

test('links are counted by the address that opens them, so that nobody guesses', async () => {
  using here = await scene({ MAX_REQUESTS_PER_SECOND: '10' });
  const guess = () =>
    here.app.request(`/read/${'a'.repeat(43)}`, undefined, {
      incoming: { socket: { remoteAddress: '192.0.2.1' } },
    });
  const statuses = new Set<number>();
  for (let count = 0; count < 220; count += 1) statuses.add((await guess()).status);
  expect([...statuses]).toEqual([404, 429]);
});
