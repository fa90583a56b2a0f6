import type { Check } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ReadPrompt } from '#shared/templates/prompt-parts.ts';
import { fillIn, variableMarks, variablesOf } from '#shared/templates/variables.ts';
import { checkOfAssertion, tooLargeAssertion } from './assertions.ts';

/** UTF-16 units of all checks of a case with their values: a value can be large, and stand in thousands of places. */
const mostUnits = 1024 * 1024;

/**
 * Returns checks with the values of their case in place of variables, wherever a text of them has one. In the place of
 * those that would be too large stands one that cannot be judged.
 */
export function filledChecks(
  checks: readonly JsonValue[],
  values: Readonly<Record<string, string>>,
): readonly JsonValue[] {
  const all = new Map(Object.entries(values));
  let left = mostUnits;

  function filledText(text: string): string {
    left -= unitsOf(text, all);
    return left < 0 ? '' : fillIn(text, all).text;
  }

  const filled = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return filledText(value);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((each: JsonValue) => filled(each));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
  };

  return checks.map((check) => {
    const before = left;
    const done = filled(check);
    if (left >= 0) return done;
    left = before;
    return tooLargeAssertion;
  });
}

/** Returns how long the filled text is, without making it. */
function unitsOf(text: string, values: ReadonlyMap<string, string>): number {
  if (!text.includes('{')) return text.length;
  return variablesOf(variableMarks(text)).variables.reduce((units, { name, field, places }) => {
    const value = values.get(name) ?? field.default;
    const marked = places.reduce((sum, { start, end }) => sum + end - start, 0);
    return value === null ? units : units + places.length * value.length - marked;
  }, text.length);
}

/** Returns a case with the defaults of a text where it has no value of its own: its checks are filled with both. */
export function caseOfText<Case extends Pick<TestCase, 'values'>>(
  test: Case,
  { found }: Pick<ReadPrompt, 'found'>,
): Case {
  const defaults = found.variables.flatMap(({ name, field }) =>
    field.default === null || Object.hasOwn(test.values, name) ? [] : [[name, field.default] as const],
  );
  if (defaults.length === 0) return test;
  return { ...test, values: { ...test.values, ...Object.fromEntries(defaults) } };
}

/** Returns the checks of a case as they are judged. */
export function checksOf({ checks, values }: Pick<TestCase, 'checks' | 'values'>): Check[] {
  return filledChecks(checks, values).map(checkOfAssertion);
}
