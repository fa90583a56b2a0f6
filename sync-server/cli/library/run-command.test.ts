/** `promptory run`, against a server that listens, and a model's endpoint behind it. */
import { expect, onTestFinished, test } from 'vitest';
import { MadeApiToken } from '#shared/model/account/api-token.ts';
import { runServer } from '../../running-server.ts';
import { event, modelServer, streamOf } from '../../testing/model-server.ts';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { testApp } from '../../testing/test-app.ts';

async function scene() {
  const endpoint = await modelServer();
  const model = { name: 'house', address: endpoint.address, model: 'tiny', key: undefined, price: null };
  const limits = {
    runsAtOnce: 2,
    tokensPerDay: null,
    moneyPerDay: null,
    stallSeconds: 60,
    answerBytes: 10_000,
  };
  const offered = { models: [{ ...model, people: 'everyone', atOnce: 4 } as const], limits };
  const app = testApp({ outside: { offered } });
  const server = await runServer({ app: app.app, host: '127.0.0.1', port: 0, drainMs: 100 });
  const { call } = await restClient(app);
  await call('POST', '/api/projects', { id: 5, name: 'Letters' });
  await call('POST', '/api/prompts', { id: 6, title: 'Greeting', content: 'Dear {{name}}', projectId: 5 });
  await call('PUT', '/api/prompts/6', { id: 7, content: 'Hello {{name}}' });
  const labels = [{ label: 'production', versionId: 7, from: null, device: '' }];
  await call('PATCH', '/api/prompts/6/attributes', { labels });
  await call('PATCH', '/api/prompts/6/content', { content: 'Dearest {{name}}' });
  await call('PATCH', '/api/prompts/6/attributes', { settings: { temperature: 0.5, seed: 7 } });
  const made = await call('POST', '/api/tokens', { name: 'ci', scope: 'run' });
  const { token } = MadeApiToken.parse(made.body);
  onTestFinished(async () => {
    await server.stop();
    app[Symbol.dispose]();
    await endpoint[Symbol.asyncDispose]();
  });
  const run = (...args: string[]) =>
    runPromptory({ PROMPTORY_TOKEN: token }, ['run', ...args, '--url', server.address, '--model', 'house']);
  return { endpoint, run };
}

test('the answer is printed as it comes, of the current text or of a label', async () => {
  const { endpoint, run } = await scene();
  endpoint.answer(streamOf(['Good ', 'day.'], { in: 3, out: 2 }));
  expect(await run('Letters/Greeting', '--var', 'name=Ada=Byron')).toEqual({
    code: 0,
    out: 'Good day.\n',
    err: '',
  });
  expect(await run('Letters/Greeting@production', '--var', 'name=Ada')).toMatchObject({ code: 0 });
  expect(endpoint.asked.map(({ body }) => [body.model, body.messages, body.temperature, body.seed])).toEqual([
    ['tiny', [{ role: 'user', content: 'Dearest Ada=Byron' }], 0.5, 7],
    ['tiny', [{ role: 'user', content: 'Hello Ada' }], undefined, undefined],
  ]);
});

test('with --json the answer is one JSON value with its tokens and the tools that it calls', async () => {
  const { endpoint, run } = await scene();
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const part = (named: object) => ({
      choices: [{ delta: { tool_calls: [{ index: 0, function: named }] } }],
    });
    answer.write(event(part({ name: 'weather', arguments: '{"town"' })));
    answer.write(event(part({ arguments: ':"Bonn"}' })));
    answer.write(event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }));
    answer.end('data: [DONE]\n\n');
  });
  const { code, out } = await run('5/6', '--var', 'name=Ada', '--json');
  expect([code, JSON.parse(out)]).toEqual([
    0,
    {
      ...{ answer: '', tokens: { in: 3, out: 2 }, milliseconds: expect.any(Number) },
      toolCalls: [{ name: 'weather', arguments: '{"town":"Bonn"}' }],
    },
  ]);
});

test.each([
  ['a value that is missing', ['Letters/Greeting'], 'name'],
  [
    'a prompt that is not there',
    ['Letters/Nothing'],
    'There is no prompt of this name or id in the project.',
  ],
  [
    'a label that is not there',
    ['Letters/Greeting@none', '--var', 'name=A'],
    'This prompt has no version with this label.',
  ],
])('%s ends with one sentence and exit code 1', async (_name, args, sentence) => {
  const { run } = await scene();
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(sentence);
});

test('an answer that breaks off, and an endpoint that refuses, end with exit code 1', async () => {
  const { endpoint, run } = await scene();
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.end(event({ choices: [{ delta: { content: 'Half' } }] }));
  });
  const broken = await run('Letters/Greeting', '--var', 'name=A');
  expect(broken).toMatchObject({ code: 1, out: 'Half', err: 'The answer broke off.\n' });
  endpoint.answer(
    (answer) => void answer.writeHead(401).end(JSON.stringify({ error: { message: 'Bad key.' } })),
  );
  expect(await run('Letters/Greeting', '--var', 'name=A')).toMatchObject({ code: 1, err: '401: Bad key.\n' });
});

test.each([
  [['Greeting'], 'PROMPT must be like PROJECT/PROMPT'],
  [['Letters/Greeting', '--var', 'name'], '--var must be like name=value'],
])('%j is refused with exit code 2', async (args, sentence) => {
  const { run } = await scene();
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});
