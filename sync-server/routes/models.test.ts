/** Models that the admin offers, from the list to the last byte of an answer, before an endpoint on this machine. */
import { expect, onTestFinished, test } from 'vitest';
import { MadeApiToken } from '#shared/model/account/api-token.ts';
import { usernameKey } from '#shared/model/account/user.ts';
import { ServedModels } from '#shared/model/served-model.ts';
import { runServer } from '../running-server.ts';
import type { OfferedModel, RunLimits } from '../services/models/model-endpoint.ts';
import { event, modelServer, streamOf } from '../testing/model-server.ts';
import { jsonRequest, registered, type TestApp, testApp } from '../testing/test-app.ts';

const key = 'sk-the-key-of-the-house';
const marker = 'a text that belongs to nobody else';

const usual: RunLimits = {
  ...{ runsAtOnce: 2, tokensPerDay: null, moneyPerDay: null, stallSeconds: 60, answerBytes: 100_000 },
};

async function scene(limits: Partial<RunLimits> = {}, more: Partial<OfferedModel> = {}) {
  const endpoint = await modelServer();
  const model: OfferedModel = {
    ...{ name: 'house', address: endpoint.address, model: 'tiny:1b', key, people: 'everyone', price: null },
    ...{ atOnce: 4, ...more },
  };
  const forGrace = { ...model, name: 'private', people: new Set([usernameKey('Grace')]) };
  const offered = { models: [model, forGrace], limits: { ...usual, ...limits } };
  const server = testApp({ outside: { offered } });
  const Cookie = await registered(server.app, 'ada');
  onTestFinished(async () => {
    server[Symbol.dispose]();
    await endpoint[Symbol.asyncDispose]();
  });
  const send = (body: object, headers: Record<string, string> = { Cookie }, signal?: AbortSignal) => {
    const sent = jsonRequest('POST', {
      model: 'house',
      messages: [{ role: 'user', content: marker }],
      ...body,
    });
    const all = { ...sent.headers, ...headers };
    return server.app.request('/api/run', {
      ...sent,
      headers: all,
      ...(signal === undefined ? {} : { signal }),
    });
  };
  const list = async (headers: Record<string, string> = { Cookie }) =>
    ServedModels.parse(await (await server.app.request('/api/models', { headers })).json());
  const bearer = async (scope: string) => {
    const sent = jsonRequest('POST', { name: scope, scope });
    const made = await server.app.request('/api/tokens', { ...sent, headers: { ...sent.headers, Cookie } });
    return { Authorization: `Bearer ${MadeApiToken.parse(await made.json()).token}` };
  };
  return { server, endpoint, send, list, bearer };
}

/** Reads an answer to its end: only then its run is over. */
async function statusOf(answer: Response): Promise<number> {
  await answer.text();
  return answer.status;
}

async function problemOf(answer: Response) {
  const { code, title, detail = title } = await answer.json();
  return [answer.status, code, detail];
}

test('a person sees and runs what the admin offers them, and nothing else', async () => {
  const { server, endpoint, send, list } = await scene();
  const grace = { Cookie: await registered(server.app, 'GRACE') };
  expect((await list()).models).toEqual([{ name: 'house', model: 'tiny:1b', price: null }]);
  expect((await list(grace)).models.map(({ name }) => name)).toEqual(['house', 'private']);
  endpoint.answer(streamOf(['yes']));
  expect(await statusOf(await send({ model: 'private' }, grace))).toBe(200);
  for (const model of ['private', 'no such']) {
    expect(await problemOf(await send({ model }))).toEqual([
      ...[404, 'not_found', 'This server offers you no model of this name.'],
    ]);
  }
});

test('a run is sent with the name and the key of the provider, and its stream comes back to the byte', async () => {
  const { endpoint, send } = await scene();
  const words = ['Dear ', 'Füße', ' 😀'];
  endpoint.answer(streamOf(words, { in: 9, out: 3 }));
  const answer = await send({ stream: true, temperature: 0.5, top_k: 40, stream_options: { extra: 1 } });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const parts = words.map((content) => event({ choices: [{ index: 0, delta: { content } }] }));
  const usage = event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 3 } });
  expect(await answer.text()).toBe([...parts, usage, 'data: [DONE]\n\n'].join(''));
  expect(endpoint.asked[0]).toMatchObject({
    authorization: `Bearer ${key}`,
    body: {
      ...{ model: 'tiny:1b', messages: [{ role: 'user', content: marker }], stream: true, temperature: 0.5 },
      ...{ top_k: 40, stream_options: { extra: 1, include_usage: true } },
    },
  });
});

