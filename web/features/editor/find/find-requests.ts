import type { Matches, ReplacedText, Replacement } from './find-matches.ts';
import type { FindQuery } from './find-query.ts';

/** To the worker, one at a time. */
export type FindRequest = { readonly text: string; readonly query: FindQuery } & (
  | { readonly kind: 'find' }
  /** Asks for the replacement of the match that begins here. */
  | { readonly kind: 'replaceOne'; readonly at: number; readonly replacement: Replacement }
  | { readonly kind: 'replaceAll'; readonly caret: number; readonly replacement: Replacement }
);

/** From the worker: that it has begun, and then the answer. */
export type FindReport = FindAnswer | { readonly kind: 'begun' };

export type FindAnswer =
  | ({ readonly kind: 'found' } & Matches)
  /** `change` is null where no match begins there. */
  | {
      readonly kind: 'replacedOne';
      readonly change: { readonly from: number; readonly to: number; readonly insert: string } | null;
    }
  | ({ readonly kind: 'replacedAll' } & ReplacedText)
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'invalid'; readonly reason: string }
  /** It took longer than anybody waits, and was ended; or the worker ended by itself. */
  | { readonly kind: 'tooSlow' };

/** So many matches are counted and shown. */
export const mostMatches = 10_000;
