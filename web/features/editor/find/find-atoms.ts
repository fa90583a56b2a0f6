import { atom } from 'jotai';
import type { FindQuery } from './find-query.ts';

/** Remembers what was looked for last on this page; the next search begins with it. */
export const findQueryAtom = atom<FindQuery>({
  text: '',
  matchCase: false,
  wholeWords: false,
  isPattern: false,
});

export const replacementAtom = atom('');
