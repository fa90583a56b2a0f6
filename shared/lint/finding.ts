/** Defines what a rule finds in a prompt, and what it is given to look at. */
import type { MessageValues } from '#shared/language/translate.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { Range } from '#shared/templates/code-spans.ts';
import type { VariableMark } from '#shared/templates/marks.ts';
import type { ReadPrompt } from '#shared/templates/prompt-parts.ts';

/** A sentence for `t`, with its values. */
export type Sentence = { readonly sentence: string; readonly values?: MessageValues };

export type TextEdit = Range & { readonly text: string };

/** A change of the text after which it has the finding no more. */
export type Fix = { readonly label: Sentence; readonly edits: readonly TextEdit[] };

export type Found = {
  /** UTF-16 units of the text as it is written; null: it is about the prompt as a whole. */
  readonly range: Range | null;
  readonly reason: Sentence;
  readonly fix: Fix | null;
};

/** `warning`: it will not do what is meant, or shows what must not be seen. `note`: something to look at. */
export type Severity = 'warning' | 'note';

/** A reference to a snippet that stays as it is written: the name of the reference, and why. */
export type BrokenReference = {
  /** As `formatReference` writes it. */
  readonly written: string;
  readonly reason: 'missing' | 'ambiguous' | 'cycle' | 'too-deep' | 'too-large';
};

/** A text that looks like a secret, at a range of the text. `kind`: the last part of the rule's id that found it. */
export type FoundSecret = Range & { readonly kind: string };

/** A prompt as it is looked at. Nothing here is ever sent anywhere. */
export type LintSubject = {
  /** As it is written. */
  readonly text: string;
  /** With its snippets inserted. */
  readonly resolved: string;
  /** Of the references in `text`. */
  readonly broken: readonly BrokenReference[];
  /** The names of prompts that a reference can have, as `formatReference` writes it; those that are known. */
  readonly references: readonly string[];
  readonly settings: PromptSettings;
  readonly valueSets: readonly { readonly name: string; readonly values: Readonly<Record<string, string>> }[];
  readonly cases: readonly Pick<TestCase, 'name' | 'enabled' | 'values'>[];
  /** Tokens that the model of the settings takes, with those of the answer; null: not known. */
  readonly contextWindow: number | null;
  readonly secrets: readonly FoundSecret[];
};

/** A subject with what several rules read of it. */
export type ReadSubject = LintSubject & {
  /** The variables of the text as it is written, in their order. */
  readonly marks: readonly VariableMark[];
  /** The text with its snippets. */
  readonly whole: ReadPrompt;
  /** The cases that are run. */
  readonly enabled: LintSubject['cases'];
};

export type Rule = {
  /** By it the rule is switched off. */
  readonly name: string;
  readonly title: string;
  readonly severity: Severity;
  find(subject: ReadSubject): Iterable<Found>;
};
