import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import type { SearchBeside } from './search-beside.ts';

/** Opens the list of a search. `query`: the one that it begins with. */
export type ListedSearch = Pick<SearchBeside, 'search'> & {
  readonly query: string;
  onChoose(found: FoundPrompt): void;
  /** Returns what has the focus after a choice. */
  focusAfterChoice(): HTMLElement | null;
};
