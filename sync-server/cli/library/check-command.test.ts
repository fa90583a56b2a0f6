/** `promptory check`, against a server that listens, and a model's endpoint behind it. */
import { expect, test } from 'vitest';
import { event, streamOf } from '../../testing/model-server.ts';
import { runPromptory, spawnPromptory } from '../../testing/run-promptory.ts';
import { answersBy, asked, checkScene, errorOf } from './check-scene.ts';

const has = (value: string) => ({ type: 'contains', value });

test('all cases hold: the totals are printed, and the exit code is 0', async () => {
  const { endpoint, run, addCase } = await checkScene();
  await addCase('Ada', [has('{{name}}')]);
  await addCase('Bob', [has('Bob'), { type: 'word-count', value: 3 }]);
  await addCase('Off', [has('nothing')], { enabled: false });
  answersBy(endpoint, (message) => (message.includes('Ada') ? 'Good day Ada' : 'Good day Bob'));
  expect(await run('Letters/Greeting')).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^Letters\/Greeting, house: 2 of 2 held, 2,000 tokens in, 4 out, \d+\.\d s\.\n$/,
    ),
    err: '',
  });
  expect(endpoint.asked.map(({ body }) => body.messages)).toEqual([
    [{ role: 'user', content: 'Dear Ada' }],
    [{ role: 'user', content: 'Dear Bob' }],
  ]);
});

test('a case that fails is a line with its checks and their reasons, and the exit code is 1', async () => {
  const { endpoint, run, addCase } = await checkScene();
  await addCase('Ada', [has('Ada'), has('{{name}}!'), { type: 'equals', value: 'x' }]);
  await addCase('Bob', []);
  answersBy(endpoint, () => 'Good day Ada');
  const { code, out } = await run('Letters');
  expect(code).toBe(1);
  const [line, total] = out.split('\n');
  expect(line).toMatch(/^failed: Letters\/Greeting, house, "Ada": contains "Ada!": .+\. equals "x": .+\.$/);
  expect(total).toContain('1 of 2 held, 1 failed');
});

test('a project is all its prompts that have cases, each model has its totals, and a threshold is a share', async () => {
  const { endpoint, run, addCase, call } = await checkScene();
  await call('POST', '/api/prompts', { id: 8, title: 'Bye', content: 'Bye {{name}}', projectId: 5 });
  await call('POST', '/api/prompts', { id: 9, title: 'None', content: 'x', projectId: 5 });
  await addCase('Ada', [has('Dear')]);
  await addCase('Bob', [has('Dear')], { promptId: 8 });
  answersBy(endpoint, (message) => message);
  const args = ['Letters', '--model', 'house', '--model', 'other', '--json'] as const;
  const { code, out } = await run(...args);
  const report = JSON.parse(out);
  expect([code, report.passed, report.totals.passed, report.totals.failed]).toEqual([1, false, 2, 2]);
  expect(
    report.suites.map((suite: { prompt: string; model: string }) => [suite.prompt, suite.model]),
  ).toEqual([
    ['Letters/Greeting', 'house'],
    ['Letters/Bye', 'house'],
    ['Letters/Greeting', 'other'],
    ['Letters/Bye', 'other'],
  ]);
  expect(await run(...args, '--threshold', '0.5')).toMatchObject({ code: 0 });
  expect(await run(...args, '--threshold', '0.51')).toMatchObject({ code: 1 });
});

test('with --json everything that is known is one document', async () => {
  const { endpoint, run, addCase } = await checkScene();
  await addCase('Ada', [has('Ada'), { type: 'cost', threshold: 1 }, { type: 'llm-rubric', value: 'kind' }]);
  await addCase('Bob', [has('Bob')]);
  endpoint.answer((answer, one) => {
    if (asked(one.body).includes('Bob')) answer.writeHead(400).end('{"error":{"message":"Too long."}}');
    else return streamOf(['Dear Ada'], { in: 1000, out: 2 })(answer, one);
  });
  const { code, out } = await run('Letters/Greeting', '--json');
  const cell = {
    tokens: { in: 1000, out: 2 },
    milliseconds: expect.any(Number),
    cost: 0.001002,
    isCut: false,
  };
  const totals = { cells: 2, passed: 0, failed: 0, open: 1, errors: 1, tokensIn: 1000, tokensOut: 2 };
  const figures = { cost: 0.001002, milliseconds: expect.any(Number) };
  const verdict = { kind: 'judged', passed: true, score: 1, reason: expect.any(String) };
  expect([code, JSON.parse(out)]).toEqual([
    1,
    {
      ...{ passed: false, threshold: 1, left: 0, refused: [], totals: { ...totals, ...figures } },
      suites: [
        {
          ...{ prompt: 'Letters/Greeting', model: 'house', totals: { ...totals, ...figures } },
          cells: [
            {
              case: { id: 101, name: 'Ada', values: { name: 'Ada' } },
              ...{ state: 'open', score: 1, answer: 'Dear Ada', toolCalls: [], ...cell },
              checks: [
                { check: has('Ada'), ...verdict },
                { check: { type: 'cost', threshold: 1 }, ...verdict },
                {
                  check: { type: 'llm-rubric', value: 'kind' },
                  ...{ kind: 'open', passed: null, score: null, reason: 'It needs a model to judge it.' },
                },
              ],
            },
            {
              case: { id: 102, name: 'Bob', values: { name: 'Bob' } },
              ...{ state: 'error', error: '400: Too long.' },
            },
          ],
        },
      ],
    },
  ]);
});

