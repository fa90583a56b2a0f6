/** `promptory run` with the files of a synced folder, and at the address of a model, which really listens. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runServer } from '../../running-server.ts';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { event, modelServer, streamOf } from '../../testing/model-server.ts';
import { runPromptory } from '../../testing/run-promptory.ts';

const chat =
  '--- system ---\n{{> Letters/Style}}\n\n--- user ---\nDear {{name}}, {{tone | default: kindly}}\n';

/** A folder of the project "Letters" that was synced once; no server is there any more. */
async function scene() {
  const endpoint = await modelServer();
  const library = await folderSyncScene();
  await library.call('POST', '/api/prompts', { id: 11, title: 'Greeting', content: chat, projectId: 5 });
  await library.call('POST', '/api/prompts', { id: 12, title: 'Style', content: 'Be brief.', projectId: 5 });
  const folder = library.folder('letters');
  await folder.sync();
  onTestFinished(async () => {
    library[Symbol.dispose]();
    await endpoint[Symbol.asyncDispose]();
  });
  endpoint.answer(streamOf(['Good ', 'day.'], { in: 3, out: 2 }));
  const withKey = (key: string, ...args: string[]) =>
    runPromptory(
      { PROMPTORY_MODEL_KEY: key },
      ['run', '--address', endpoint.address, '--model', 'tiny', ...args],
      { cwd: folder.path },
    );
  return { endpoint, library, folder, withKey, run: (...args: string[]) => withKey('', ...args) };
}

test('a file is run as it stands, with the snippets of its folder and the values that are given', async () => {
  const { endpoint, folder, run } = await scene();
  folder.edit('Style.md', 'Be very brief.');
  expect(await run('Greeting.md', '--var', 'name=Ada=Byron')).toEqual({
    ...{ code: 0, out: 'Good day.\n', err: '' },
  });
  expect(endpoint.asked.map(({ body, authorization }) => ({ ...body, authorization }))).toEqual([
    {
      model: 'tiny',
      messages: [
        { role: 'system', content: 'Be very brief.' },
        { role: 'user', content: 'Dear Ada=Byron, kindly\n' },
      ],
      ...{ stream: true, stream_options: { include_usage: true }, authorization: undefined },
    },
  ]);
});

test('the answer is printed as it comes, not at its end', async () => {
  const { endpoint, folder } = await scene();
  const printed: string[] = [];
  const first = Promise.withResolvers<void>();
  endpoint.answer(async (answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.write(event({ choices: [{ delta: { content: 'Good ' } }] }));
    await first.promise;
    answer.write(event({ choices: [{ delta: { content: 'day.' } }] }));
    answer.end('data: [DONE]\n\n');
  });
  const write = (text: string) => {
    printed.push(text);
    first.resolve();
  };
  const args = ['run', 'Style.md', '--address', endpoint.address, '--model', 'tiny'];
  expect(await runPromptory({}, args, { cwd: folder.path, write })).toMatchObject({ code: 0 });
  expect(printed).toEqual(['Good ', 'day.', '\n']);
});

test('with --json it is one JSON value', async () => {
  const { run } = await scene();
  const { code, out } = await run('Style.md', '--json');
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { answer: 'Good day.', toolCalls: [], tokens: { in: 3, out: 2 }, milliseconds: expect.any(Number) },
  ]);
});

test('the settings in front matter are sent, and a file without any is a prompt too', async () => {
  const { endpoint, folder, run } = await scene();
  folder.write('Plain.md', 'Only a text.');
  folder.write(
    'sub/Set.md',
    '---\npromptory: prompt\nsettings:\n  temperature: 0.5\n  answerFormat: json\n  answerSchema:\n    type: object\n---\nText',
  );
  expect(await run('Plain.md')).toMatchObject({ code: 0 });
  expect(await run('sub/Set.md')).toMatchObject({ code: 0 });
  expect(endpoint.asked.map(({ body }) => [body.messages, body.temperature, body.response_format])).toEqual([
    [[{ role: 'user', content: 'Only a text.' }], undefined, undefined],
    [
      [{ role: 'user', content: 'Text' }],
      0.5,
      {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: { type: 'object' }, strict: true },
      },
    ],
  ]);
});

test('a checkout without the state of a sync runs its prompts, but knows no snippets', async () => {
  const { folder, run } = await scene();
  rmSync(join(folder.path, '.promptory'), { recursive: true });
  expect(await run('Style.md')).toMatchObject({ code: 0 });
  const { code, err } = await run('Greeting.md', '--var', 'name=Ada');
  expect(code).toBe(1);
  expect(err).toContain('These snippets are not known here: {{> Letters/Style}}.');
});

