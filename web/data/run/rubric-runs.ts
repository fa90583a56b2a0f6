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
import { promptOf } from '../queries/queries.ts';
import { sha256OfText } from '../resources/sha256.ts';
import { type CellRun, cellKeyOf, isAnswered, newestOfCell } from './cell-runs.ts';
import { messagesOf, ownValues, type ReadText, readText } from './filled-prompt.ts';
import { modelOfNow } from './models.ts';
import { failRun, readRun } from './run-ring.ts';

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
  /** By the text of the rubric; null: the last reply has no verdict. */
  readonly verdicts: ReadonlyMap<string, RubricVerdict | null>;
  /** Those without a verdict: the judge is asked by the next press. */
  readonly missing: readonly CellToRun[];
  /** The runs of the judge whose replies were found to have none. */
  readonly undecided: readonly number[];
};

type JudgedAnswer = {
  readonly promptId: number;
  readonly answer: string;
  readonly rubrics: readonly string[];
  /** Whether it is still to be judged by this rubric when the turn of the judge comes. */
  isWanted(rubric: string): Promise<boolean>;
};

/** `promptId`: of the prompt whose answer it is, to which the runs belong. */
export async function judgedByRubrics(
  library: Library,
  judge: RubricJudge,
  { rubrics, ...of }: JudgedAnswer,
): Promise<JudgedByRubrics> {
  const verdicts = new Map<string, RubricVerdict | null>();
  const missing: CellToRun[] = [];
  const undecided: number[] = [];
  for (const rubric of rubrics) {
    const question = await questionTo(library, judge, { ...of, rubric });
    const newest = await newestOfCell(library, question.key);
    const run = isAnswered(newest) && newest !== null ? await readRun(library, newest.id) : null;
    const verdict = run === null ? null : readRubricVerdict(run.answer);
    if (run !== null && verdict === null) {
      await failRun(library, run.id, { kind: 'noVerdict' });
      undecided.push(run.id);
    }
    if (verdict !== null || run !== null || hasNoVerdict(newest)) verdicts.set(rubric, verdict);
    if (verdict === null) missing.push(question);
  }
  return { verdicts, missing, undecided };
}

const hasNoVerdict = (run: CellRun | null) => run?.problems.some(({ kind }) => kind === 'noVerdict') === true;

async function questionTo(
  library: Library,
  { model, text }: RubricJudge,
  { promptId, answer, rubric, isWanted }: Omit<JudgedAnswer, 'rubrics'> & { readonly rubric: string },
): Promise<CellToRun> {
  const { read, textHash, settings } = text;
  const values = new Map([
    ['answer', answer],
    ['rubric', rubric],
  ]);
  const own = Object.fromEntries(ownValues(read, values));
  const keyOf = (entry: ModelEntry) =>
    cellKeyOf({ promptId, text: read.text, values: own, settings, model: entry });
  const key = await keyOf(model);
  return {
    key,
    model,
    async request() {
      if ((await promptOf(library, promptId)) === undefined || !(await isWanted(rubric))) return null;
      const entry = await modelOfNow(library, model);
      // One that is at another address by now is another judge.
      if (entry === null || (await keyOf(entry)) !== key) return null;
      return {
        ...{ promptId, versionId: null, textHash, settings, model: entry },
        ...{ messages: messagesOf(read, values), values: own },
      };
    },
  };
}
