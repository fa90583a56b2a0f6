import type { ModelServer } from '#shared/model/run/model-entry.ts';
import type { Run } from '#shared/model/run/run.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import type { CompareWithSchema } from './schema-thread.ts';

/** Below this a difference of counts means nothing. */
const fewestWords = 200;

type Answered = Pick<Run, 'answer' | 'reasoning' | 'toolCalls' | 'usage' | 'messages' | 'settings'>;

/** Finds what is wrong with an answer that came whole. */
export type CheckAnswer = (run: Answered, server: ModelServer) => Promise<RunProblem[]>;

export function createCheckAnswer(compare: CompareWithSchema): CheckAnswer {
  return async (run, server) => {
    const { answer, toolCalls } = run;
    if (answer.trim() === '' && toolCalls.length === 0)
      return [...cutPrompt(run, server), { kind: 'emptyAnswer' }];
    return [...cutPrompt(run, server), ...(answer.trim() === '' ? [] : await formatProblems(run, compare))];
  };
}

/**
 * An endpoint whose context is too short drops the beginning of the text without a word. A token is hardly ever longer
 * than a word, so a model that counts fewer tokens than words has not read them all.
 */
function cutPrompt({ messages, usage }: Answered, server: ModelServer): RunProblem[] {
  const inputTokens = usage?.inputTokens ?? null;
  if (inputTokens === null || inputTokens === 0) return [];
  const words = messages.reduce(
    (sum, { content }) => sum + (content.match(/[\p{L}\p{N}]+/gu)?.length ?? 0),
    0,
  );
  return words >= fewestWords && inputTokens < words * 0.9
    ? [{ kind: 'cutPrompt', inputTokens, words, server }]
    : [];
}

async function formatProblems(
  { answer, settings }: Answered,
  compare: CompareWithSchema,
): Promise<RunProblem[]> {
  if (settings.answerFormat !== 'json') return [];
  const read = jsonIn(answer);
  if (read === undefined) return [{ kind: 'notJson' }];
  const schema = jsonIn(settings.answerSchema ?? '')?.value;
  if (typeof schema !== 'object' || schema === null) return [];
  const mismatch = await compare(schema, read.value);
  if (mismatch === null) return [];
  return [mismatch === 'unknown' ? { kind: 'schemaNotCompared' } : { kind: 'schemaMismatch', ...mismatch }];
}

function jsonIn(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