test.each([
  ['{{> Letters/Nothing}}', 'not among the current texts of the folder: {{> Letters/Nothing}}'],
  ['{{> Other/Style}}', '{{> Other/Style}}'],
  ['{{> Letters/Style@3}}', '{{> Letters/Style@3}}'],
  ['{{> Letters/Self}}', '{{> Letters/Self}}'],
])('a text with %s is not sent half', async (reference, sentence) => {
  const { endpoint, folder, run } = await scene();
  folder.write('Self.md', reference);
  const { code, out, err } = await run('Self.md');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(sentence);
  expect(endpoint.asked).toEqual([]);
});

test('a variable without a value ends with its name and exit code 1', async () => {
  const { run } = await scene();
  expect(await run('Greeting.md', '--json')).toMatchObject({
    code: 1,
    out: '{"error":"These variables have neither a value nor a default: name."}\n',
    err: 'These variables have neither a value nor a default: name.\n',
  });
});

test.each([
  [['Nothing.md'], 'There is no file of a prompt at'],
  [['README.md'], 'There is no file of a prompt at'],
  [['Broken.md'], 'Its front matter is no YAML.'],
  [['Style.md', '--address', 'ftp://localhost'], 'Write an address such as http://localhost:11434/v1'],
  [['Style.md', '--address', 'http://me:secret@localhost/v1'], 'Write an address such as'],
])('%j is refused with exit code 2', async (args, sentence) => {
  const { folder, run } = await scene();
  folder.write('README.md', 'about this folder');
  folder.write('Broken.md', '---\npromptory: [\n---\ntext');
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('without a server and without an address there is nothing to run on', async () => {
  expect(await runPromptory({}, ['run', 'Style.md', '--model', 'tiny'])).toMatchObject({
    code: 2,
    err: 'Give --url, the address of a server, or --address, that of a model, or both.\n',
  });
});

test('a key comes from the environment, goes to the address, and is in no sentence', async () => {
  const { endpoint, withKey } = await scene();
  expect(await withKey('sk-of-ada', 'Style.md')).toMatchObject({ code: 0 });
  expect(endpoint.asked[0]?.authorization).toBe('Bearer sk-of-ada');
  const message = 'Incorrect API key provided: sk-of-ada.';
  endpoint.answer((answer) => void answer.writeHead(401).end(JSON.stringify({ error: { message } })));
  const { code, out, err } = await withKey('sk-of-ada', 'Style.md', '--json');
  expect([code, err]).toEqual([1, '401: Incorrect API key provided: ….\n']);
  expect(out).not.toContain('sk-of-ada');
});

test('an address at which nobody listens, one that answers something else, and a cut answer are named', async () => {
  const { endpoint, run } = await scene();
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Sign in to the hotel</title>');
  });
  expect(await run('Style.md')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is no answer of a model; most addresses end with /v1.'),
  });
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.end(event({ choices: [{ delta: { content: 'Half' }, finish_reason: 'length' }] }));
  });
  expect(await run('Style.md')).toEqual({
    ...{ code: 0, out: 'Half\n', err: 'The answer ends where its tokens were used up.\n' },
  });
  await endpoint[Symbol.asyncDispose]();
  expect(await run('Style.md')).toMatchObject({
    ...{ code: 1, out: '', err: `Nothing answers at ${endpoint.address}.\n` },
  });
});

test("a server's prompt runs at an address, without its models", async () => {
  const { endpoint, library } = await scene();
  const server = await runServer({ app: library.app.app, host: '127.0.0.1', port: 0, drainMs: 100 });
  onTestFinished(() => server.stop());
  const args = ['run', 'Letters/Greeting', '--var', 'name=Ada', '--url', server.address, '--model', 'tiny'];
  const ended = await runPromptory({ PROMPTORY_TOKEN: library.token }, [
    ...args,
    ...['--address', endpoint.address],
  ]);
  expect(ended).toEqual({ code: 0, out: 'Good day.\n', err: '' });
  expect(endpoint.asked[0]?.body).toMatchObject({ model: 'tiny', messages: [{ content: 'Be brief.' }, {}] });
});

test('a title in the file and a new name of the file are those that snippets are found by', async () => {
  const { endpoint, folder, run } = await scene();
  const style = folder.read('Style.md');
  rmSync(join(folder.path, 'Style.md'));
  writeFileSync(join(folder.path, 'Manner.md'), style);
  folder.write('Asks.md', '{{> Letters/Manner}}');
  expect(await run('Asks.md')).toMatchObject({ code: 0 });
  expect(endpoint.asked[0]?.body.messages).toEqual([{ role: 'user', content: 'Be brief.' }]);
});
