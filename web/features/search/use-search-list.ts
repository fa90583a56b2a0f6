import { useEffect, useEffectEvent, useState } from 'react';
import type { SearchResult } from '../../data/search/prompt-search.ts';
import type { SearchFilter } from '../../data/search/search-filter.ts';
import type { Clock } from '../../ui/clock.ts';
import type { ListedSearch } from './listed-search.ts';

/** More are only counted: who has so many types another word. */
export const mostListed = 1_000;

const pauseMs = 150;

type Answer = { readonly query: string; readonly filter: SearchFilter; readonly result: SearchResult | null };

type Asked = Pick<ListedSearch, 'search'> & {
  readonly query: string;
  readonly filter: SearchFilter;
  readonly clock: Pick<Clock, 'after'>;
  onFailure(error: unknown): void;
};

/** `isCurrent`: whether it answers what is asked now. `result`: null before the first answer, and after a failure. */
type Listed = { readonly result: SearchResult | null; readonly isCurrent: boolean };

/** Returns what was found last. An answer that comes after a newer question is dropped. */
export function useSearchList({ search, query, filter, clock, onFailure }: Asked): Listed {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const fail = useEffectEvent((error: unknown) => onFailure(error));
  useEffect(() => {
    let isLeft = false;
    const callOff = clock.after(pauseMs, () => {
      search(query, { filter, most: mostListed }).then(
        (result) => !isLeft && setAnswer({ query, filter, result }),
        (error: unknown) => {
          if (isLeft) return;
          setAnswer({ query, filter, result: null });
          fail(error);
        },
      );
    });
    return () => {
      isLeft = true;
      callOff();
    };
  }, [search, query, filter, clock]);
  const isCurrent = answer?.query === query && answer.filter === filter;
  return { result: answer?.result ?? null, isCurrent };
}
