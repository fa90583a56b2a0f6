import type { Check } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { fillIn } from '#shared/templates/variables.ts';
import { checkOfAssertion } from './assertions.ts';

/** Returns checks with the values of their case in place of variables, wherever a text of them has one. */
export function filledChecks(
  checks: readonly JsonValue[],
  values: Readonly<Record<string, string>>,
): readonly JsonValue[] {
  const all = new Map(Object.entries(values));
  const filled = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return fillIn(value, all).text;
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((each: JsonValue) => filled(each));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
  };
  return checks.map(filled);
}

/** Returns the checks of a case as they are judged. */
export function checksOf({ checks, values }: Pick<TestCase, 'checks' | 'values'>): Check[] {
  return filledChecks(checks, values).map(checkOfAssertion);
}
