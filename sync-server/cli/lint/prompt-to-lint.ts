import type { LintSubject } from '#shared/lint/finding.ts';

/** A prompt before its secrets are looked for. */
export type PromptToLint = {
  /** As the person names it: by its project and title, or by its file. */
  readonly name: string;
  readonly subject: Omit<LintSubject, 'secrets' | 'contextWindow'>;
  /** How many lines stand before the text in its file, and are counted with it. */
  readonly linesBefore: number;
};