test('an open case neither holds nor fails, and is counted', async () => {
  const { endpoint, run, addCase } = await checkScene();
  await addCase('Ada', [{ type: 'llm-rubric', value: 'kind' }]);
  await addCase('Bob', [has('x')]);
  answersBy(endpoint, () => 'x');
  const { code, out, err } = await run('Letters/Greeting');
  expect([code, out, err]).toEqual([0, expect.stringContaining('1 of 2 held, 1 open'), '']);
});

test.each([
  [[], 'llm-rubric', '; with --judge NAME a model judges by rubrics'],
  [['--threshold', '0'], 'llm-rubric', '; with --judge NAME a model judges by rubrics'],
  [['--judge', 'other'], 'promptory:rating', ''],
])('with %j and %s alone nothing is decided, which is named and ends with 1', async (args, type, hint) => {
  const { endpoint, run, addCase } = await checkScene();
  await addCase('Ada', [{ type, value: type === 'llm-rubric' ? 'kind' : 4 }]);
  answersBy(endpoint, () => 'x');
  const { code, out, err } = await run('Letters/Greeting', ...args);
  expect([code, out]).toEqual([1, expect.stringContaining('0 of 1 held, 1 open')]);
  expect(err).toBe(
    `Nothing was decided: all cases are open. Ratings by hand and checks of other tools are not judged here${hint}.\n`,
  );
  expect(JSON.parse((await run('Letters/Greeting', ...args, '--json')).out)).toMatchObject({ passed: false });
});

test('a value, a label or a snippet that is missing is an error of its cases, and nothing is sent for it', async () => {
  const { endpoint, run, addCase, call } = await checkScene();
  await addCase('Ada', [], { values: {} });
  const missing = await run('Letters/Greeting');
  expect([missing.code, missing.out]).toEqual([
    1,
    expect.stringContaining('"Ada": These variables have neither a value nor a default: name.'),
  ]);
  const label = await run('Letters/Greeting@none');
  expect([label.code, label.out]).toEqual([1, expect.stringContaining('no version with this label')]);
  await call('PATCH', '/api/prompts/6/content', { content: '{{> Letters/None}}' });
  expect((await run('Letters')).out).toContain('These snippets are not inserted: {{> Letters/None}}.');
  expect(endpoint.asked).toEqual([]);
});

test('a model that fails five times in a row is given up, and the others go on', async () => {
  const { endpoint, run, addCase } = await checkScene();
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await addCase(name, []);
  errorOf(endpoint, 500, 'Broken.');
  const args = ['--model', 'house', '--model', 'none', '--concurrency', '1'];
  const { code, out } = await run('Letters/Greeting', ...args);
  expect([code, endpoint.asked.length]).toEqual([1, 5]);
  expect(out).toContain('error: Letters/Greeting, house, "E": 500: Broken.\n');
  expect(out).toContain('"F": house failed 5 times in a row: what was left for it was not run.\n');
  expect(out).toContain('Letters/Greeting, none: 0 of 7 held, 7 errors');
});

test('an expression without an end is an error of its check, and what follows is judged', async () => {
  const { endpoint, variables, args, addCase } = await checkScene();
  await addCase('Ada', [{ type: 'regex', value: '^(a+)+$' }]);
  await addCase('Bob', [has('b')]);
  answersBy(endpoint, () => `${'a'.repeat(40)}b`);
  // A process: the thread is started from what ships.
  const { code, out } = await spawnPromptory(variables, args('Letters/Greeting'));
  const [line, total] = out.split('\n');
  expect(line).toBe('failed: Letters/Greeting, house, "Ada": regex "^(a+)+$": The check takes too long.');
  expect([code, total]).toEqual([1, expect.stringContaining('1 of 2 held, 1 failed')]);
});

