/** Scenes of tests about changes that are too large for one transaction. */
import { ChangesPage, PushAnswer } from '#shared/sync/wire.ts';
import type { RestClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';

/** A server on which nearly everything is large. */
export const small = () => testApp({ outside: { portion: { rows: 2, bytes: 40 } } });

export async function feed(client: RestClient, since = '') {
  const { body } = await client.get(`/api/sync/changes${since}`);
  return ChangesPage.parse(body);
}

type Sent = { key: string; method: string; path: string; body?: unknown; ifMatch?: number | undefined };

export async function push(client: RestClient, mutations: Sent[], more: object = {}) {
  const { body } = await client.call('POST', '/api/sync/push', { mutations, ...more });
  return PushAnswer.parse(body);
}

/** The place in the feed of the last change of `fill(client, 4, 3)`: a version is a change of its prompt, too. */
export const filled = 29;

/** Project 1 with so many prompts of so many versions. Prompt n × 100, its versions n × 100 + 1 … */
export async function fill(client: RestClient, prompts: number, versions: number): Promise<void> {
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  for (let at = 1; at <= prompts; at += 1) {
    await client.call('POST', '/api/prompts', { id: at * 100, title: 'T', content: 'a', projectId: 1 });
    for (let number = 1; number <= versions; number += 1) {
      const body = { id: at * 100 + number, content: `text ${number}`, description: 'v' };
      await client.call('PUT', `/api/prompts/${at * 100}`, body);
    }
  }
}