test('what runs use is counted, and a day has its limit', async () => {
  const { server, endpoint, send, list } = await scene(
    { tokensPerDay: 20, moneyPerDay: 1 },
    { price: { in: 10_000, out: 20_000 } },
  );
  endpoint.answer(streamOf(['yes'], { in: 9, out: 3 }));
  expect((await list()).today).toEqual({ tokens: { used: 0, most: 20 }, cost: { used: 0, most: 1 } });
  await (await send({ stream: true })).text();
  expect((await list()).today).toEqual({ tokens: { used: 12, most: 20 }, cost: { used: 0.15, most: 1 } });
  await (await send({ stream: true })).text();
  const refused = await send({ stream: true });
  expect(await problemOf(refused)).toEqual([
    ...[429, 'too_many_requests'],
    'Your runs have used what the server allows for a day. The day begins at midnight (UTC).',
  ]);
  expect(refused.headers.get('Retry-After')).toBe(String(12 * 60 * 60));
  server.pass(12 * 60 * 60 * 1000);
  expect(await statusOf(await send({ stream: true }))).toBe(200);
});

test.each([
  ['of one person', { runsAtOnce: 1 }, { atOnce: 9 }, 'You run as many models at once'],
  ['of one model', { runsAtOnce: 9 }, { atOnce: 1 }, 'This model runs for as many people'],
])('runs at once %s have a bound, and one that ends makes room', async (_name, limits, more, sentence) => {
  const { endpoint, send } = await scene(limits, more);
  const { promise: free, resolve } = Promise.withResolvers<void>();
  endpoint.answer(async (answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.write(': begins\n\n');
    await free;
    answer.end();
  });
  const running = await send({ stream: true });
  const [status, code, detail] = await problemOf(await send({ stream: true }));
  expect([status, code]).toEqual([429, 'too_many_requests']);
  expect(detail).toContain(sentence);
  resolve();
  await running.text();
  expect(await statusOf(await send({ stream: true }))).toBe(200);
});

test.each([
  [401, { error: { message: 'Incorrect API key.' } }, [502, 'model_refused', '401: Incorrect API key.']],
  [404, { error: 'model not found' }, [502, 'model_refused', '404: model not found']],
  [500, '<html>Oops</html>', [502, 'model_refused', "The model's endpoint answered 500."]],
  [302, '', [502, 'model_refused', "The model's endpoint answered 302."]],
  [429, { error: { message: 'Slow down.' } }, [429, 'too_many_requests', 'Slow down.']],
])('an endpoint that answers %i is no answer of this server', async (status, body, problem) => {
  const { endpoint, send } = await scene();
  const headers = { 'Retry-After': '17', Location: 'https://elsewhere.example/' };
  endpoint.answer((answer) => {
    answer.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const answer = await send({ stream: true });
  expect(answer.headers.get('Retry-After')).toBe(status === 429 ? '17' : null);
  expect(await problemOf(answer)).toEqual(problem);
});

test('an endpoint that nobody listens at is named as such', async () => {
  const { send } = await scene({}, { address: 'http://127.0.0.1:9/v1' });
  const problem = [502, 'model_unreachable', 'The server does not reach the model.'];
  expect(await problemOf(await send({ stream: true }))).toEqual(problem);
});

const failed = (code: string, message: string) => event({ error: { message, type: 'server_error', code } });

test('an endpoint that falls silent is left, and the stream says so', async () => {
  const { server, endpoint, send } = await scene({ stallSeconds: 30 });
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.write('data: {}\n\n');
  });
  const reader = ((await send({ stream: true })).body ?? new ReadableStream()).getReader();
  await reader.read();
  const rest = reader.read();
  await expect.poll(() => server.pass(30_000)).toBeUndefined();
  const { value } = await rest;
  expect(new TextDecoder().decode(value)).toContain(failed('stalled', 'The model fell silent.'));
  await endpoint.asked[0]?.closed;
});

test('an answer that breaks off, and one without an end, say so in the stream', async () => {
  const { endpoint, send } = await scene({ answerBytes: 1000 });
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.write('data: {}\n\n', () => answer.destroy());
  });
  const broken = failed('broken', 'The connection to the model broke off.');
  expect(await (await send({ stream: true })).text()).toBe(`data: {}\n\n\n\n${broken}`);
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const more = () => void (answer.destroyed || answer.write(event({ word: 'x'.repeat(200) }), more));
    more();
  });
  const endless = await (await send({ stream: true })).text();
  expect(endless).toContain(failed('too_long', 'The answer is longer than this server passes on.'));
  await endpoint.asked[1]?.closed;
});

