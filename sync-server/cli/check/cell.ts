/** A cell is what one model is sent of one case by one text of its prompt. */
import { hash } from 'node:crypto';
import type { JudgedAnswer, Judgement } from '#shared/checks/judge-answer.ts';
import type { Check } from '#shared/model/checks/check.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { PulledMessage, PulledSettings } from '#shared/model/pull.ts';
import { noRating } from '#shared/model/run/run.ts';
import { chatFields } from '../run/chat-body.ts';
import { filledMessages } from '../run/fill-text.ts';
import { RunFailed } from '../run/run-failed.ts';
import type { FilledPrompt } from '../run/run-prompt.ts';
import type { PromptToCheck, TextToCheck } from './prompt-to-check.ts';

export type Cell = {
  readonly prompt: PromptToCheck;
  readonly test: TestCase;
  readonly model: string;
  /** Of the prompt, or its baseline. */
  readonly text: TextToCheck;
};

export type CellAnswer = {
  readonly answer: string;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
  readonly tokens: { readonly in: number; readonly out: number } | null;
  readonly milliseconds: number;
  /** In the currency of the price; null: not known. */
  readonly cost: number | null;
  /** It ends where its tokens were used up. */
  readonly isCut: boolean;
};

/** `open`: a check that counts is not judged here. `error`: no answer came, and `sentence` explains why. */
export type CellResult =
  | {
      readonly state: 'passed' | 'failed' | 'open';
      readonly answer: CellAnswer;
      readonly checks: readonly Check[];
      readonly judgement: Judgement;
    }
  | { readonly state: 'error'; readonly sentence: string; readonly isMissing: boolean };

/** Returns what is sent for a cell. Throws `RunFailed` where it cannot be. */
export function requestOf({ text, test }: Pick<Cell, 'text' | 'test'>): FilledPrompt {
  if (text.kind === 'unsendable') throw new RunFailed(text.sentence);
  return { messages: filledMessages(text.read, test.values), settings: text.settings };
}

/** Returns the hash of what is sent: the same messages, settings and model have the same one. */
export function sentHash(
  messages: readonly PulledMessage[],
  settings: PulledSettings,
  model: string,
): string {
  const fields = Object.entries(chatFields(settings)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const sent = messages.map(({ role, content }) => [role, content]);
  return hash('sha256', JSON.stringify([model, sent, fields]));
}

export function judgedAnswer(
  { answer, toolCalls, tokens, milliseconds, cost }: CellAnswer,
  cell: Cell,
): JudgedAnswer {
  const tools = cell.text.kind === 'text' ? cell.text.settings.tools : undefined;
  return {
    ...{ text: answer, cost, milliseconds, tokens: tokens?.out ?? null, rating: noRating },
    toolCalls: toolCalls.map((call) => ({ id: '', ...call })),
    tools: tools === undefined ? undefined : JSON.stringify(tools),
  };
}
