/**
 * Writes a report as JUnit's XML, which the services that run builds read: a suite for each prompt and model, a case for
 * each test case. An open one is skipped.
 */
import { changeOf, type ReportedCell, reasonOf, type Suite, totalsOf } from './report.ts';

/** `baseline`: the label that cells were compared with. */
export function junitOf(suites: readonly Suite[], baseline: string | undefined): string {
  const all = countsOf(suites.flatMap(({ cells }) => cells));
  const lines = suites.flatMap((suite) => [
    `  <testsuite${attributes({ name: nameOf(suite), ...countsOf(suite.cells) })}>`,
    ...suite.cells.map((cell) => `    ${caseOf(cell, nameOf(suite), baseline)}`),
    '  </testsuite>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'promptory check', ...all })}>`,
    ...lines,
    '</testsuites>',
    '',
  ].join('\n');
}

const nameOf = ({ prompt, model }: Suite) => `${prompt}, ${model}`;
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

function countsOf(cells: readonly ReportedCell[]) {
  const { failed, open, errors, milliseconds } = totalsOf(cells);
  return {
    ...{ tests: cells.length, failures: failed, errors, skipped: open, time: seconds(milliseconds) },
  };
}

function caseOf(cell: ReportedCell, classname: string, baseline: string | undefined): string {
  const { test, result } = cell;
  const time = seconds(result.state === 'error' ? 0 : result.answer.milliseconds);
  const start = `<testcase${attributes({ name: test.name, classname, time })}`;
  if (result.state === 'passed') return `${start}/>`;
  const held = changeOf(cell) === 'worse' ? ` It held under ${baseline}.` : '';
  const message = `${reasonOf(result)}${held}`;
  if (result.state === 'open') return `${start}><skipped${attributes({ message })}/></testcase>`;
  if (result.state === 'error') return `${start}><error${attributes({ message })}/></testcase>`;
  const { answer } = result.answer;
  return `${start}><failure${attributes({ message })}>${escaped(answer)}</failure></testcase>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

/** XML 1.0 has no way to write most control characters, halves of pairs, U+FFFE and U+FFFF. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"'\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);
}
