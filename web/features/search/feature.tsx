import { defineFeature } from '../feature.tsx';
import type { ListedSearch } from './listed-search.ts';

/** All that a search finds, with filters. */
export const searchList = defineFeature<ListedSearch>({
  name: 'searchList',
  load: async () => (await import('./search-list.tsx')).SearchList,
});