test('no more runs are under way than --concurrency allows', async () => {
  const { endpoint, run, addCase } = await checkScene();
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await addCase(name, []);
  let [running, most] = [0, 0];
  const full = Promise.withResolvers<void>();
  endpoint.answer(async (answer, one) => {
    running += 1;
    most = Math.max(most, running);
    if (running === 3) full.resolve();
    await full.promise;
    running -= 1;
    return streamOf(['x'])(answer, one);
  });
  expect(await run('Letters/Greeting', '--concurrency', '3')).toMatchObject({ code: 0 });
  expect(most).toBe(3);
});

test('against a baseline each case is better, worse or equal; what got worse is named, and ends with 1', async () => {
  const { endpoint, run, addCase } = await checkScene();
  await addCase('Ada', [has('Hello')]);
  await addCase('Bob', [has('Dear')]);
  await addCase('Eve', [has('Eve')]);
  answersBy(endpoint, (message) => message);
  const args = ['Letters/Greeting', '--baseline', 'production', '--threshold', '0'] as const;
  const { code, out } = await run(...args);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^failed: Letters\/Greeting, house, "Ada": contains "Hello": .+ It held under production\.\n/,
  );
  expect(out).toContain('2 of 3 held, 1 failed');
  expect(out).toContain('Against production: 1 better, 1 worse, 1 equal.');
  const json = JSON.parse((await run(...args, '--json')).out);
  expect(json.totals.compared).toEqual({ better: 1, worse: 1, equal: 1 });
  expect(json.suites[0].cells.map((cell: { change: string }) => cell.change)).toEqual([
    ...['worse', 'better', 'equal'],
  ]);
  const same = await run('Letters/Greeting@production', '--baseline', 'production', '--threshold', '0');
  expect([same.code, same.out]).toEqual([0, expect.stringContaining('0 better, 0 worse, 3 equal')]);
});

test('an answer that its tokens cut off is named so where it does not hold', async () => {
  const { endpoint, run, addCase } = await checkScene();
  await addCase('Ada', [has('Ada')]);
  endpoint.answer((answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.end(event({ choices: [{ delta: { content: 'Dear' }, finish_reason: 'length' }] }));
  });
  const { out } = await run('Letters/Greeting');
  expect(out).toContain('It does not contain "Ada". The answer ends where its tokens were used up.\n');
});

test('a run that several cases share fails once, and does not give its model up', async () => {
  const { endpoint, run, addCase } = await checkScene();
  for (let count = 1; count <= 7; count += 1) await addCase(`Ada ${count}`, [], { values: { name: 'Ada' } });
  errorOf(endpoint, 500, 'Broken.');
  const { code, out } = await run('Letters/Greeting', '--concurrency', '1');
  expect([code, endpoint.asked.length, out.includes('in a row')]).toEqual([1, 1, false]);
});

test('the same text, values, settings and model are sent once', async () => {
  const { endpoint, run, addCase } = await checkScene();
  await addCase('Ada', [has('x')]);
  await addCase('Ada too', [has('y')], { values: { name: 'Ada' } });
  answersBy(endpoint, () => 'x');
  expect((await run('Letters/Greeting')).out).toContain('1 of 2 held, 1 failed');
  expect(endpoint.asked).toHaveLength(1);
});

test.each([
  [['Letters/Greeting'], 'There is nothing to check: no test case is enabled there.'],
  [['Nothing'], 'There is no project of the name or id Nothing.'],
  [['a/b/c'], 'PLACE must be like PROJECT, PROJECT/PROMPT or PROJECT/PROMPT@LABEL'],
  [['Letters', '--threshold', '2'], '--threshold must be a share from 0 to 1'],
  [['Letters', '--concurrency', 'many'], '--concurrency must be a number from 1 to 64'],
  [['Letters', '--record', 'a', '--replay', 'a'], 'Either --record or --replay'],
  [['Letters', '--replay', 'none.jsonl'], 'There is no file of recorded answers at'],
])('%j is refused with exit code 2', async (args, sentence) => {
  const { run, addCase } = await checkScene();
  if (args.includes('--replay')) await addCase('Ada', []);
  const [place = '', ...more] = args;
  const { code, err } = await run(place, ...more);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('a prompt that is not there, and a server that is gone, end with a sentence and exit code 1', async () => {
  const { run, variables } = await checkScene();
  expect(await run('Letters/Nothing')).toMatchObject({
    ...{ code: 1, out: '', err: 'There is no prompt of this name or id in the project.\n' },
  });
  const away = ['check', 'Letters', '--url', 'http://127.0.0.1:1', '--model', 'm'];
  expect(await runPromptory(variables, away)).toMatchObject({
    ...{ code: 1, out: '', err: 'The server does not answer.\n' },
  });
});
