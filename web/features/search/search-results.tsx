import { isolatedName } from '#shared/text/isolated-name.ts';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import { Marked } from './marked.tsx';
import type { SearchState } from './use-search.ts';

export interface SearchResultsProps {
  readonly listId: string;
  optionId(index: number): string;
  readonly state: SearchState;
  readonly query: string;
  readonly active: number | null;
  onActivate(index: number): void;
  onChoose(prompt: FoundPrompt): void;
}

export function SearchResults(props: SearchResultsProps) {
  const { listId, optionId, state, query, active, onActivate, onChoose } = props;
  const { isSearching, result } = state;
  const found = result?.prompts ?? [];
  const left = (result?.count ?? 0) - found.length;
  return (
    <div
      className="search-results"
      // The field keeps the focus, whatever is pressed here.
      onPointerDown={(event) => event.preventDefault()}
    >
      <p className="search-head" role="status">
        {isSearching ? 'Searching...' : `Found ${result?.count ?? 0} prompts`}
      </p>
      <div id={listId} role="listbox" aria-label="Found prompts">
        {found.map((prompt, index) => (
          <button
            key={prompt.id}
            type="button"
            id={optionId(index)}
            className="search-result"
            role="option"
            // The keyboard is the field's: it walks through these by `aria-activedescendant`.
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => index !== active && onActivate(index)}
            onClick={() => onChoose(prompt)}
          >
            <span className="search-title">{prompt.title}</span>
            <span className="search-snippet">
              <Marked text={prompt.snippet} query={query} />
            </span>
            <span className="search-place">
              <span className="search-match">Match found</span> in {isolatedName(prompt.projectName)}
            </span>
          </button>
        ))}
      </div>
      {left > 0 && <p className="search-more">{`${left} more: go on typing to narrow it down.`}</p>}
      {!isSearching && result?.count === 0 && <p className="search-more">No title and no text says that.</p>}
    </div>
  );
}
