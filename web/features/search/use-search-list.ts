import { useEffect, useEffectEvent, useState } from 'react';
import type { SearchResult } from '../../data/search/prompt-search.ts';
import type { SearchFilter } from '../../data/search/searched-prompts.ts';
import type { Clock } from '../../ui/clock.ts';
import type { ListedSearch } from './listed-search.ts';

/** More are only counted: who has so many types another word. */
export const mostListed = 1_000;

const pauseMs = 150;

type Asked = Pick<ListedSearch, 'search'> & {
  readonly query: string;
  readonly filter: SearchFilter;
  readonly clock: Pick<Clock, 'after'>;
  onFailure(error: unknown): void;
};

/** Returns what was found last; null before the first answer. An answer that comes after a newer question is dropped. */
export function useSearchList({ search, query, filter, clock, onFailure }: Asked): SearchResult | null {
  const [result, setResult] = useState<SearchResult | null>(null);
  const fail = useEffectEvent((error: unknown) => onFailure(error));
  useEffect(() => {
    let isLeft = false;
    const callOff = clock.after(pauseMs, () => {
      search(query, { filter, most: mostListed }).then(
        (found) => !isLeft && setResult(found),
        (error: unknown) => !isLeft && fail(error),
      );
    });
    return () => {
      isLeft = true;
      callOff();
    };
  }, [search, query, filter, clock]);
  return result;
}
