/**
 * Defines a test case of a prompt: an input, and what must hold of the answer. It is a row of its prompt, which every
 * device has.
 */
import { z } from 'zod';
import { Id } from '../ids.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { pastArgs } from '../past-row.ts';
import { Position } from '../position.ts';
import { Values } from '../prompt-attributes.ts';
import { recordOf } from '../record-of.ts';
import { exactText, isStorableJson, storableText, utf8Bytes } from '../text.ts';
import { hasMoreLevelsThan, Json } from './json.ts';

export const TestCase = z.looseObject({
  id: Id,
  promptId: Id,
  name: z.string(),
  /** Whether it is run with the others. */
  enabled: z.boolean(),
  values: recordOf(z.string(), z.string()),
  /** Assertions of promptfoo as they were read (`shared/checks/assertions.ts`): unknown ones pass through. */
  checks: z.array(Json),
  /** The least score that passes, from 0 to 1; null: every check has to pass. */
  threshold: z.number().nullable(),
  notes: z.string(),
  /** As prompts have it; null: it stands at its creation. */
  position: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type TestCase = z.infer<typeof TestCase>;

/** One less than a body of a request, in which they lie. */
const checkLevels = limits.jsonLevels - 1;

/** Lists the fields of a case as a person writes them. Their size together is bounded by `fitsCase`. */
export const writtenCase = {
  name: storableText.trim().min(1).max(limits.caseNameLength),
  enabled: z.boolean(),
  values: Values.refine((values) => Object.keys(values).length <= limits.variablesPerSet),
  checks: z
    .array(Json)
    .max(limits.checksPerCase)
    .refine(isStorableJson, messages.nullCharacter)
    .refine(
      (checks) => !hasMoreLevelsThan(checks, checkLevels),
      `At most ${checkLevels} levels of arrays and objects.`,
    ),
  threshold: z.number().min(0).max(1).nullable(),
  notes: exactText(limits.caseNotesMaxBytes),
  position: Position.nullable(),
};

export type CaseFields = Pick<TestCase, keyof typeof writtenCase>;

/** Returns the arguments that create this case as it is. */
export function argsOfCase(row: TestCase) {
  const { promptId, id, createdAt } = row;
  return { promptId, id, ...fieldsOfCase(row), ...pastArgs({ createdAt }) };
}

/** Returns what a person writes of a case. */
export function fieldsOfCase(row: CaseFields): CaseFields {
  const { name, enabled, values, checks, threshold, notes, position } = row;
  return { name, enabled, values, checks, threshold, notes, position };
}

export const tooLargeCase = `The test case is larger than ${limits.caseMaxBytes / 1024} KB.`;

/** Whether a case is not too large as a whole, as JSON. */
export function fitsCase(written: object): boolean {
  return utf8Bytes(JSON.stringify(written)) <= limits.caseMaxBytes;
}

/** Lists the part of a case that a storage keeps as one JSON. */
export const CaseBody = TestCase.pick({ values: true, checks: true, threshold: true });
export type CaseBody = Pick<TestCase, 'values' | 'checks' | 'threshold'>;

export function caseBodyJson({ values, checks, threshold }: CaseBody): string {
  return JSON.stringify({ values, checks, threshold });
}

/** Stands for the body of a case that was not read, or is erased. */
export const unreadCase: CaseBody = { values: {}, checks: [], threshold: null };
