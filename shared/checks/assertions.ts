/**
 * Reads an entry of promptfoo's `assert` as a check, and writes it back: `assertionOf(checkOfAssertion(raw))` is `raw`.
 *
 * A check is judged only if every part of the assertion is understood: one that transforms the answer, or takes its
 * value from a file or a package, would be judged wrongly, and is kept as an unknown one.
 */
import { type Check, isCheckKind, KnownCheck, type UnknownCheck } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';

const inverse = 'not-';
const fromElsewhere = /^(file:\/\/|package:)/;
const plainFields: ReadonlySet<string> = new Set(['type', 'value', 'threshold', 'weight', 'metric']);

export function checkOfAssertion(raw: JsonValue): Check {
  const unknown: UnknownCheck = { kind: 'unknown', raw };
  const named = nameOf(raw);
  if (named === null || !isPlain(named.fields)) return unknown;
  const { type: _, ...fields } = named.fields;
  const read = KnownCheck.safeParse({ ...fields, kind: named.kind, not: named.not });
  return read.success ? read.data : unknown;
}

export function assertionOf(check: Check): JsonValue {
  if (check.kind === 'unknown') return check.raw;
  const { kind, not, ...fields } = check;
  return { type: not ? `${inverse}${kind}` : kind, ...fields };
}

/** True for an unknown check whose kind is known and whose other fields are understood: its value is what is wrong. */
export function isMalformed({ raw }: UnknownCheck): boolean {
  const named = nameOf(raw);
  return named !== null && isCheckKind(named.kind) && isPlain(named.fields);
}

/** Stands in the place of an assertion that is too large to be judged once its values are filled in. */
export const tooLargeAssertion = 'promptory:too-large';

/** Returns how an unknown check is named to a person. */
export function nameOfUnknown({ raw }: UnknownCheck): string {
  const named = nameOf(raw);
  return named === null ? '' : `${named.not ? inverse : ''}${named.kind}`;
}

type Named = { kind: string; not: boolean; fields: { readonly [name: string]: JsonValue } };

function nameOf(raw: JsonValue): Named | null {
  if (!isObject(raw) || typeof raw.type !== 'string') return null;
  const not = raw.type.startsWith(inverse);
  return { kind: not ? raw.type.slice(inverse.length) : raw.type, not, fields: raw };
}

function isObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(fields: Named['fields']): boolean {
  const values = Array.isArray(fields.value) ? fields.value : [fields.value];
  return (
    Object.keys(fields).every((name) => plainFields.has(name)) &&
    !values.some((value) => typeof value === 'string' && fromElsewhere.test(value))
  );
}
