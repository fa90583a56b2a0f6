import type { JsonValue } from '#shared/model/checks/json.ts';
import type { CaseFields } from '#shared/model/checks/test-case.ts';
import { limits } from '#shared/model/limits.ts';
import type { Run } from '#shared/model/run/run.ts';

/** Returns the fields of a case that begins with what a run was given and has answered. */
export function caseOfRun({ values, answer }: Pick<Run, 'values' | 'answer'>): Partial<CaseFields> {
  const name = (Object.values(values).find((value) => value.trim() !== '') ?? answer).trim();
  const [firstLine = ''] = name.split('\n');
  return {
    name: firstLine.slice(0, limits.caseNameLength).toWellFormed(),
    values,
    checks: checksOfAnswer(answer),
  };
}

/** A value of JSON has to come again as it is; prose never does, and only has to be similar. */
function checksOfAnswer(answer: string): JsonValue[] {
  const read = jsonOf(answer);
  if (read !== undefined) return [{ type: 'equals', value: read }];
  if (answer.trim() === '') return [];
  return [{ type: 'promptory:ngram-similarity', value: answer, threshold: 0.5 }];
}

/** Returns undefined for a text that is no object or array. */
function jsonOf(text: string): JsonValue | undefined {
  try {
    const read: JsonValue = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}
