/** The messages between the page and the worker that looks at texts. */
import type { FoundSecret, LintSubject } from '#shared/lint/finding.ts';
import type { Finding } from '#shared/lint/lint-prompt.ts';

/** A prompt without what the worker finds out by itself. */
export type LintPrompt = Omit<LintSubject, 'secrets' | 'contextWindow'>;

export type LintAsk =
  /** `off`: names of rules. */
  | { readonly kind: 'prompt'; readonly prompt: LintPrompt; readonly off: readonly string[] }
  | { readonly kind: 'secrets'; readonly texts: readonly string[] };

export type LintAnswers = {
  prompt: readonly Finding[];
  /** Of each text. */
  secrets: readonly (readonly FoundSecret[])[];
};

export type LintRequest = { readonly number: number; readonly ask: LintAsk };
/** `answer`: null where a part of the app that it needs cannot be had now. */
export type LintAnswer = {
  readonly number: number;
  readonly answer: LintAnswers[keyof LintAnswers] | null;
};
