import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readModels, readModelsFile } from './models-file.ts';

const variables = { HOUSE_KEY: 'k-env', EMPTY: '' };
const read = (text: string) => readModels(text, { path: 'models.yaml', variables });

test('a file offers its models with their keys, people, prices and limits', () => {
  using folder = temporaryFolder();
  const keyFile = join(folder.path, 'key');
  writeFileSync(keyFile, 'k-file\n');
  const path = join(folder.path, 'models.yaml');
  writeFileSync(
    path,
    `# For the house.
models:
  - name: llama
    address: http://10.0.0.5:11434/v1
    model: llama3.2:3b
    people: everyone
  - name: gpt
    address: https://api.openai.com/v1
    keyEnv: HOUSE_KEY
    people: [Ada, grace]
    price: { in: 0.4, out: 1.6 }
    atOnce: 2
  - { name: claude, address: https://api.anthropic.com/v1, keyFile: ${keyFile}, people: [Ada] }
limits:
  tokensPerDay: 200000
  moneyPerDay: 2.5
`,
  );
  expect(readModelsFile(path, variables)).toEqual({
    models: [
      {
        ...{ name: 'llama', address: 'http://10.0.0.5:11434/v1', model: 'llama3.2:3b', key: undefined },
        ...{ people: 'everyone', price: null, atOnce: 4 },
      },
      {
        ...{ name: 'gpt', address: 'https://api.openai.com/v1', model: 'gpt', key: 'k-env' },
        ...{ people: new Set(['ada', 'grace']), price: { in: 0.4, out: 1.6 }, atOnce: 2 },
      },
      {
        ...{ name: 'claude', address: 'https://api.anthropic.com/v1', model: 'claude', key: 'k-file' },
        ...{ people: new Set(['ada']), price: null, atOnce: 4 },
      },
    ],
    limits: {
      ...{ runsAtOnce: 2, tokensPerDay: 200_000, moneyPerDay: 2.5 },
      ...{ stallSeconds: 100, answerBytes: 8 * 1024 * 1024 },
    },
  });
});

test('a file may be JSON', () => {
  const model = { name: 'a', address: 'http://localhost:8080/v1', people: 'everyone' };
  expect(read(JSON.stringify({ models: [model] }))).toMatchObject({ models: [{ name: 'a', model: 'a' }] });
});

const model = (more: string) => `models:
  - name: a
    address: http://localhost:8080/v1
    people: everyone
    ${more}
`;

test.each([
  ['models: []', 'line 1: models must list at least one model'],
  ['', 'line 1: '],
  ['models:\n  - name: a\n   address: b', 'line 3: '],
  [model('colour: red'), 'line 2: models.0 Unrecognized key: "colour"'],
  [model('').replace('http://localhost:8080/v1', 'localhost'), 'line 3: models.0.address must be an address'],
  [model('').replace('everyone', '[]'), 'line 4: models.0.people must be everyone, or a list of usernames'],
  [model('price: { in: -1, out: 2 }'), 'line 5: models.0.price.in '],
  [model('atOnce: many'), 'line 5: models.0.atOnce '],
  [model('keyEnv: NOT_SET'), 'line 5: the environment variable NOT_SET is not set'],
  [model('keyEnv: EMPTY'), 'line 5: the environment variable EMPTY is not set'],
  [model('keyFile: /no/such/key'), 'line 5: /no/such/key cannot be read, or is empty'],
  [model('key: a\n    keyEnv: HOUSE_KEY'), 'line 2: models.0 has more than one of key, keyEnv and keyFile'],
  [
    `${model('')}  - { name: a, address: https://b.example, people: everyone }`,
    'line 6: the name a stands here a second time',
  ],
  [`${model('')}limits:\n  tokensPerDay: 0\n`, 'line 7: limits.tokensPerDay '],
  [`${model('')}limits:\n  stallSeconds: 120\n`, 'line 7: limits.stallSeconds '],
])('in %j the line of what is wrong is named', (text, problem) => {
  const { problem: named } = Object(read(text));
  expect(named).toContain(`models.yaml, ${problem}`);
});

test('a file that is not there is named', () => {
  expect(readModelsFile('/no/such/file', {})).toEqual({ problem: '/no/such/file cannot be read' });
});
