import { useEffect, useId, useRef, useState } from 'react';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import type { Clock } from '../../ui/clock.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { searchFailed } from './search-failed.ts';
import { type SearchDeps, useSearch } from './use-search.ts';

export interface SearchBoxProps {
  readonly clock: Clock;
  readonly search: SearchDeps['search'];
  /** Called when a search is likely to follow. */
  onPrepare(): void;
  onChoose(found: FoundPrompt): void;
  /** Opens the list of all that is found; `onChoose` does what choosing in the box does. */
  onShowAll(query: string, onChoose: (found: FoundPrompt) => void): void;
  notify(toast: ToastRequest): void;
}

/** Joins the text of the search field, what was found for it, and which of it the arrow keys have reached. */
export function useSearchBox({ clock, search, onChoose, onShowAll, notify }: SearchBoxProps) {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { state, searchNow } = useSearch(text, {
    clock,
    search,
    onFailure: (error) => notify(searchFailed(error)),
  });
  const found = state.result?.prompts ?? [];
  // The foot of what was found is walked to as well.
  const { active, setActive, step } = useActive(listId, found.length === 0 ? 0 : found.length + 1);
  const isShown = isOpen && (state.isSearching || state.result !== null);

  function change(next: string): void {
    setText(next);
    setActive(null);
    setIsOpen(true);
  }

  function choose(prompt: FoundPrompt): void {
    change('');
    setIsOpen(false);
    // The chosen prompt takes the focus; left in the search box, it would keep a touch screen's keyboard open.
    field.current?.blur();
    onChoose(prompt);
  }

  function showAll(): void {
    setActive(null);
    setIsOpen(false);
    onShowAll(text.trim(), choose);
  }

  return {
    ...{ text, state, field, listId, isOpen, isShown, active, setActive, setIsOpen, searchNow, change },
    optionId: (index: number) => `${listId}-${index}`,
    isActive: isShown && active !== null,
    chooseActive(): void {
      const prompt = active === null ? undefined : found[active];
      if (prompt === undefined) showAll();
      else choose(prompt);
    },
    clear(): void {
      change('');
      field.current?.focus();
    },
    /** Leaves the box, which lies over the header: on some touch screens a press beside it does not. */
    leave(): void {
      setIsOpen(false);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    choose,
    showAll,
    move(by: 1 | -1): void {
      if (step(by)) setIsOpen(true);
    },
  };
}

/** The option that the arrow keys have reached, of so many; it is kept in sight. */
function useActive(listId: string, stops: number) {
  const [active, setActive] = useState<number | null>(null);
  useEffect(() => {
    if (active !== null) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);
  return {
    ...{ active, setActive },
    /** Returns whether there is any. */
    step(by: 1 | -1): boolean {
      const from = active ?? (by === 1 ? -1 : stops);
      if (stops > 0) setActive((from + by + stops) % stops);
      return stops > 0;
    },
  };
}

export type SearchBoxState = ReturnType<typeof useSearchBox>;
