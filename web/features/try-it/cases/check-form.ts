/** Reads a check into the fields of a form, and back: what nobody changed is written as it was. */
import { checkOfAssertion, nameOfUnknown } from '#shared/checks/assertions.ts';
import type { KnownCheck } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';

export type CheckKind = KnownCheck['kind'];

export type CheckForm = {
  /** Of the row in the form, as long as it is open. */
  readonly key: number;
  /** Null: it is kept as it is. */
  readonly kind: CheckKind | null;
  readonly not: boolean;
  readonly value: string;
  readonly threshold: string;
  readonly weight: string;
  /** The assertion as it was read; null for a new one. */
  readonly raw: JsonValue;
};

/** Takes no value. */
const withoutValue: ReadonlySet<CheckKind> = new Set<CheckKind>([
  ...(['cost', 'latency', 'is-refusal'] as const),
  ...(['is-valid-function-call', 'is-valid-openai-function-call', 'is-valid-openai-tools-call'] as const),
]);
const withThreshold: ReadonlySet<CheckKind> = new Set<CheckKind>([
  ...(['cost', 'latency', 'levenshtein', 'promptory:ngram-similarity', 'llm-rubric'] as const),
]);
const counted: ReadonlySet<CheckKind> = new Set<CheckKind>(['word-count', 'promptory:token-count']);
const structured: ReadonlySet<CheckKind> = new Set<CheckKind>(['is-json', 'contains-json']);

export const hasValue = (kind: CheckKind) => !withoutValue.has(kind);
export const hasThreshold = (kind: CheckKind) => withThreshold.has(kind);

/** In the order in which a person meets them. */
export const checkKinds: readonly CheckKind[] = [
  ...(['contains', 'icontains', 'contains-all', 'contains-any', 'icontains-all', 'icontains-any'] as const),
  ...(['equals', 'starts-with', 'regex', 'is-json', 'contains-json', 'word-count'] as const),
  ...(['promptory:token-count', 'levenshtein', 'promptory:ngram-similarity', 'latency', 'cost'] as const),
  ...(['is-refusal', 'is-valid-openai-tools-call', 'is-valid-openai-function-call'] as const),
  ...(['is-valid-function-call', 'promptory:rating', 'llm-rubric'] as const),
];

export function newCheck(key: number): CheckForm {
  return { key, kind: 'contains', not: false, value: '', threshold: '', weight: '', raw: null };
}

export function formOfCheck(raw: JsonValue, key: number): CheckForm {
  const check = checkOfAssertion(raw);
  if (check.kind === 'unknown') {
    return { key, kind: null, not: false, value: nameOfUnknown(check), threshold: '', weight: '', raw };
  }
  const { kind, not, threshold, weight } = check;
  const value = 'value' in check && check.value !== undefined ? textOfValue(check.value, kind) : '';
  return { ...{ key, kind, not, value, raw }, threshold: textOf(threshold), weight: textOf(weight) };
}

const textOf = (number: number | undefined) => (number === undefined ? '' : String(number));

function textOfValue(value: JsonValue, kind: CheckKind): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && kind !== 'equals') return value.map(listed).join(', ');
  return JSON.stringify(value, null, 2);
}

/** As a list is written in one line: a text with a comma or a quote stands in quotes. */
function listed(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the assertion of a form; null where a field of it cannot be read. */
export function assertionOfForm(form: CheckForm): JsonValue | null {
  const { kind, not, raw } = form;
  if (kind === null || JSON.stringify(formOfCheck(raw, form.key)) === JSON.stringify(form)) return raw;
  const before = formOfCheck(raw, form.key);
  const isOld = before.kind === kind && before.value === form.value;
  const value = isOld
    ? valueIn(raw)
    : isStructured(raw, kind)
      ? jsonIn(form.value)
      : readValue(kind, form.value);
  const threshold = numberIn(form.threshold);
  const weight = numberIn(form.weight);
  const isUnread = value === null || (value === undefined && isStructured(raw, kind));
  if (threshold === null || weight === null || isUnread) return null;
  const assertion = {
    type: `${not ? 'not-' : ''}${kind}`,
    ...(hasValue(kind) && value !== undefined ? { value } : {}),
    ...(hasThreshold(kind) && threshold !== undefined ? { threshold } : {}),
    ...(weight === undefined ? {} : { weight }),
    ...metricIn(raw),
  };
  return checkOfAssertion(assertion).kind === 'unknown' ? null : assertion;
}

const isObject = (value: JsonValue): value is { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that is no text stays JSON where it is to be equalled: written as text, no answer would be it. */
function isStructured(raw: JsonValue, kind: CheckKind): boolean {
  const value = valueIn(raw);
  return kind === 'equals' && value !== undefined && typeof value !== 'string';
}

const valueIn = (raw: JsonValue) => (isObject(raw) ? raw.value : undefined);

function metricIn(raw: JsonValue): { metric?: string } {
  return isObject(raw) && typeof raw.metric === 'string' ? { metric: raw.metric } : {};
}

/** Undefined where it is left out; null where it is no number. */
function numberIn(text: string): number | undefined | null {
  if (text.trim() === '') return undefined;
  const number = Number(text.trim().replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}

/** Undefined where it is left out; null where it cannot be read. */
function readValue(kind: CheckKind, text: string): JsonValue | undefined | null {
  if (!hasValue(kind)) return undefined;
  if (structured.has(kind)) return text.trim() === '' ? undefined : (jsonIn(text) ?? text);
  if (counted.has(kind)) return jsonIn(text) ?? null;
  if (kind === 'promptory:rating') return /^[1-5]$/.test(text.trim()) ? Number(text) : text.trim();
  return text;
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
