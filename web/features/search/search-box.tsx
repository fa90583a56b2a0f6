import { useRef } from 'react';
import { LuSearch, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { followSearchKey } from './search-keys.ts';
import { SearchResults } from './search-results.tsx';
import { type SearchBoxProps, type SearchBoxState, useSearchBox } from './use-search-box.ts';
import './search-box.css';

/** A combobox (WAI-ARIA): the focus stays in the field, and the arrow keys walk through what was found. */
export function SearchBox(props: SearchBoxProps) {
  const place = useRef<HTMLElement>(null);
  const box = useSearchBox(props);
  const { text, isShown, active, listId, optionId } = box;
  return (
    <search
      ref={place}
      className="search"
      onBlur={(event) => {
        if (!place.current?.contains(event.relatedTarget)) box.setIsOpen(false);
      }}
    >
      <LuSearch className="search-icon" aria-hidden="true" />
      <input
        ref={box.field}
        className="search-field"
        type="text"
        role="combobox"
        aria-label={t('Search prompts')}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active !== null ? optionId(active) : undefined}
        placeholder={t('Search prompt content...')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => box.change(event.target.value)}
        onFocus={() => {
          box.setIsOpen(true);
          props.onPrepare();
        }}
        onKeyDown={(event) => followSearchKey(box, event)}
      />
      <EndButton {...box} />
      {isShown && (
        <SearchResults
          listId={listId}
          optionId={optionId}
          state={box.state}
          query={text.trim()}
          active={active}
          onActivate={box.setActive}
          onChoose={box.choose}
        />
      )}
    </search>
  );
}

/** Empties the field; where that is empty, it leaves the box. The style sheet shows that only over the header. */
function EndButton({ text, isOpen, clear, leave }: SearchBoxState) {
  if (text === '' && !isOpen) return null;
  const isClearing = text !== '';
  return (
    <button
      type="button"
      className={isClearing ? 'search-clear' : 'search-clear search-leave'}
      aria-label={isClearing ? t('Clear search') : t('Close search')}
      onClick={isClearing ? clear : leave}
    >
      <LuX aria-hidden="true" />
    </button>
  );
}