test('whoever leaves ends the run, and makes room', async () => {
  const { endpoint, send } = await scene({ runsAtOnce: 1 });
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.write('data: {}\n\n');
  });
  const reader = ((await send({ stream: true })).body ?? new ReadableStream()).getReader();
  await reader.read();
  await reader.cancel();
  await endpoint.asked[0]?.closed;
  endpoint.answer(streamOf(['yes']));
  await expect.poll(async () => statusOf(await send({ stream: true }))).toBe(200);
});

test.each([
  ['a stream', { stream: true }],
  ['a whole answer', {}],
])('whoever leaves before %s begins ends the run, and makes room', async (_name, body) => {
  const { server, endpoint, send, bearer } = await scene({ runsAtOnce: 1 }, { atOnce: 1 });
  const running = await runServer({ app: server.app, host: '127.0.0.1', port: 0, drainMs: 1_000_000 });
  const loading = Promise.withResolvers<void>();
  endpoint.answer(() => loading.resolve());
  const leaving = new AbortController();
  const sent = jsonRequest('POST', {
    model: 'house',
    messages: [{ role: 'user', content: marker }],
    ...body,
  });
  const answer = fetch(`${running.address}/api/run`, {
    ...sent,
    headers: { ...sent.headers, ...(await bearer('run')) },
    signal: leaving.signal,
  });
  await loading.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await endpoint.asked[0]?.closed;
  endpoint.answer(streamOf(['yes']));
  // The clock of this server stands: no silence has become too long.
  await expect.poll(async () => statusOf(await send({ stream: true }))).toBe(200);
  expect(server.errors).toEqual([]);
  await running.stop();
});

test('a token runs models with the scope run alone, and reads with it', async () => {
  const { server, endpoint, send, bearer } = await scene();
  endpoint.answer(streamOf(['yes']));
  for (const scope of ['read', 'write']) {
    expect((await problemOf(await send({}, await bearer(scope)))).slice(0, 2)).toEqual([
      403,
      'insufficient_scope',
    ]);
  }
  const running = await bearer('run');
  expect(await statusOf(await send({ stream: true }, running))).toBe(200);
  expect((await server.app.request('/api/projects', { headers: running })).status).toBe(200);
  const project = jsonRequest('POST', { name: 'New' });
  const written = await server.app.request('/api/projects', {
    ...project,
    headers: { ...project.headers, ...running },
  });
  expect((await problemOf(written)).slice(0, 2)).toEqual([403, 'insufficient_scope']);
});

/** Each returns what could be read there after runs that ended well, were refused and failed, and what it has in any case. */
type Place = { has: string; read(server: TestApp, answers: readonly string[]): Promise<string> | string };

const places: Readonly<Record<string, Place>> = {
  'in what the server itself answers': {
    has: '401: Incorrect API key: ….',
    read: (_, answers) => answers.join(),
  },
  'in a line of the log': { has: '/api/run', read: ({ lines }) => lines.join('\n') },
  'in an error that is reported': {
    has: 'the disk is gone',
    read: ({ errors, warnings }) =>
      [...errors.map((error) => `${error.stack} ${error.cause}`), ...warnings].join(),
  },
  'in a metric': {
    has: '/api/run',
    async read({ app }) {
      const env = { incoming: { socket: { remoteAddress: '127.0.0.1' }, rawHeaders: [] } };
      return (await app.request('/metrics', {}, env)).text();
    },
  },
  'in a table, of which exports and backups are made': {
    has: 'model_usage',
    async read({ rows }) {
      const tables = [...(await rows.tables()).keys()];
      const all = await Promise.all(tables.map((table) => rows.sql(`SELECT * FROM ${table}`)));
      return JSON.stringify(tables.map((table, at) => [table, all[at]]));
    },
  },
};

test.each(Object.entries(places))('neither a text nor a key is %s', async (_name, { has, read }) => {
  const { server, endpoint, send, list } = await scene();
  const answers: string[] = [JSON.stringify(await list())];
  const run = async (model = 'house') => answers.push(await (await send({ model, stream: true })).text());
  const refusal = { error: { message: `Incorrect API key: ${key}.` } };
  endpoint.answer((answer) => void answer.writeHead(401).end(JSON.stringify(refusal)));
  await run();
  await run('none');
  endpoint.answer((answer) => void answer.writeHead(200, { 'Content-Type': 'text/event-stream' }).destroy());
  await run();
  endpoint.answer(streamOf(['fine']));
  await run();
  const table = { statement: 'UPDATE', table: 'model_usage', message: 'the disk is gone' } as const;
  const repair = await server.rows.breakWrites(table);
  await run().catch(() => undefined);
  await repair();
  const written = await read(server, answers);
  expect(written).toContain(has);
  expect([written.includes(key), written.includes(marker)]).toEqual([false, false]);
});
