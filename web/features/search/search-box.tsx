import { chakra, Icon, Input } from '@chakra-ui/react';
import { useRef } from 'react';
import { LuSearch, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { followSearchKey } from './search-keys.ts';
import { SearchResults } from './search-results.tsx';
import { type SearchBoxProps, type SearchBoxState, useSearchBox } from './use-search-box.ts';
import { useSearchShortcut } from './use-search-shortcut.ts';

/** A combobox (WAI-ARIA): the focus stays in the field, and the arrow keys walk through what was found. */
export function SearchBox(props: SearchBoxProps) {
  const place = useRef<HTMLElement>(null);
  const box = useSearchBox(props);
  useSearchShortcut();
  const { text, isShown, active, listId, optionId } = box;
  return (
    <chakra.search
      css={placeCss}
      ref={place}
      className="search"
      onBlur={(event) => {
        if (!place.current?.contains(event.relatedTarget)) box.setIsOpen(false);
      }}
    >
      <Icon {...lens} aria-hidden="true">
        <LuSearch />
      </Icon>
      <Input
        {...look}
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
          onShowAll={box.showAll}
        />
      )}
    </chakra.search>
  );
}

const placeCss = {
  position: 'relative',
  display: 'flex',
  // It gives way before the text of the sync chip does.
  flex: '0 1000 26rem',
  alignItems: 'center',
  minW: '7rem',
  // Without room beside the rest of the header, the box takes all of that while it is used.
  _narrow: {
    flex: '1 1 3rem',
    minW: 'target',
    '&:has([data-clears])': { minW: 'calc(2.25rem + {sizes.target})' },
    '&:focus-within': {
      position: 'absolute',
      inset: '0',
      zIndex: '1',
      margin: '0',
      px: '1.5',
      bg: 'bg',
      '& > svg, & > button': { mx: '1.5' },
      '& > input': { bg: 'bg' },
    },
    '& > input:placeholder-shown': { pe: '0' },
  },
  // Two letters of a sentence say less than the lens.
  '@media (max-width: 27rem)': { '&:not(:focus-within) > input::placeholder': { opacity: '0' } },
} as const;

const lens = {
  position: 'absolute',
  insetStart: '3',
  zIndex: '1',
  color: 'fg.muted',
  pointerEvents: 'none',
} as const;

const look = {
  className: 'search-field',
  size: 'sm',
  px: '9',
  bg: 'bg.subtle',
  textOverflow: 'ellipsis',
} as const;

/** Empties the field; where that is empty, it leaves the box. That is shown only where the box covers the header. */
function EndButton({ text, isOpen, clear, leave }: SearchBoxState) {
  if (text === '' && !isOpen) return null;
  const isClearing = text !== '';
  return (
    <IconButton
      label={isClearing ? t('Clear search') : t('Close search')}
      icon={<LuX />}
      position="absolute"
      insetEnd="0"
      color="fg.muted"
      data-clears={isClearing || undefined}
      {...(!isClearing && {
        display: 'none',
        _narrow: { 'search:focus-within &': { display: 'inline-flex' } },
      })}
      onClick={isClearing ? clear : leave}
    />
  );
}
