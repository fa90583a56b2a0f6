import { expect } from 'vitest';
import { ChangesPage, PushAnswer, type PushMutation } from '#shared/sync/wire.ts';
import type { RestClient } from '../../testing/rest-client.ts';

export const project = (number: number, id: number, client = 'c1'): PushMutation => ({
  key: `${client}:${number}`,
  method: 'POST',
  path: '/api/projects',
  body: { id, name: `P${id}`, color: 'red' },
});
export const prompt = (number: number, id: number, content = 'words'): PushMutation => ({
  key: `c1:${number}`,
  method: 'POST',
  path: '/api/prompts',
  body: { id, title: `T${id}`, content, projectId: 5 },
});
export const content = (
  number: number,
  id: number,
  text: string,
  ifMatch?: number | 'previous',
): PushMutation => ({
  key: `c1:${number}`,
  method: 'PATCH',
  path: `/api/prompts/${id}/content`,
  body: { content: text },
  ...(ifMatch === undefined ? {} : { ifMatch }),
});

export async function push(client: RestClient, mutations: PushMutation[], more: object = {}) {
  const answer = await client.call('POST', '/api/sync/push', { mutations, ...more });
  expect(answer.status).toBe(200);
  return PushAnswer.parse(answer.body);
}

export async function changes(client: RestClient, query = '', headers: Record<string, string> = {}) {
  const answer = await client.get(`/api/sync/changes${query}`, headers);
  expect(answer.status).toBe(200);
  return ChangesPage.parse(answer.body);
}
