/**
 * The runs in which a model judges answers by rubrics. Each is a cell of its own (`cell-runs.ts`), so that the same
 * answer is judged once by the same rubric, model and prompt.
 * Before: the table of cases. After: `shared/checks/rubric.ts`.
 */
import { type RubricVerdict, readRubricVerdict, rubricPrompt } from '#shared/checks/rubric.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import type { Library } from '../database/library.ts';
import { sha256OfText } from '../resources/sha256.ts';
import { cellKeyOf, newestOfCell } from './cell-runs.ts';
import { messagesOf, ownValues, type ReadText, readText } from './filled-prompt.ts';
import { readRun } from './run-ring.ts';

export type RubricJudge = { readonly model: ModelEntry; readonly text: ReadText };

/** `promptId`: the prompt that the model is sent, with the variables `answer` and `rubric`; null, or one that is gone: ours. */
export async function readJudgeText(library: Library, promptId: number | null): Promise<ReadText> {
  const own = promptId === null ? null : await readText(library, { promptId, versionId: null }, null);
  return (
    own ?? {
      read: readPrompt(rubricPrompt),
      textHash: await sha256OfText(rubricPrompt),
      settings: { temperature: 0 },
      problems: [],
    }
  );
}

export type JudgedByRubrics = {
  /** By the text of the rubric; null: the reply has no verdict. */
  readonly verdicts: ReadonlyMap<string, RubricVerdict | null>;
  /** Those that the judge has not replied to. */
  readonly missing: readonly CellToRun[];
};

/** `promptId`: of the prompt whose answer it is, to which the runs belong. */
export async function judgedByRubrics(
  library: Library,
  { model, text }: RubricJudge,
  { promptId, answer, rubrics }: { promptId: number; answer: string; rubrics: readonly string[] },
): Promise<JudgedByRubrics> {
  const verdicts = new Map<string, RubricVerdict | null>();
  const missing: CellToRun[] = [];
  const { read, textHash, settings } = text;
  for (const rubric of rubrics) {
    const values = new Map([
      ['answer', answer],
      ['rubric', rubric],
    ]);
    const own = Object.fromEntries(ownValues(read, values));
    const key = await cellKeyOf({ promptId, text: read.text, values: own, settings, model });
    const newest = await newestOfCell(library, key);
    const run = newest?.state === 'done' ? await readRun(library, newest.id) : null;
    if (run !== null) verdicts.set(rubric, readRubricVerdict(run.answer));
    else {
      const request = {
        ...{ promptId, versionId: null, textHash, settings, model },
        ...{ messages: messagesOf(read, values), values: own },
      };
      missing.push({ key, model, request: async () => request });
    }
  }
  return { verdicts, missing };
}
