/** `promptory check` with recorded answers, as JUnit's XML, and ended by a person. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { streamOf } from '../../testing/model-server.ts';
import { programPath } from '../../testing/program-path.ts';
import { readXml } from '../../testing/read-xml.ts';
import { environmentOf } from '../../testing/spawned-server.ts';
import { answersBy, asked, checkScene } from './check-scene.ts';

const has = (value: string) => ({ type: 'contains', value });

test('recorded answers are judged again while the endpoint is gone', async () => {
  const { endpoint, run, addCase, path } = await checkScene();
  await addCase('Ada', [has('Ada'), { type: 'cost', threshold: 1 }]);
  await addCase('Bob', [has('Eve')]);
  answersBy(endpoint, (message) => message);
  const recorded = await run('Letters', '--record', 'answers.jsonl');
  expect([recorded.code, endpoint.asked.length]).toEqual([1, 2]);
  const lines = readFileSync(path('answers.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line)).map((line) => [line.prompt, line.case, line.model])).toEqual(
    expect.arrayContaining([
      ['Letters/Greeting', 'Ada', 'house'],
      ['Letters/Greeting', 'Bob', 'house'],
    ]),
  );
  await endpoint[Symbol.asyncDispose]();
  expect(await run('Letters', '--replay', 'answers.jsonl')).toEqual(recorded);
});

test('a recorded answer is for the same text, values, settings and model alone; a missing one is named, and ends with 1', async () => {
  const { endpoint, run, addCase, call } = await checkScene();
  await addCase('Ada', []);
  answersBy(endpoint, () => 'x');
  await run('Letters', '--record', 'answers.jsonl');
  const replay = (...more: string[]) =>
    run('Letters', '--replay', 'answers.jsonl', '--threshold', '0', ...more);
  expect(await replay()).toMatchObject({ code: 0 });
  const missing = {
    code: 1,
    out: expect.stringContaining(
      '"Ada": No answer is recorded for this text with these values, settings and model.\n',
    ),
  };
  expect(await replay('--model', 'other')).toMatchObject(missing);
  await call('PATCH', '/api/prompts/6/attributes', { settings: { temperature: 0.5 } });
  expect(await replay()).toMatchObject(missing);
  await call('PATCH', '/api/prompts/6/attributes', { settings: {} });
  await call('PATCH', '/api/prompts/6/content', { content: 'Dearest {{name}}' });
  expect(await replay()).toMatchObject(missing);
  expect(endpoint.asked).toHaveLength(1);
});

test('what the file has is not asked for again, and what is new is added to it', async () => {
  const { endpoint, run, addCase, path } = await checkScene();
  await addCase('Ada', []);
  answersBy(endpoint, () => 'x');
  await run('Letters', '--record', 'answers.jsonl');
  const before = readFileSync(path('answers.jsonl'), 'utf8');
  // As an editor may leave it.
  writeFileSync(path('answers.jsonl'), before.trimEnd());
  await addCase('Bob', []);
  expect(await run('Letters', '--record', 'answers.jsonl')).toMatchObject({ code: 0 });
  expect(endpoint.asked).toHaveLength(2);
  const after = readFileSync(path('answers.jsonl'), 'utf8');
  expect([after.startsWith(before), after.split('\n').length]).toEqual([true, 3]);
});

test('a line that is no recorded answer is named before anything is sent', async () => {
  const { endpoint, run, addCase, path } = await checkScene();
  await addCase('Ada', []);
  appendFileSync(path('answers.jsonl'), '\n<<<<<<< HEAD\n');
  const { code, err } = await run('Letters', '--record', 'answers.jsonl');
  expect([code, endpoint.asked]).toEqual([2, []]);
  expect(err).toBe(`Line 2 of ${path('answers.jsonl')} is no recorded answer: remove it.\n`);
});

test("with --junit a file of JUnit's XML is written, and one that cannot be is named beside the result", async () => {
  const { endpoint, run, addCase, path } = await checkScene();
  await addCase('A <b> & "c"', [has('nothing')]);
  answersBy(endpoint, () => 'x');
  expect(await run('Letters', '--junit', 'checks.xml')).toMatchObject({ code: 1 });
  const [suite] = readXml(readFileSync(path('checks.xml'), 'utf8')).children;
  expect(suite?.attributes).toMatchObject({ name: 'Letters/Greeting, house', tests: '1', failures: '1' });
  expect(suite?.children[0]).toMatchObject({
    attributes: { name: 'A <b> & "c"' },
    children: [{ name: 'failure' }],
  });
  const { code, out, err } = await run('Letters', '--junit', 'none/checks.xml', '--threshold', '0');
  expect([code, out]).toEqual([1, expect.stringContaining('0 of 1 held')]);
  expect(err).toContain('none/checks.xml could not be written');
});

test('a check that a person ends has what is known, and sends nothing more', async () => {
  const { endpoint, variables, args, addCase, folder } = await checkScene();
  for (const name of ['Ada', 'Bob', 'Eve']) await addCase(name, []);
  const second = Promise.withResolvers<void>();
  endpoint.answer((answer, one) => {
    if (endpoint.asked.length === 1) return streamOf(['x'])(answer, one);
    second.resolve();
  });
  const program = [programPath('promptory'), ...args('Letters', '--concurrency', '1')];
  const child = spawn(process.execPath, program, {
    ...{ cwd: folder, env: environmentOf(variables), stdio: ['ignore', 'pipe', 'pipe'] },
  });
  await second.promise;
  child.kill('SIGINT');
  const [out, err, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ]);
  expect([code, out, err]).toEqual([
    ...[1, expect.stringContaining('1 of 1 held'), expect.stringContaining('Stopped: 2 runs were not made.')],
  ]);
  expect(endpoint.asked).toHaveLength(2);
});

test('with --judge a model judges by rubrics, each answer once, and its replies are recorded and replayed', async () => {
  const { endpoint, run, addCase } = await checkScene();
  const rubric = { type: 'llm-rubric', value: 'It greets {{name}} by name.' };
  await addCase('Ada', [rubric, rubric]);
  await addCase('Bob', [rubric]);
  answersBy(endpoint, (message) => {
    if (!message.includes('<rubric>')) return message;
    return message.includes('greets Ada')
      ? '{"reason": "It does.", "pass": true}'
      : 'No: {"reason": "It is too long.", "pass": false}';
  });
  expect(await run('Letters')).toMatchObject({ out: expect.stringContaining('2 open') });
  const recorded = await run('Letters', '--judge', 'other', '--record', 'answers.jsonl');
  expect(recorded).toMatchObject({
    code: 1,
    out: expect.stringMatching(/"Bob": llm-rubric .*It is too long\..*1 of 2 held, 1 failed/s),
  });
  expect(endpoint.asked.filter(({ body }) => asked(body).includes('<rubric>'))).toHaveLength(2);
  expect(await run('Letters', '--judge', 'house', '--replay', 'answers.jsonl')).toMatchObject({
    code: 1,
    out: expect.stringContaining('"Ada": The judge: No answer is recorded'),
  });
  await endpoint[Symbol.asyncDispose]();
  expect(await run('Letters', '--judge', 'other', '--replay', 'answers.jsonl')).toEqual(recorded);
});

test('a judge that fails again and again is given up, and its cases are errors', async () => {
  const { endpoint, run, addCase } = await checkScene();
  for (let count = 0; count < 8; count += 1)
    await addCase(`Case ${count}`, [{ type: 'llm-rubric', value: 'It is kind.' }]);
  endpoint.answer((answer, one) => {
    if (asked(one.body).includes('<rubric>')) answer.writeHead(500).end('{}');
    else streamOf([asked(one.body)])(answer, one);
  });
  const { code, out } = await run('Letters', '--judge', 'other', '--concurrency', '1');
  expect([code, out.match(/The judge: /g)?.length]).toEqual([1, 8]);
  expect(out).toContain('other failed 5 times in a row');
  expect(endpoint.asked.filter(({ body }) => asked(body).includes('<rubric>'))).toHaveLength(5);
});
