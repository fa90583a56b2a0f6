import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { readXml } from '../../testing/read-xml.ts';
import type { CellAnswer, CellResult } from './cell.ts';
import { junitOf } from './junit.ts';
import { type ReportedCell, suitesOf } from './report.ts';

const answer: CellAnswer = {
  ...{ answer: 'Hello', toolCalls: [], tokens: null, milliseconds: 1500, cost: null, isCut: false },
};
const judgement = { verdicts: [], passed: true, score: 0.25 };
const resultOf = (state: 'passed' | 'failed' | 'open', text = 'Hello'): CellResult => ({
  ...{ state, answer: { ...answer, answer: text }, checks: [], judgement },
});
const error: CellResult = { state: 'error', sentence: 'Nothing answers.', isMissing: false };

const cellOf = (name: string, result: CellResult, before: CellResult | null = null): ReportedCell => ({
  ...{ prompt: 'Letters/Greeting', model: 'house', test: exampleTestCase({ name }), result, before },
});

test('a suite has a case for each test case: passed, failed, open or an error, with its time and its reason', () => {
  const cells = [
    cellOf('Ada', resultOf('passed')),
    cellOf('Bob', resultOf('failed'), resultOf('passed')),
    cellOf('Eve', error),
    cellOf('Mia', resultOf('open')),
  ];
  const read = readXml(junitOf(suitesOf(cells), 'production'));
  const counts = { tests: '4', failures: '1', errors: '1', skipped: '1', time: '4.500' };
  expect([read.name, read.attributes]).toEqual(['testsuites', { name: 'promptory check', ...counts }]);
  const [suite] = read.children;
  const classname = 'Letters/Greeting, house';
  expect(suite).toMatchObject({ name: 'testsuite', attributes: { name: classname, ...counts } });
  const held = 'Its score is 0.25. It held under production.';
  expect(suite?.children).toMatchObject([
    { name: 'testcase', attributes: { name: 'Ada', classname, time: '1.500' }, children: [] },
    {
      attributes: { name: 'Bob' },
      children: [{ name: 'failure', attributes: { message: held }, text: 'Hello' }],
    },
    {
      attributes: { time: '0.000' },
      children: [{ name: 'error', attributes: { message: 'Nothing answers.' } }],
    },
    { children: [{ name: 'skipped', attributes: {} }] },
  ]);
});

test('whatever names and answers have, the XML is well-formed and has them back', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(text, text, (name, answered) => {
      const cells = [cellOf(name, resultOf('failed', answered))];
      const [found] = readXml(junitOf(suitesOf(cells), undefined)).children[0]?.children ?? [];
      const shown = (given: string) =>
        [...given.toWellFormed()]
          .map((one) => (/^[\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]$/u.test(one) ? one : '\ufffd'))
          .join('');
      expect([found?.attributes.name, found?.children[0]?.text]).toEqual([shown(name), shown(answered)]);
    }),
  );
  const hostile = 'a\u0000\u0007\u001b[31m\ud800\uffff<&>"\'\n\t]]>';
  const xml = junitOf(suitesOf([cellOf(hostile, resultOf('failed', hostile))]), undefined);
  const expected = 'a\ufffd\ufffd\ufffd[31m\ufffd\ufffd<&>"\'\n\t]]>';
  expect(readXml(xml).children[0]?.children[0]?.attributes.name).toBe(expected);
});
