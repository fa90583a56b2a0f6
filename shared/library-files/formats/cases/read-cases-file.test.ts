import { describe, expect, it } from 'vitest';
import { t } from '#shared/language/translate.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import { limits } from '#shared/model/limits.ts';
import { FileRefused } from '../../files.ts';
import { inputFile } from '../../testing/memory-library.ts';
import { readCasesFile } from './read-cases-file.ts';
import { assertionOfShorthand, shorthandOf } from './shorthand.ts';

async function read(name: string, text: string | Uint8Array, variables: readonly string[] = ['question']) {
  const reader = await readCasesFile(inputFile(name, text), variables);
  const cases = reader.tests.map(({ name: title, values, checks }) => ({ name: title, values, checks }));
  const remarks = reader.remarks();
  const shown = remarks.map(({ sentence, values }) => t(sentence, values));
  return { cases, tests: reader.tests, remarks: remarks.map(({ sentence }) => sentence), shown };
}

describe('the short form of an assertion', () => {
  it.each<[string, Record<string, JsonValue>]>([
    ['Paris', { type: 'equals', value: 'Paris' }],
    ['note: an answer', { type: 'equals', value: 'note: an answer' }],
    ['equals:contains: x', { type: 'equals', value: 'contains: x' }],
    ['contains: Paris', { type: 'contains', value: 'Paris' }],
    ['not-icontains:a, b', { type: 'not-icontains', value: 'a, b' }],
    ['contains-any:a, b', { type: 'contains-any', value: ['a', 'b'] }],
    ['contains-all: "a, b",c', { type: 'contains-all', value: '"a, b",c' }],
    ['is-json', { type: 'is-json' }],
    ['is-json:{"type":"object"}', { type: 'is-json', value: '{"type":"object"}' }],
    ['latency(500)', { type: 'latency', threshold: 500 }],
    ['similar:hello', { type: 'similar', value: 'hello', threshold: 0.8 }],
    ['similar(0.5): hello', { type: 'similar', value: 'hello', threshold: 0.5 }],
    ['grade: polite', { type: 'llm-rubric', value: 'polite' }],
    ['fn:output.length < 9', { type: 'javascript', value: 'output.length < 9' }],
    ['contains:two\nlines', { type: 'contains', value: 'two\nlines' }],
  ])('%j is read', (text, assertion) => {
    expect(assertionOfShorthand(text)).toEqual(assertion);
  });

  it.each<[JsonValue, string | null]>([
    [{ type: 'equals', value: 'contains: x' }, 'equals:contains: x'],
    [{ type: 'contains', value: ' x' }, 'contains:  x'],
    [{ type: 'levenshtein', value: 'x' }, 'levenshtein(5):x'],
    [{ type: 'word-count', value: 5 }, 'word-count:5'],
    [{ type: 'contains-json', value: { type: 'object' } }, 'contains-json:{"type":"object"}'],
    [{ type: 'equals', value: { a: 1 } }, null],
    [{ type: 'contains-all', value: ['a, b'] }, null],
    [{ type: 'contains', value: 'x', weight: 2 }, null],
    [{ type: 'later', value: 'x' }, null],
    ['odd', null],
  ])('%j is written', (assertion, text) => {
    expect(shorthandOf(assertion)).toBe(text);
  });
});

describe('a table of tests', () => {
  it('has variables, assertions, a description, a metric and a threshold', async () => {
    const table = [
      'question,__expected,__expected2,__description,__metric,__threshold,__prefix,__metadata:topic,topic',
      '"Capital of France, please",Paris,not-contains: sorry,France,facts,0.5,Hi,geography,',
      'Why?,,,,,,,,maths',
    ].join('\n');
    const { tests, remarks } = await read('facts.csv', table);
    expect(tests).toMatchObject([
      {
        ...{ name: 'France', values: { question: 'Capital of France, please' }, threshold: 0.5 },
        checks: [
          { type: 'equals', value: 'Paris', metric: 'facts' },
          { type: 'not-contains', value: 'sorry', metric: 'facts' },
        ],
        notes: '---\nmetadata:\n  topic: geography\n---',
      },
      { name: 'facts 2', values: { question: 'Why?', topic: 'maths' }, checks: [], threshold: null },
    ]);
    expect(remarks).toEqual(['Columns that are not read: {names}.']);
  });

  it('has its thresholds from 0 to 1; rows with others are named, and have them in their notes', async () => {
    const rows = ['0', '0.75', 'abc', '2', '', '" 1 "'].map((threshold) => `Why?,because,${threshold}`);
    const { tests, shown } = await read(
      'a.csv',
      `question,__expected,__threshold\n${rows.join('\n')}\n"two\nlines",x,-1`,
    );
    expect(tests.map(({ threshold, notes }) => [threshold, notes])).toEqual([
      [0, ''],
      [0.75, ''],
      [null, '---\nthreshold: abc\n---'],
      [null, '---\nthreshold: 2\n---'],
      [null, ''],
      [1, ''],
      [null, '---\nthreshold: -1\n---'],
    ]);
    expect(shown).toEqual(['Lines of a.csv whose threshold is not a number from 0 to 1: 4, 5, 8']);
  });

  it('may have semicolons, a mark at its beginning and lines of Windows', async () => {
    const { cases } = await read('a.csv', '\ufeffquestion;__expected\r\nWhy, then?;because\r\n');
    expect(cases).toEqual([
      {
        name: 'a 1',
        values: { question: 'Why, then?' },
        checks: [{ type: 'equals', value: 'because' }],
      },
    ]);
  });
});

