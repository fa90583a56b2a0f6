import type { JsonValue } from '#shared/model/checks/json.ts';
import { fillIn } from '#shared/templates/variables.ts';

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
