import { useEffect, useId, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import type { Clock } from '../../ui/clock.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { type SearchDeps, useSearch } from './use-search.ts';

export interface SearchBoxProps {
  readonly clock: Clock;
  readonly search: SearchDeps['search'];
  /** Called when a search is likely to follow. */
  onPrepare(): void;
  onChoose(promptId: number): void;
  notify(toast: ToastRequest): void;
}

/** Joins the text of the search field, what was found for it, and which of it the arrow keys have reached. */
export function useSearchBox({ clock, search, onChoose, notify }: SearchBoxProps) {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { state, searchNow } = useSearch(text, {
    clock,
    search,
    onFailure(error) {
      console.error('The search failed.', error);
      const description = t('Failed to search prompts. Please try again.');
      notify({ title: t('Search failed'), description, kind: 'destructive' });
    },
  });
  const found = state.result?.prompts ?? [];
  const isShown = isOpen && (state.isSearching || state.result !== null);

  useEffect(() => {
    if (active !== null) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  function change(next: string): void {
    setText(next);
    setActive(null);
    setIsOpen(true);
  }

  return {
    ...{ text, state, field, listId, isOpen, isShown, active, setActive, setIsOpen, searchNow, change },
    optionId: (index: number) => `${listId}-${index}`,
    activePrompt: isShown && active !== null ? found[active] : undefined,
    clear(): void {
      change('');
      field.current?.focus();
    },
    /** Leaves the box, which lies over the header: on some touch screens a press beside it does not. */
    leave(): void {
      setIsOpen(false);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    choose(prompt: FoundPrompt): void {
      change('');
      setIsOpen(false);
      // The chosen prompt takes the focus; left in the search box, it would keep a touch screen's keyboard open.
      field.current?.blur();
      onChoose(prompt.id);
    },
    move(by: 1 | -1): void {
      if (found.length === 0) return;
      setIsOpen(true);
      const from = active ?? (by === 1 ? -1 : found.length);
      setActive((from + by + found.length) % found.length);
    },
  };
}

export type SearchBoxState = ReturnType<typeof useSearchBox>;
