/**
 * Reads evaluators of GitHub Models as checks of a case, and writes the checks that all cases have as evaluators.
 *
 * 1. Those of the text of an answer have a check of the same meaning: letters are compared in any case there, but for
 *    `equals`. The name of one is the metric of its check.
 * 2. Any other is kept as it is, as an assertion that is not judged here: of `github/llm`, or of the name in `uses`.
 */
import { Json, type JsonValue } from '#shared/model/checks/json.ts';
import { fillIn } from '#shared/templates/variables.ts';
import type { FoundCase } from '../cases/case-notes.ts';
import { cellsOf } from '../table.ts';

const kinds = ['equals', 'contains', 'startsWith', 'endsWith'] as const;
type Kind = (typeof kinds)[number];

/** `values`: of the case, which an expression is made of. */
export function checkOfEvaluator(evaluator: unknown, values: FoundCase['values']): JsonValue {
  const { name, string: text, ...more } = cellsOf(evaluator) ?? {};
  const fields = Object.entries(cellsOf(text) ?? {});
  const [only] = fields;
  const kind = kinds.find((each) => each === only?.[0]);
  const value = only?.[1];
  const isPlain = fields.length === 1 && Object.keys(more).length === 0;
  if (kind === undefined || typeof value !== 'string' || value === '' || !isPlain) {
    return Json.parse({ type: typeOf(more), evaluator });
  }
  return { ...assertionOf(kind, value, values), ...(typeof name === 'string' ? { metric: name } : {}) };
}

/** True for an assertion that keeps an evaluator which is not judged here. */
export function isKeptEvaluator(check: JsonValue): boolean {
  const { type, evaluator } = cellsOf(check) ?? {};
  return typeof type === 'string' && type.startsWith('github/') && evaluator !== undefined;
}

function typeOf({ uses, llm }: Readonly<Record<string, unknown>>): string {
  if (typeof uses === 'string' && uses.startsWith('github/')) return uses;
  return llm === undefined ? 'github/evaluator' : 'github/llm';
}

function assertionOf(kind: Kind, value: string, values: FoundCase['values']): { [name: string]: JsonValue } {
  const filled = () => inAnyCase(fillIn(value, new Map(Object.entries(values))).text);
  switch (kind) {
    case 'equals':
      return { type: 'equals', value };
    case 'contains':
      return { type: 'icontains', value };
    case 'startsWith':
      return { type: 'regex', value: `^${filled()}` };
    case 'endsWith':
      return { type: 'regex', value: `${filled()}$` };
  }
}

/** Returns an expression for a text in small and large letters: an expression has no flags. */
function inAnyCase(text: string): string {
  return Array.from(text, (character) => {
    const other = [character.toLowerCase(), character.toUpperCase()].find((each) => each !== character);
    const isLetter = other !== undefined && other.length === 1 && character.length === 1;
    return isLetter ? `[${character}${other}]` : character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  }).join('');
}

/** Returns the text of such an expression; null where it is another one. */
function textOf(expression: string): string | null {
  const text = expression.replace(/\[(.).\]|\\(.)/gsu, '$1$2');
  return inAnyCase(text) === expression ? text : null;
}

/** Returns an evaluator for each check that all cases have, where there is one. */
export function evaluatorsOf([first, ...others]: readonly FoundCase[]): unknown[] {
  const inOthers = others.map(({ checks }) => new Set(checks.map((check) => JSON.stringify(check))));
  const shared = (first?.checks ?? []).filter((check) => {
    const json = JSON.stringify(check);
    return inOthers.every((checks) => checks.has(json));
  });
  return shared.flatMap((check, place) => evaluatorOf(check, `check ${place + 1}`) ?? []);
}

function evaluatorOf(check: JsonValue, plainName: string): unknown {
  const { type, value, metric, ...more } = cellsOf(check) ?? {};
  if (isKeptEvaluator(check)) return more.evaluator;
  if (typeof value !== 'string' || value === '' || Object.keys(more).length > 0) return null;
  const name = typeof metric === 'string' ? metric : plainName;
  if (type === 'equals') return { name, string: { equals: value } };
  if (type === 'icontains') return { name, string: { contains: value } };
  if (type !== 'regex') return null;
  const start = value.startsWith('^') ? textOf(value.slice(1)) : null;
  if (start !== null && start !== '') return { name, string: { startsWith: start } };
  const end = value.endsWith('$') ? textOf(value.slice(0, -1)) : null;
  return end === null || end === '' ? null : { name, string: { endsWith: end } };
}
