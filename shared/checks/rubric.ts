/**
 * Has a model judge an answer by a rubric (`llm-rubric`): what it is sent, and how its reply is read.
 *
 * The prompt is written as one of the library, with the variables `answer` and `rubric`; a prompt of the library can
 * take its place.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import type { Check } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { checksOf } from './filled-checks.ts';
import { objectsIn, parsedJson } from './json-in-text.ts';
import { failedToJudge, type Outcome, open, shown } from './verdict.ts';

export const rubricPrompt = `--- system ---
You check an answer against a rubric. Be strict: the answer passes only if it meets all of the rubric.
Reply with one JSON object and nothing else: {"reason": "one short sentence", "pass": true or false, "score": a number from 0 to 1}

--- user ---
<answer>
{{answer}}
</answer>

<rubric>
{{rubric}}
</rubric>`;

/** `score`: from 0 to 1. */
export type RubricVerdict = { readonly passes: boolean; readonly score: number; readonly reason: string };

/** By the text of the rubric; null: the model replied something else than a verdict. */
export type RubricVerdicts = ReadonlyMap<string, RubricVerdict | null>;

/** Returns the text of a rubric; null for a check of another kind. */
function rubricOf(check: Check): string | null {
  return check.kind === 'llm-rubric' ? textOf(check.value) : null;
}

/** Returns the rubrics of a case, each once. */
export function rubricsIn(test: Pick<TestCase, 'checks' | 'values'>): string[] {
  // Parsing the checks of thousands of cases takes longer than a frame.
  if (!JSON.stringify(test.checks).includes('llm-rubric')) return [];
  return [...new Set(checksOf(test).flatMap((check) => rubricOf(check) ?? []))];
}

const textOf = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Small models write a truth as a text. */
const Truth = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['true', 'yes', 'pass'], falsy: ['false', 'no', 'fail'] }),
]);
const Reply = z.looseObject({
  pass: Truth.optional(),
  score: z.coerce.number().min(0).max(1).optional().catch(undefined),
  reason: z.string().catch(''),
});

/** Returns null where the reply has no verdict. The first object with one counts. */
export function readRubricVerdict(reply: string): RubricVerdict | null {
  const whole = parsedJson(reply);
  for (const object of whole === undefined ? (objectsIn(reply) ?? []) : [whole.value]) {
    const read = Reply.safeParse(object);
    if (!read.success) continue;
    const { pass, score, reason } = read.data;
    if (pass !== undefined) return { passes: pass, score: score ?? (pass ? 1 : 0), reason };
    if (score !== undefined) return { passes: score >= 0.5, score, reason };
  }
  return null;
}

export function judgeByRubric(
  verdicts: RubricVerdicts | undefined,
  { value, threshold = 0 }: Extract<Check, { kind: 'llm-rubric' }>,
): Outcome {
  const verdict = verdicts?.get(textOf(value));
  if (verdict === undefined) return open(message('It needs a model to judge it.'));
  if (verdict === null) return failedToJudge(message('The judge gave no verdict.'));
  const { passes, score, reason } = verdict;
  const sentence = passes
    ? message('A model finds that it meets the rubric. {reason}')
    : message('A model finds that it does not meet the rubric. {reason}');
  const values = { reason: shown(reason, 500) };
  return { kind: 'found', holds: passes && score >= threshold, score, reason: { sentence, values } };
}
