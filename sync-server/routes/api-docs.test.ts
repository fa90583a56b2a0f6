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

test('the page has every operation and schema, and nothing that the policy for its content forbids', async () => {
  using server = testApp();
  const answer = await server.app.request('/api/docs');
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get(contentPolicyHeader)).toContain("script-src 'self';");
  const page = await answer.text();
  expect(page).not.toMatch(/<script|<style|style=|\son\w+=|javascript:|https?:/i);
  const document = await apiDocument({ version: '', basePath: '' });
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const { operationId } of operations) expect(page).toContain(`id="${operationId}"`);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(operations.length);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);

  const style = await server.app.request('/api/docs/style.css');
  expect(style.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
});
