import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fromWhere } from './import.mjs';

const here = resolve('somewhere');

test.each([
  [
    ['--user', 'ada', 'prompts.jsonl'],
    ['--user', 'ada', resolve(here, 'prompts.jsonl')],
  ],
  [
    ['prompts.jsonl', '--user', 'ada'],
    [resolve(here, 'prompts.jsonl'), '--user', 'ada'],
  ],
  [
    ['--project', 'Mine', '--user=ada', '../a.jsonl'],
    ['--project', 'Mine', '--user=ada', resolve(here, '../a.jsonl')],
  ],
  [
    ['--user', 'ada', resolve('a.jsonl')],
    ['--user', 'ada', resolve('a.jsonl')],
  ],
])('of %j the file is meant from where the person stands', (args, understood) => {
  expect(fromWhere(args, here)).toEqual(understood);
});
