import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { LuSearch, LuX } from 'react-icons/lu';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import type { Clock } from '../../ui/clock.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { SearchResults } from './search-results.tsx';
import { useSearch } from './use-search.ts';
import './search-box.css';

export interface SearchBoxProps {
  readonly clock: Clock;
  readonly search: Parameters<typeof useSearch>[1]['search'];
  onChoose(promptId: number): void;
  notify(toast: ToastRequest): void;
}

/** A combobox (WAI-ARIA): the focus stays in the field, and the arrow keys walk through what was found. */
export function SearchBox({ clock, search, onChoose, notify }: SearchBoxProps) {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { state, searchNow } = useSearch(text, {
    clock,
    search,
    onFailure(error) {
      console.error('The search failed.', error);
      const description = 'Failed to search prompts. Please try again.';
      notify({ title: 'Search failed', description, kind: 'destructive' });
    },
  });
  const found = state.result?.prompts ?? [];
  const isShown = isOpen && (state.isSearching || state.result !== null);
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    if (active !== null) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  function change(next: string): void {
    setText(next);
    setActive(null);
    setIsOpen(true);
  }

  function clear(): void {
    change('');
    field.current?.focus();
  }

  function choose(prompt: FoundPrompt): void {
    change('');
    setIsOpen(false);
    // What was chosen takes the focus; here it would keep a touch screen's keyboard open.
    field.current?.blur();
    onChoose(prompt.id);
  }

  function move(by: 1 | -1): void {
    if (found.length === 0) return;
    setIsOpen(true);
    const from = active ?? (by === 1 ? -1 : found.length);
    setActive((from + by + found.length) % found.length);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // Enter that ends an input method's word is not a wish to search.
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
        move(1);
        break;
      case 'ArrowUp':
        move(-1);
        break;
      case 'Enter': {
        const chosen = isShown && active !== null ? found[active] : undefined;
        if (chosen !== undefined) choose(chosen);
        else {
          setIsOpen(true);
          searchNow();
        }
        break;
      }
      case 'Escape':
        if (isShown) setIsOpen(false);
        else clear();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <search
      ref={box}
      className="search"
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <LuSearch className="search-icon" aria-hidden="true" />
      <input
        ref={field}
        className="search-field"
        type="text"
        role="combobox"
        aria-label="Search prompts"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active !== null ? optionId(active) : undefined}
        placeholder="Search prompt content..."
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => change(event.target.value)}
        onFocus={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <button type="button" className="search-clear" aria-label="Clear search" onClick={clear}>
          <LuX aria-hidden="true" />
        </button>
      )}
      {isShown && (
        <SearchResults
          listId={listId}
          optionId={optionId}
          state={state}
          query={text.trim()}
          active={active}
          onActivate={setActive}
          onChoose={choose}
        />
      )}
    </search>
  );
}