describe('items of a dataset of Langfuse', () => {
  const equals = (value: JsonValue) => ({ type: 'equals', value });
  const item = (input: unknown, expectedOutput: unknown, more = {}) =>
    JSON.stringify({
      id: 'x',
      datasetId: 'd',
      status: 'ACTIVE',
      input,
      expectedOutput,
      metadata: null,
      ...more,
    });

  it('have the values of an object, or the one value of the prompt, and what is expected', async () => {
    const lines = [
      item({ question: 'Why?', list: ['a', 'b'], depth: 2 }, 'because'),
      item('Where?', { place: 'here' }, { metadata: { name: 'Place', source: 'mail' }, status: 'ARCHIVED' }),
      item('Who?', null),
    ];
    const { tests } = await read('items.jsonl', lines.join('\n'));
    expect(tests).toMatchObject([
      {
        values: { question: 'Why?', list: '["a","b"]', depth: '2' },
        checks: [equals('because')],
        enabled: true,
      },
      {
        ...{
          name: 'Place',
          values: { question: 'Where?' },
          checks: [equals({ place: 'here' })],
          enabled: false,
        },
        notes: '---\nmetadata:\n  source: mail\n---',
      },
      { values: { question: 'Who?' }, checks: [] },
    ]);
  });

  it.each([
    ['items.json', `{"data":[${item('Why?', 'because')}],"meta":{"page":1}}`],
    ['dataset.json', `{"name":"d","items":[${item('Why?', 'because')}]}`],
    ['items.csv', 'input,expected_output,metadata\nWhy?,because,{}\n'],
  ])('come from %s', async (name, text) => {
    const { cases } = await read(name, text, ['a', 'b']);
    expect(cases).toMatchObject([{ values: { input: 'Why?' }, checks: [equals('because')] }]);
  });

  it('of a table have an object where a cell is one', async () => {
    const { cases } = await read(
      'items.csv',
      'input,expected_output\n"{""question"":""Why?""}","{""a"":1}"\n',
    );
    expect(cases).toMatchObject([{ values: { question: 'Why?' }, checks: [equals({ a: 1 })] }]);
  });
});

describe('files of tests', () => {
  it.each([
    ['tests.yaml', '- vars: { question: Why? }\n  assert: [{ type: is-json }]\n'],
    ['tests.json', '[{"vars":{"question":"Why?"},"assert":[{"type":"is-json"}]}]'],
    ['tests.jsonl', '{"vars":{"question":"Why?"},"assert":[{"type":"is-json"}]}\n'],
    [
      'promptfooconfig.yaml',
      'prompts: [x]\ndefaultTest: { assert: [{ type: is-json }] }\ntests: [{ vars: { question: Why? } }]\n',
    ],
  ])('%s gives its cases', async (name, text) => {
    expect((await read(name, text)).cases).toEqual([
      { name: 'Test 1', values: { question: 'Why?' }, checks: [{ type: 'is-json' }] },
    ]);
  });

  it.each([
    ['a.json', 'no', 'This file is not JSON.'],
    ['a.json', '{"a":1}', '{name} has nothing that is read as a test.'],
    ['a.yaml', 'a: [', 'This is not valid YAML: line {line, number}.'],
    ['a.yaml', `${'['.repeat(5000)}`, 'The YAML is nested too deeply.'],
    ['a.csv', 'x\n"never closed', 'A quote in line {line, number} is never closed.'],
    ['a.txt', 'x', 'Files of this kind are not read.'],
  ])('%s with %.20j is refused with a reason', async (name, text, sentence) => {
    await expect(read(name, text)).rejects.toThrow(FileRefused);
    await expect(read(name, text)).rejects.toThrow(sentence);
  });

  it('of lines name those that cannot be read, by their numbers, and the others are read', async () => {
    const good = '{"vars":{"question":"Why?"},"assert":[]}';
    const { cases, shown } = await read('a.jsonl', [good, 'no', '', good, '{"vars":'].join('\n'));
    expect(cases).toHaveLength(2);
    expect(shown).toEqual(['Lines of a.jsonl that are not JSON: 2, 5']);
  });

  it('of many lines that cannot be read name the first ten', async () => {
    const { shown } = await read('a.ndjson', 'no\n'.repeat(5000));
    expect(shown).toEqual(['Lines of a.ndjson that are not JSON: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …']);
  });

  it('of lines name those that are not UTF-8 apart', async () => {
    const { shown } = await read('a.jsonl', new Uint8Array([0x7b, 0x7d, 0x0a, 0xff, 0x0a, 0x78]));
    expect(shown).toEqual([
      'Lines of a.jsonl that are not UTF-8 text: 2',
      'Lines of a.jsonl that are not JSON: 3',
    ]);
  });

  it('of more rows than are read end there, and that is named', async () => {
    const rows = Array.from({ length: limits.casesPerFile + 5 }, (_, index) => `q${index},a`);
    const { cases, remarks } = await read('a.csv', `question,__expected\n${rows.join('\n')}`);
    expect(cases).toHaveLength(limits.casesPerFile);
    expect(remarks).toEqual(['Of one file at most {count, number} tests are imported.']);
  });

  it('with hostile names and values lose none of them', async () => {
    const { cases } = await read(
      'a.jsonl',
      '{"vars":{"__proto__":"x","constructor":"y"},"assert":[null,7]}\n',
    );
    expect(Object.entries(cases[0]?.values ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(cases[0]?.checks).toEqual([null, 7]);
  });
});
