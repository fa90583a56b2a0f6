import { expect, test } from 'vitest';
import { contentPolicyHeader } from '../middleware/security-headers.ts';
import { testApp } from '../testing/test-app.ts';
import { apiDocument } from './openapi/document.ts';

test('a visitor reads the document, and has it confirmed while it is the same', async () => {
  using server = testApp({ variables: { BASE_PATH: '/prompts' } });
  const answer = await server.app.request('/prompts/api/openapi.json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  const document = await apiDocument({ version: '0.0.0-test', basePath: '/prompts' });
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  expect(document.servers).toEqual([{ url: '/prompts' }]);

  const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' };
  const same = await server.app.request('/prompts/api/openapi.json', { headers });
  expect([same.status, await same.text()]).toEqual([304, '']);
  const other = await server.app.request('/prompts/api/docs', { headers });
  expect(other.status).toBe(200);
});

test('the page has no script and no style within it, and all of its files are of this server', async () => {
  using server = testApp({ variables: { BASE_PATH: '/prompts' } });
  const address = 'http://localhost/prompts/api/docs';
  const answer = await server.app.request(address);
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get(contentPolicyHeader)).toContain("script-src 'self';");
  const page = await answer.text();
  expect(page).not.toMatch(/<script>|<style|style=|\son\w+=|javascript:|https?:/i);
  const files = [...page.matchAll(/ (?:src|href)="(docs\/[^"]+)"/g)].map(([, file = '']) => file);
  const types: (string | null)[] = [];
  for (const file of files) {
    const sent = await server.app.request(new URL(file, address).href);
    expect([file, sent.status]).toEqual([file, 200]);
    types.push(sent.headers.get('Content-Type'));
  }
  const script = 'text/javascript; charset=utf-8';
  expect(types).toEqual(['text/css; charset=utf-8', script, script]);
  const start = await (await server.app.request(`${address}/start.js`)).text();
  const [, named = ''] = /url: '([^']+)'/.exec(start) ?? [];
  expect((await server.app.request(new URL(named, address).href)).status).toBe(200);
});
