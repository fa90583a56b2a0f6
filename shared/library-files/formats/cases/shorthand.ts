/** Reads and writes assertions as a cell of a table has them in promptfoo (`__expected`): `contains: x`, or a text alone. */
import type { JsonValue } from '#shared/model/checks/json.ts';
import { cellsOf } from '../table.ts';

/** The assertions of promptfoo 0.123, and those of the check kinds here that are none of them. */
const types = [
  ...['agent-rubric', 'answer-relevance', 'bleu', 'classifier', 'contains', 'contains-all', 'contains-any'],
  ...[
    'contains-html',
    'contains-json',
    'contains-sql',
    'contains-xml',
    'context-faithfulness',
    'context-recall',
  ],
  ...[
    'context-relevance',
    'conversation-relevance',
    'cost',
    'equals',
    'factuality',
    'finish-reason',
    'g-eval',
  ],
  ...[
    'gleu',
    'guardrails',
    'icontains',
    'icontains-all',
    'icontains-any',
    'is-html',
    'is-json',
    'is-refusal',
  ],
  ...['is-sql', 'is-valid-function-call', 'is-valid-openai-function-call', 'is-valid-openai-tools-call'],
  ...['is-xml', 'javascript', 'latency', 'levenshtein', 'llm-rubric', 'meteor', 'model-graded-closedqa'],
  ...['model-graded-factuality', 'moderation', 'perplexity', 'perplexity-score', 'pi', 'python', 'regex'],
  ...['rouge-n', 'ruby', 'search-rubric', 'similar', 'starts-with', 'tool-call-f1', 'webhook', 'word-count'],
];
const shorthand = new RegExp(`^(not-)?(${types.join('|')})(?:\\((\\d+(?:\\.\\d+)?)\\))?(?::([\\s\\S]*))?$`);
const listed = /^i?contains-(all|any)$/;
/** Other names of kinds. */
const aliases: Readonly<Record<string, string>> = {
  fn: 'javascript',
  eval: 'javascript',
  grade: 'llm-rubric',
};
/** Kinds for which promptfoo takes a threshold where a table gives none. */
const usualThresholds: Readonly<Record<string, number>> = {
  ...{ 'answer-relevance': 0.75, classifier: 0.75, 'context-faithfulness': 0.75, 'context-recall': 0.75 },
  ...{ 'context-relevance': 0.75, cost: 0.75, latency: 0.75, levenshtein: 0.75, 'perplexity-score': 0.75 },
  ...{ perplexity: 0.75, 'rouge-n': 0.75, similar: 0.8 },
};

/** Returns the assertion of a cell that is not blank. One blank after the colon is none of the value. */
export function assertionOfShorthand(text: string): Record<string, JsonValue> {
  const [, alias = '', code = ''] = /^(fn|eval|grade):([\s\S]*)$/.exec(text) ?? [];
  const [, not = '', kind, number, value] =
    shorthand.exec(alias === '' ? text : `${aliases[alias]}:${code}`) ?? [];
  if (kind === undefined) return { type: 'equals', value: text };
  const threshold = number === undefined ? usualThresholds[kind] : Number(number);
  const plain = value?.replace(/^ /, '');
  return {
    type: `${not}${kind}`,
    ...(plain === undefined || plain === '' ? {} : { value: cellValue(kind, plain) }),
    ...(threshold === undefined ? {} : { threshold }),
  };
}

function cellValue(kind: string, text: string): JsonValue {
  // A text in quotes may have a comma.
  if (!listed.test(kind) || text.includes('"')) return text;
  return text.split(',').map((each) => each.trim());
}

/** Returns an assertion as a cell; null where it has more than a cell can say. A metric is left to the caller. */
export function shorthandOf(assertion: JsonValue): string | null {
  const { metric: _, ...fields } = cellsOf(assertion) ?? {};
  const { type, value, threshold } = fields;
  if (typeof type !== 'string') return null;
  if (type === 'equals' && typeof value === 'string' && isRead(value, fields)) return value;
  const kind = type.replace(/^not-/, '');
  // There a table without one means another.
  const least = threshold ?? (kind === 'levenshtein' ? 5 : undefined);
  const text = textOf(kind, value);
  const written = `${type}${least === undefined ? '' : `(${String(least)})`}${text === '' ? '' : `:${text}`}`;
  const isStructured = /^(is|contains)-json$/.test(kind) && cellsOf(value) !== null;
  const isNumber = typeof value === 'number';
  const meant = { ...fields, ...(least === undefined ? {} : { threshold: least }) };
  return isRead(written, isStructured || isNumber ? { ...meant, value: text } : meant) ? written : null;
}

function textOf(kind: string, value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value) && listed.test(kind)) return value.join(',');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.startsWith(' ') ? ` ${text}` : text;
}

function isRead(text: string, meant: Readonly<Record<string, unknown>>): boolean {
  const { type, value, threshold, ...more } = meant;
  if (Object.keys(more).length > 0 || text.trim() === '') return false;
  const read = assertionOfShorthand(text);
  return JSON.stringify([read.type, read.value, read.threshold]) === JSON.stringify([type, value, threshold]);
}
