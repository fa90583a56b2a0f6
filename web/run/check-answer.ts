import { schemaMismatch } from '#shared/checks/schema-mismatch.ts';
import type { ModelServer } from '#shared/model/run/model-entry.ts';
import type { Run } from '#shared/model/run/run.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';

/** Below this a difference of counts means nothing. */
const fewestWords = 200;

type Answered = Pick<Run, 'answer' | 'reasoning' | 'toolCalls' | 'usage' | 'messages' | 'settings'>;

/** Returns what is wrong with an answer that came whole. */
export function answerProblems(run: Answered, server: ModelServer): RunProblem[] {
  const { answer, toolCalls } = run;
  if (answer.trim() === '' && toolCalls.length === 0)
    return [...cutPrompt(run, server), { kind: 'emptyAnswer' }];
  return [...cutPrompt(run, server), ...(answer.trim() === '' ? [] : formatProblems(run))];
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

function formatProblems({ answer, settings }: Answered): RunProblem[] {
  if (settings.answerFormat !== 'json') return [];
  const read = jsonIn(answer);
  if (read === undefined) return [{ kind: 'notJson' }];
  const schema = jsonIn(settings.answerSchema ?? '')?.value;
  if (typeof schema !== 'object' || schema === null) return [];
  try {
    const mismatch = schemaMismatch(schema, '2020-12', read.value);
    return mismatch === null ? [] : [{ kind: 'schemaMismatch', ...mismatch }];
  } catch {
    // A schema that cannot be used says nothing about an answer.
    return [];
  }
}

function jsonIn(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
