/** The messages between the page and the worker that reads and fills texts. */
import type { Message } from '#shared/templates/chat.ts';
import type { Placeholder } from '#shared/templates/placeholders.ts';
import type { Preview } from '#shared/templates/prompt-parts.ts';
import type { TextCounts } from '#shared/templates/text-counts.ts';
import type { Field } from '#shared/templates/variable-syntax.ts';

export type ShownVariable = { readonly name: string; readonly field: Field };

/** Lists what a panel shows of a text. */
export type TextReading = {
  readonly isChat: boolean;
  readonly variables: readonly ShownVariable[];
  /** The names of variables that a later place declares otherwise. */
  readonly conflicts: readonly string[];
  /** Values in other notations, in the text without its snippets. */
  readonly placeholders: readonly Placeholder[];
};

export type FilledValues = ReadonlyMap<string, string>;

export type TemplateAsk =
  /** The text stays there for what is asked next; `written`: without its snippets. */
  | { readonly kind: 'read'; readonly text: string; readonly written: string }
  | { readonly kind: 'preview'; readonly valueSets: readonly FilledValues[]; readonly mostUnits: number }
  | { readonly kind: 'fill'; readonly values: FilledValues }
  | { readonly kind: 'messages'; readonly values: FilledValues }
  | { readonly kind: 'count'; readonly text: string };

export type TemplateAnswers = {
  read: TextReading;
  preview: readonly Preview[];
  fill: { readonly text: string; readonly missing: readonly string[] };
  messages: { readonly messages: readonly Message[] | null; readonly missing: readonly string[] };
  count: TextCounts;
};

export type TemplateRequest = { readonly number: number } & TemplateAsk;
export type TemplateAnswer = {
  readonly number: number;
  readonly answer: TemplateAnswers[keyof TemplateAnswers];
};
