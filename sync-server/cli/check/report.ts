/** Makes of the results of cells what `promptory check` reports: totals, sentences, one JSON document. */
import { assertionOf } from '#shared/checks/assertions.ts';
import { type Compared, changeFrom } from '#shared/checks/compare-cells.ts';
import type { Verdict } from '#shared/checks/judge-answer.ts';
import { shown } from '#shared/checks/verdict.ts';
import { t } from '#shared/language/translate.ts';
import type { Check } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { CellResult } from './cell.ts';

export type ReportedCell = {
  readonly prompt: string;
  readonly model: string;
  readonly test: TestCase;
  readonly result: CellResult;
  /** Of the baseline; null: it was not run. */
  readonly before: CellResult | null;
};

/** The cells of one prompt and model. */
export type Suite = {
  readonly prompt: string;
  readonly model: string;
  readonly cells: readonly ReportedCell[];
};

export type Totals = {
  readonly cells: number;
  readonly passed: number;
  readonly failed: number;
  readonly open: number;
  readonly errors: number;
  /** Of those answers of which it is known. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cost: number;
  /** Of all answers together. */
  readonly milliseconds: number;
};

export function suitesOf(cells: readonly ReportedCell[]): Suite[] {
  const groups = Map.groupBy(cells, ({ prompt, model }) => JSON.stringify([prompt, model]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ prompt: first.prompt, model: first.model, cells: group }];
  });
}

export function totalsOf(cells: readonly ReportedCell[]): Totals {
  const sum = (of: (cell: ReportedCell) => number) => cells.reduce((all, cell) => all + of(cell), 0);
  const count = (state: CellResult['state']) => sum(({ result }) => Number(result.state === state));
  return {
    cells: cells.length,
    ...{ passed: count('passed'), failed: count('failed'), open: count('open'), errors: count('error') },
    tokensIn: sum(({ result }) => answerOf(result)?.tokens?.in ?? 0),
    tokensOut: sum(({ result }) => answerOf(result)?.tokens?.out ?? 0),
    cost: sum(({ result }) => answerOf(result)?.cost ?? 0),
    milliseconds: sum(({ result }) => answerOf(result)?.milliseconds ?? 0),
  };
}

/** The share of those that passed among those that are decided; 1 where none is. */
export function shareOf({ cells, open, passed }: Totals): number {
  return cells === open ? 1 : passed / (cells - open);
}

/** Whether there are results, and each of them is open. */
export function isUndecided({ cells, open }: Totals): boolean {
  return cells > 0 && cells === open;
}

export function changeOf({ before, result }: ReportedCell): keyof Compared | null {
  return before === null ? null : changeFrom(before, result);
}

/** A line for each cell that did not pass, then the totals of each prompt and model. */
export function linesOf(suites: readonly Suite[], baseline: string | undefined): string[] {
  const cells = suites.flatMap((suite) => suite.cells);
  const failed = cells.flatMap((cell) => {
    const { prompt, model, test, result } = cell;
    if (result.state !== 'failed' && result.state !== 'error') return [];
    const held = changeOf(cell) === 'worse' ? ` It held under ${baseline}.` : '';
    return [`${result.state}: ${prompt}, ${model}, "${test.name}": ${reasonOf(result)}${held}`];
  });
  const ends = baseline === undefined ? () => '' : (suite: Suite) => ` ${comparedLine(suite, baseline)}`;
  return [...failed, ...suites.map((suite) => `${totalLine(suite)}${ends(suite)}`)];
}

/** The reasons for which a cell did not pass, in one line. */
export function reasonOf(result: CellResult): string {
  if (result.state === 'error') return result.sentence;
  const { answer, checks, judgement } = result;
  const cut = answer.isCut ? ' The answer ends where its tokens were used up.' : '';
  const missed = judgement.verdicts.flatMap((verdict, place) => {
    const check = checks[place];
    return check === undefined || verdict.passed === true ? [] : [`${nameOf(check)}: ${sentenceOf(verdict)}`];
  });
  // With a threshold each check may have passed, and their score not be enough.
  const reason = missed.length > 0 ? missed.join(' ') : `Its score is ${number(judgement.score ?? 0, 2)}.`;
  return `${reason}${cut}`;
}

function nameOf(check: Check): string {
  const assertion = assertionOf(check);
  const { type, value } = Object(assertion) as { type?: JsonValue; value?: JsonValue };
  const named = typeof type === 'string' ? type : 'check';
  return value === undefined ? named : `${named} ${shown(JSON.stringify(value))}`;
}

function sentenceOf({ reason }: Verdict): string {
  return t(reason.sentence, reason.values);
}

function totalLine({ prompt, model, cells }: Suite): string {
  const { passed, failed, open, errors, tokensIn, tokensOut, milliseconds } = totalsOf(cells);
  const parts = [
    `${passed} of ${cells.length} held`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errors > 0 ? [errors === 1 ? '1 error' : `${errors} errors`] : []),
    ...(open > 0 ? [`${open} open`] : []),
    `${number(tokensIn)} tokens in`,
    `${number(tokensOut)} out`,
    `${number(milliseconds / 1000, 1)} s`,
  ];
  return `${prompt}, ${model}: ${parts.join(', ')}.`;
}

function comparedLine({ cells }: Suite, baseline: string): string {
  const { better, worse, equal } = comparedOf(cells);
  return `Against ${baseline}: ${better} better, ${worse} worse, ${equal} equal.`;
}

export function comparedOf(cells: readonly ReportedCell[]): Compared {
  const count = (change: keyof Compared) => cells.filter((cell) => changeOf(cell) === change).length;
  return { better: count('better'), worse: count('worse'), equal: count('equal') };
}

function number(value: number, digits = 0): string {
  return new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
}

/** The document that `--json` prints: docs/checks.md lists its fields. */
export function jsonOf(suites: readonly Suite[], isCompared: boolean): object {
  const cells = suites.flatMap((suite) => suite.cells);
  const compared = (of: readonly ReportedCell[]) => (isCompared ? { compared: comparedOf(of) } : {});
  return {
    totals: { ...totalsOf(cells), ...compared(cells) },
    suites: suites.map(({ prompt, model, cells: own }) => ({
      ...{ prompt, model, totals: { ...totalsOf(own), ...compared(own) } },
      cells: own.map((cell) => ({
        case: { id: cell.test.id, name: cell.test.name, values: cell.test.values },
        ...jsonOfResult(cell.result),
        ...(isCompared
          ? { change: changeOf(cell), baseline: cell.before === null ? null : jsonOfResult(cell.before) }
          : {}),
      })),
    })),
  };
}

function jsonOfResult(result: CellResult): object {
  if (result.state === 'error') return { state: 'error', error: result.sentence };
  const { state, answer, checks, judgement } = result;
  return {
    ...{ state, score: judgement.score, ...answer },
    checks: judgement.verdicts.map((verdict, place) => ({
      check: checks[place] === undefined ? null : assertionOf(checks[place]),
      ...{ kind: verdict.kind, passed: verdict.passed, score: verdict.score, reason: sentenceOf(verdict) },
    })),
  };
}

function answerOf(result: CellResult) {
  return result.state === 'error' ? null : result.answer;
}
