/**
 * Gets the answers of cells.
 *
 * 1. The same messages, settings and model are sent once, however many cases and texts have them.
 * 2. An answer that was recorded is not asked for; without a way to a model there are only those.
 * 3. A model that asks for patience for a while is given it, up to ten minutes for each cell.
 */

import { rubricPrompt } from '#shared/checks/rubric.ts';
import type { ModelPrice } from '#shared/model/run/model-entry.ts';
import { type RunUsage, runCost } from '#shared/model/run/run.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { filledMessages } from '../run/fill-text.ts';
import { RunFailed } from '../run/run-failed.ts';
import { type FilledPrompt, runPrompt, type SendRun } from '../run/run-prompt.ts';
import { type Cell, type CellAnswer, requestOf, sentHash } from './cell.ts';
import type { RecordedAnswers } from './recorded-answers.ts';

/** `unsent`: nothing was sent. `missing`: it is not among the recorded ones. `failed`: the model did not answer. */
export type Answered =
  | { readonly kind: 'answer'; readonly answer: CellAnswer }
  | { readonly kind: 'unsent' | 'missing' | 'failed'; readonly sentence: string }
  | { readonly kind: 'stopped' };

export type AnswersDeps = {
  /** Null: recorded answers alone. */
  readonly send: SendRun | null;
  readonly recorded: RecordedAnswers | null;
  readonly prices: ReadonlyMap<string, ModelPrice>;
  readonly now: () => number;
  /** Resolves after so many milliseconds, or rejects once the signal ends it. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Takes out of a sentence what nobody may read. */
  readonly hide: (sentence: string) => string;
};

const longestPauseMs = 30_000;
const mostPausesMs = 600_000;

export type Answers = {
  toCell(cell: Cell): Promise<Answered>;
  /** Asks a model what it finds of the answer of a cell by a rubric. */
  toRubric(cell: Cell, asked: RubricQuestion): Promise<Answered>;
};

export type RubricQuestion = { readonly model: string; readonly answer: string; readonly rubric: string };

export function createAnswers(deps: AnswersDeps): Answers {
  const known = new Map<string, Promise<Answered>>();

  function answerOnce(cell: Cell, model: string, request: FilledPrompt): Promise<Answered> {
    const sent = sentHash(request.messages, request.settings, model);
    const answered = known.get(sent) ?? answerTo(cell, { request, sent, model }, deps);
    known.set(sent, answered);
    return answered;
  }

  return {
    async toCell(cell) {
      try {
        return await answerOnce(cell, cell.model, requestOf(cell));
      } catch (error) {
        return { kind: 'unsent', sentence: sentenceOf(error) };
      }
    },
    toRubric: (cell, { model, answer, rubric }) =>
      answerOnce(cell, model, {
        messages: filledMessages(readPrompt(rubricPrompt), { answer, rubric }),
        settings: { temperature: 0 },
      }),
  };
}

async function answerTo(
  cell: Cell,
  { request, sent, model }: { request: FilledPrompt; sent: string; model: string },
  { send, recorded, ...deps }: AnswersDeps,
): Promise<Answered> {
  const found = recorded?.find(sent);
  if (found !== undefined) return { kind: 'answer', answer: found };
  if (send === null) return { kind: 'missing', sentence: notRecorded };
  try {
    const run = () => runPrompt({ prompt: request, model, send, signal: deps.signal }, quiet(deps));
    const { answer, toolCalls, tokens, milliseconds, isCut } = await patiently(run, deps);
    const cost = runCost(usageOf(tokens), deps.prices.get(model) ?? null);
    const whole = { answer, toolCalls, tokens, milliseconds, cost, isCut };
    await recorded?.add({ sent, prompt: cell.prompt.name, case: cell.test.name, model, ...whole });
    return { kind: 'answer', answer: whole };
  } catch (error) {
    if (deps.signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', sentence: deps.hide(sentenceOf(error)) };
  }
}

const notRecorded = 'No answer is recorded for this text with these values, settings and model.';

const quiet = ({ now }: Pick<AnswersDeps, 'now'>) => ({ now, onText: () => {} });

function usageOf(tokens: CellAnswer['tokens']): RunUsage | null {
  if (tokens === null) return null;
  return { inputTokens: tokens.in, outputTokens: tokens.out, cachedTokens: null, reasoningTokens: null };
}

async function patiently<T>(
  run: () => Promise<T>,
  { pause, signal }: Pick<AnswersDeps, 'pause' | 'signal'>,
): Promise<T> {
  let left = mostPausesMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const seconds = error instanceof RunFailed ? error.retryAfterSeconds : null;
      const milliseconds = Math.max(1, seconds ?? 0) * 1_000;
      if (seconds === null || milliseconds > Math.min(left, longestPauseMs)) throw error;
      left -= milliseconds;
      await pause(milliseconds, signal);
    }
  }
}

/** Throws on what is not expected of a run. */
function sentenceOf(error: unknown): string {
  if (error instanceof RunFailed) return error.message;
  throw error;
}
