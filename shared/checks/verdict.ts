import type { MessageValues } from '#shared/language/translate.ts';
import { cutText } from '#shared/text/cut-text.ts';

/** An English sentence that `t` shows with its values. */
export type Sentence = { readonly sentence: string; readonly values?: MessageValues };

/** States what is true of an answer, whether a check or its `not-` form asks for it. */
export type Finding = {
  readonly holds: boolean;
  /** From 0 to 1; left out: 1 where it holds, otherwise 0. */
  readonly score?: number;
  readonly reason: Sentence;
};

/**
 * `error`: the check itself, or what is known of the answer, is not fit to be judged. `open`: somebody else judges it, a
 * model or a person.
 */
export type Outcome =
  | ({ readonly kind: 'found' } & Finding)
  | { readonly kind: 'error' | 'open'; readonly reason: Sentence };

export function found(holds: boolean, sentence: string, values?: MessageValues): Outcome {
  return { kind: 'found', holds, reason: reasonOf(sentence, values) };
}

export function failedToJudge(sentence: string, values?: MessageValues): Outcome {
  return { kind: 'error', reason: reasonOf(sentence, values) };
}

export function open(sentence: string, values?: MessageValues): Outcome {
  return { kind: 'open', reason: reasonOf(sentence, values) };
}

function reasonOf(sentence: string, values?: MessageValues): Sentence {
  return values === undefined ? { sentence } : { sentence, values };
}

const shownUnits = 80;

/** Returns the beginning of a text, short enough for a sentence. */
export function shown(text: string, units = shownUnits): string {
  const cut = cutText(text, units);
  return cut === text ? text : `${cut}…`;
}
