import { Box, Button, Input, Stack, Text } from '@chakra-ui/react';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { FoundPrompt, SearchResult } from '../../data/search/prompt-search.ts';
import { everyPrompt, type SearchFilter } from '../../data/search/search-filter.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { pressedKey } from '../../ui/keys/pressed-key.ts';
import {
  VirtualList,
  type VirtualListHandle,
  type VirtualRowAttributes,
} from '../../ui/list/virtual-list.tsx';
import { useNotify } from '../../ui/provider.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { FoundRow } from './found-row.tsx';
import type { ListedSearch } from './listed-search.ts';
import { searchFailed } from './search-failed.ts';
import { SearchFilters } from './search-filters.tsx';
import { mostListed, useSearchList } from './use-search-list.ts';
import './search-list.css';

const noPrompts: readonly FoundPrompt[] = [];
const noChoices: SearchResult['choices'] = { tags: [], labels: [] };

/** A combobox (WAI-ARIA) in a dialog: the focus stays in the field, and the arrow keys walk through what was found. */
export function SearchList({ request, open, onClose }: ScreenProps<ListedSearch>) {
  const { clock } = useOpenLibrary();
  const notify = useNotify();
  const [query, setQuery] = useState(request.query);
  const [filter, setFilter] = useState<SearchFilter>(everyPrompt);
  const field = useRef<HTMLInputElement>(null);
  const isChosen = useRef(false);
  const { result, isCurrent } = useSearchList({
    ...{ search: request.search, query: query.trim(), filter, clock },
    onFailure: (error) => notify(searchFailed(error)),
  });
  const found = result?.prompts ?? noPrompts;
  const choose = (prompt: FoundPrompt) => {
    isChosen.current = true;
    request.onChoose(prompt);
    onClose();
  };
  // Enter means what the words that stand there find.
  const list = useListKeys(found, (prompt) => isCurrent && choose(prompt));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={t('Search in all prompts')}
      initialFocus={field}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
      finalFocus={(opener) => (isChosen.current ? request.focusAfterChoice() : opener)}
    >
      <Stack gap="3" minW="0">
        <ListField {...{ field, list, query }} hasFound={found.length > 0} onQuery={setQuery} />
        <SearchFilters choices={result?.choices ?? noChoices} filter={filter} onFilter={setFilter} />
        <Text role="status" textStyle="sm" color="fg.muted">
          {[countWords(result, { query, isCurrent }), leftOutWords(result)].filter(Boolean).join(' · ')}
        </Text>
        <FoundList {...{ found, query, list }} onChoose={choose} />
      </Stack>
    </Dialog>
  );
}

type ListFieldProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly list: ReturnType<typeof useListKeys>;
  readonly query: string;
  readonly hasFound: boolean;
  onQuery(query: string): void;
};

function ListField({ field, list, query, hasFound, onQuery }: ListFieldProps) {
  return (
    <Input
      ref={field}
      role="combobox"
      aria-label={t('Words, or a phrase in quotes')}
      placeholder={t('Words, or a phrase in quotes')}
      aria-expanded={hasFound}
      aria-controls={list.id}
      aria-autocomplete="list"
      aria-activedescendant={hasFound ? list.optionId(list.active) : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={query}
      onChange={(event) => {
        onQuery(event.target.value);
        list.setActive(0);
      }}
      onKeyDown={list.onKeyDown}
    />
  );
}

type Asked = { readonly query: string; readonly isCurrent: boolean };

function countWords(result: SearchResult | null, { query, isCurrent }: Asked): string {
  if (query.trim() === '') return t('Type what to look for.');
  if (result === null) return isCurrent ? '' : t('Searching...');
  const { count } = result;
  if (count === 0) return t('No prompt has all of these words.');
  if (count > mostListed)
    return t('The first {shown, number} of {count, number} prompts', { shown: mostListed, count });
  return t('Found {count} prompts', { count });
}

function leftOutWords(result: SearchResult | null): string {
  const count = result?.leftOut ?? 0;
  if (count === 0) return '';
  return t(
    '{count, plural, one {# old version is searched by its description alone} other {# old versions are searched by their description alone}}',
    { count },
  );
}

/** So far a page of the list goes. */
const page = 5;

function useListKeys(found: readonly FoundPrompt[], choose: (prompt: FoundPrompt) => void) {
  const [wanted, setActive] = useState(0);
  const id = useId();
  const active = Math.min(wanted, Math.max(0, found.length - 1));
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
  };
  return {
    ...{ id, active, setActive },
    optionId: (row: number) => `${id}-${row}`,
    onKeyDown(event: KeyboardEvent): void {
      const key = pressedKey(event);
      const prompt = found[active];
      const step = steps[key];
      if (key === 'Enter' && prompt !== undefined) choose(prompt);
      else if (step !== undefined) setActive(Math.max(0, Math.min(found.length - 1, active + step)));
      else return;
      event.preventDefault();
    },
  };
}

/** Pixels: the title, two lines of the snippet, and the place. */
const rowHeights = { wide: 92, narrow: 112 };

type FoundListProps = {
  readonly found: readonly FoundPrompt[];
  readonly query: string;
  readonly list: ReturnType<typeof useListKeys>;
  onChoose(prompt: FoundPrompt): void;
};

function FoundList({ found, query, list, onChoose }: FoundListProps) {
  const { active, setActive, optionId } = list;
  const isNarrow = useMediaQuery('(max-width: 639px)');
  const height = isNarrow ? rowHeights.narrow : rowHeights.wide;
  const rowHeight = useCallback(() => height, [height]);
  const rowKey = useCallback((row: number) => found[row]?.id ?? row, [found]);
  const scroller = useRef<VirtualListHandle>(null);
  useEffect(() => {
    if (found.length > 0) scroller.current?.scrollToRow(active);
  }, [found, active]);
  const attributes = (row: number): VirtualRowAttributes => ({
    ...{ id: optionId(row), role: 'option', tabIndex: -1 },
    ...{ 'aria-selected': row === active, 'aria-setsize': found.length, 'aria-posinset': row + 1 },
    // A list that scrolls under a pointer at rest moves nothing.
    onPointerMove({ movementX, movementY }) {
      if (row !== active && (movementX !== 0 || movementY !== 0)) setActive(row);
    },
    onClick() {
      const prompt = found[row];
      if (prompt !== undefined) onChoose(prompt);
    },
  });
  return (
    <Box
      borderWidth="1px"
      borderRadius="md"
      overflow="hidden"
      hidden={found.length === 0}
      style={{ height: `min(${found.length * height + 2}px, 45dvh)` }}
      // The field keeps the focus, whatever is pressed here.
      onPointerDown={(event) => event.preventDefault()}
    >
      <VirtualList
        // Its places are computed once for each height.
        key={height}
        ref={scroller}
        id={list.id}
        className="search-list"
        role="listbox"
        label={t('Found prompts')}
        count={found.length}
        keptRow={active}
        {...{ rowHeight, rowKey }}
        rowAttributes={attributes}
        renderRow={(row) => {
          const prompt = found[row];
          return prompt && <FoundRow prompt={prompt} query={query} />;
        }}
      />
    </Box>
  );
}
