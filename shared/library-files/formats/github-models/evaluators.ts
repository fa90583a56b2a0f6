/**
 * Reads the evaluators of a `.prompt.yml` file, by which each row of its test data is judged, as assertions of promptfoo.
 *
 * 1. A text in an evaluator is filled with the fields of the row, as GitHub does: `{{expected}}`.
 * 2. What has no equal is named: evaluators of GitHub but for its similarity, and kinds that are not known.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { Reason } from '../../files.ts';
import { valueText } from '../cases/case-notes.ts';
import { listed } from '../parts/listed.ts';

type Fields = Readonly<Record<string, unknown>>;
type Check = { [name: string]: JsonValue };

const Evaluators = z.array(z.looseObject({ name: z.string().catch('') }));
export type Evaluator = z.infer<typeof Evaluators>[number];

const Texts = z.record(z.string(), z.string());
const Judge = z.looseObject({ prompt: z.string(), systemPrompt: z.string().optional().catch(undefined) });

export function evaluatorsIn(value: unknown): Evaluator[] {
  return Evaluators.safeParse(value).data ?? [];
}

/** Returns the checks of a row. */
export function checksOfRow(evaluators: readonly Evaluator[], row: Fields): Check[] {
  return evaluators.flatMap((evaluator) => {
    const named = evaluator.name === '' ? {} : { metric: evaluator.name };
    return checksOf(evaluator, row).map((check) => ({ ...check, ...named }));
  });
}

function checksOf({ string, llm, uses }: Evaluator, row: Fields): Check[] {
  const texts = Texts.safeParse(string).data ?? {};
  const checks = Object.entries(texts).flatMap(([kind, text]) => textCheck(kind, filled(text, row)));
  const judge = Judge.safeParse(llm).data;
  if (judge !== undefined) {
    const rubric = [judge.systemPrompt ?? '', judge.prompt].filter((part) => part.trim() !== '').join('\n\n');
    checks.push({ type: 'llm-rubric', value: filled(rubric, row) });
  }
  const { expected } = row;
  if (uses === 'github/similarity' && expected !== undefined)
    checks.push({ type: 'similar', value: valueText(expected) });
  return checks;
}

function textCheck(kind: string, value: string): Check[] {
  switch (kind) {
    case 'equals':
    case 'contains':
      return [{ type: kind, value }];
    case 'startsWith':
      return [{ type: 'starts-with', value }];
    case 'endsWith':
      return [{ type: 'regex', value: `${value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$` }];
    default:
      return [];
  }
}

function filled(text: string, row: Fields): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    Object.hasOwn(row, name) ? valueText(row[name]) : place,
  );
}

/** Names the evaluators that give no check to any of the rows. */
export function remarksOnEvaluators(evaluators: readonly Evaluator[], rows: readonly Fields[]): Reason[] {
  const lost = evaluators.filter((evaluator) => !rows.some((row) => checksOf(evaluator, row).length > 0));
  const byKind = Map.groupBy(lost, sentenceFor);
  return Array.from(byKind, ([sentence, group]) => ({
    sentence,
    values: { names: listed(group.map(({ name }) => name || '?')) },
  }));
}

function sentenceFor(check: Fields): string {
  if ('string' in check) return message('Checks of the text of an answer are not imported: {names}.');
  if ('llm' in check) return message('Checks that a model makes are not imported: {names}.');
  if ('uses' in check) return message('Checks of GitHub are not imported: {names}.');
  return message('Checks of an unknown kind are not imported: {names}.');
}
