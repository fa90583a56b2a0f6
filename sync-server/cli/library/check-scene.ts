/** A server that listens, with prompts that have test cases, and a model's endpoint behind it. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MadeApiToken } from '#shared/model/account/api-token.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { runServer } from '../../running-server.ts';
import { type ModelServer, modelServer, streamOf } from '../../testing/model-server.ts';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testApp } from '../../testing/test-app.ts';

/** Returns what the last message of a request has. */
export function asked({ messages }: Record<string, unknown>): string {
  return JSON.stringify(Array.isArray(messages) ? messages.at(-1) : null);
}

/** Answers each request by its last message. */
export function answersBy(endpoint: ModelServer, answerTo: (message: string) => string): void {
  endpoint.answer((answer, one) => streamOf([answerTo(asked(one.body))], { in: 1000, out: 2 })(answer, one));
}

export const errorOf = (endpoint: ModelServer, status: number, message: string) =>
  endpoint.answer((answer) => void answer.writeHead(status).end(JSON.stringify({ error: { message } })));

/** `Letters/Greeting` is prompt 6, "Dear {{name}}", with "Hello {{name}}" as "production"; it has no case yet. */
export async function checkScene() {
  const endpoint = await modelServer();
  const model = { address: endpoint.address, model: 'tiny', key: undefined, price: { in: 1, out: 1 } };
  const limits = {
    runsAtOnce: 8,
    tokensPerDay: null,
    moneyPerDay: null,
    stallSeconds: 60,
    answerBytes: 100_000,
  };
  const models = ['house', 'other'].map((name) => ({
    ...model,
    name,
    people: 'everyone' as const,
    atOnce: 8,
  }));
  const app = testApp({ outside: { offered: { models, limits } } });
  const server = await runServer({ app: app.app, host: '127.0.0.1', port: 0, drainMs: 100 });
  const { call } = await restClient(app);
  await call('POST', '/api/projects', { id: 5, name: 'Letters' });
  await call('POST', '/api/prompts', { id: 6, title: 'Greeting', content: 'Hello {{name}}', projectId: 5 });
  await call('PUT', '/api/prompts/6', { id: 7, content: 'Hello {{name}}' });
  const labels = [{ label: 'production', versionId: 7, from: null, device: '' }];
  await call('PATCH', '/api/prompts/6/attributes', { labels });
  await call('PATCH', '/api/prompts/6/content', { content: 'Dear {{name}}' });
  const made = await call('POST', '/api/tokens', { name: 'ci', scope: 'run' });
  const variables = { PROMPTORY_TOKEN: MadeApiToken.parse(made.body).token };
  const outside = temporaryFolder();
  onTestFinished(async () => {
    await server.stop();
    app[Symbol.dispose]();
    outside[Symbol.dispose]();
    await endpoint[Symbol.asyncDispose]();
  });
  const args = (place: string, ...more: string[]) => [
    ...['check', place, '--url', server.address],
    ...(more.includes('--model') ? [] : ['--model', 'house']),
    ...more,
  ];
  let id = 100;
  return {
    ...{ endpoint, variables, args, call, url: server.address, folder: outside.path },
    path: (name: string) => join(outside.path, name),
    run: (place: string, ...more: string[]) =>
      runPromptory(variables, args(place, ...more), { cwd: outside.path }),
    /** Adds a case of prompt 6, or of another one. */
    async addCase(name: string, checks: TestCase['checks'], more: Partial<TestCase> = {}) {
      id += 1;
      const { promptId = 6, ...row } = {
        ...exampleTestCase({ id, name, checks, values: { name } }),
        promptId: 6,
        ...more,
      };
      await call('POST', `/api/prompts/${promptId}/cases`, row);
    },
  };
}
