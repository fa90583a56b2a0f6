import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { PulledSettings } from '#shared/model/pull.ts';
import type { ReadPrompt } from '#shared/templates/prompt-parts.ts';
import { casesInOrder } from '#shared/text/order/cases-in-order.ts';
import { RunFailed } from '../run/run-failed.ts';

/** A text with its snippets, or the sentence that explains why it cannot be sent. */
export type TextToCheck =
  | { readonly kind: 'text'; readonly read: ReadPrompt; readonly settings: PulledSettings }
  | { readonly kind: 'unsendable'; readonly sentence: string };

export type PromptToCheck = {
  /** As the person names it: by its project and title, or by its file; with the label of its version. */
  readonly name: string;
  /** Those that are enabled, in the person's own order; at least one. */
  readonly cases: readonly TestCase[];
  readonly text: TextToCheck;
  /** The version that it is compared with; null: none. */
  readonly baseline: TextToCheck | null;
};

/** `label`: of the version that is checked; undefined: the current text. */
export type Labels = { readonly label: string | undefined; readonly baseline: string | undefined };

/** Returns the cases that are run, in the person's own order. */
export function enabledCases(cases: readonly TestCase[]): readonly TestCase[] {
  return casesInOrder(cases.filter(({ enabled }) => enabled));
}

/** Returns the text that is read, or, where that fails as a run can fail, the sentence. */
export async function textToCheck(
  read: () => Promise<{ read: ReadPrompt; settings: PulledSettings }>,
): Promise<TextToCheck> {
  try {
    return { kind: 'text', ...(await read()) };
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    return { kind: 'unsendable', sentence: error.message };
  }
}

export function nameWith(name: string, label: string | undefined): string {
  return label === undefined ? name : `${name}@${label}`;
}
