/** Tells how a search stands. */
export type FindResult =
  | { readonly kind: 'none' | 'replacing' | 'tooSlow' | 'tooLong' }
  | { readonly kind: 'invalid'; readonly reason: string }
  /** `current` counts from 1; 0: none is selected. */
  | { readonly kind: 'found'; readonly count: number; readonly isMore: boolean; readonly current: number }
  | { readonly kind: 'replaced'; readonly count: number };
