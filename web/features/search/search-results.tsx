import type { ReactNode } from 'react';
import { t, translatedParts } from '#shared/language/translate.ts';
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
        {isSearching ? t('Searching...') : t('Found {count} prompts', { count: result?.count ?? 0 })}
      </p>
      <div id={listId} role="listbox" aria-label={t('Found prompts')}>
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
              {translatedParts<ReactNode>('{match} in {project}', {
                match: (
                  <span key="match" className="search-match">
                    {t('Match found')}
                  </span>
                ),
                project: isolatedName(prompt.projectName),
              })}
            </span>
          </button>
        ))}
      </div>
      {left > 0 && (
        <p className="search-more">{t('{left} more: go on typing to narrow it down.', { left })}</p>
      )}
      {!isSearching && result?.count === 0 && (
        <p className="search-more">{t('No title and no text says that.')}</p>
      )}
    </div>
  );
}
