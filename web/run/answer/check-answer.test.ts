import { expect, test } from 'vitest';
import { manualClock } from '../../ui/testing/manual-clock.ts';
import { startSchemaWorker } from '../testing/schema-worker-scene.ts';
import { createCheckAnswer } from './check-answer.ts';
import { createSchemaThread } from './schema-thread.ts';

const { compare } = createSchemaThread({ startWorker: startSchemaWorker, clock: manualClock() });

const problemsOf = (answer: string, answerSchema: object) =>
  createCheckAnswer(compare)(
    {
      ...{ answer, reasoning: '', toolCalls: [], usage: null, messages: [] },
      settings: { answerFormat: 'json', answerSchema: JSON.stringify(answerSchema) },
    },
    'other',
  );

test('an answer that does not fit its schema is named with the place', async () => {
  const schema = { type: 'object', properties: { people: { type: 'number' } } };
  expect(await problemsOf('{"people": 3}', schema)).toEqual([]);
  expect(await problemsOf('{"people": "3"}', schema)).toMatchObject([
    { kind: 'schemaMismatch', at: '/people' },
  ]);
});

test.each([
  ['a reference that leads nowhere', { $ref: '#/nope' }],
  ['a reference to itself', { $ref: '#' }],
  ['an expression that is none', { type: 'string', pattern: '(' }],
])('an answer is whole whatever its schema is: %s', async (_what, schema) => {
  expect(await problemsOf('"text"', schema)).toEqual([]);
});

test('a comparison without an end is a problem of its own, and the next answer is compared', async () => {
  const clock = manualClock();
  const threads: { isEnded: boolean }[] = [];
  const schemas = createSchemaThread({
    clock,
    startWorker() {
      const thread = { isEnded: false };
      threads.push(thread);
      const worker = startSchemaWorker();
      return {
        ...worker,
        send: (question) => 'pattern' in question.schema || worker.send(question),
        terminate: () => Object.assign(thread, { isEnded: true }),
      };
    },
  });
  const checkAnswer = createCheckAnswer(schemas.compare);
  const checked = (answer: string, answerSchema: object) =>
    checkAnswer(
      {
        ...{ answer, reasoning: '', toolCalls: [], usage: null, messages: [] },
        settings: { answerFormat: 'json', answerSchema: JSON.stringify(answerSchema) },
      },
      'other',
    );
  const endless = checked('"aaa"', { pattern: '(a+)+$' });
  const next = checked('3', { type: 'string' });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  clock.pass(10_000);
  expect(await endless).toEqual([{ kind: 'schemaNotCompared' }]);
  expect(await next).toMatchObject([{ kind: 'schemaMismatch' }]);
  expect(threads).toEqual([{ isEnded: true }, { isEnded: false }]);
});
