import { Box, chakra, Span, Text } from '@chakra-ui/react';
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
    <Box
      className="search-results"
      {...dropdown}
      // The field keeps the focus, whatever is pressed here.
      onPointerDown={(event) => event.preventDefault()}
    >
      <Text {...remark} role="status">
        {isSearching ? t('Searching...') : t('Found {count} prompts', { count: result?.count ?? 0 })}
      </Text>
      <div id={listId} role="listbox" aria-label={t('Found prompts')}>
        {found.map((prompt, index) => (
          <Result
            key={prompt.id}
            type="button"
            id={optionId(index)}
            role="option"
            // The keyboard is the field's: it walks through these by `aria-activedescendant`.
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => index !== active && onActivate(index)}
            onClick={() => onChoose(prompt)}
          >
            <Span fontWeight="semibold" truncate>
              {prompt.title}
            </Span>
            <Span overflowWrap="anywhere" color="fg.muted">
              <Marked text={prompt.snippet} query={query} />
            </Span>
            <Span color="fg.muted" textStyle="xs">
              {translatedParts<ReactNode>('{match} in {project}', {
                match: (
                  <Span key="match" color="accent.fg">
                    {t('Match found')}
                  </Span>
                ),
                project: isolatedName(prompt.projectName),
              })}
            </Span>
          </Result>
        ))}
      </div>
      {left > 0 && <Text {...remark}>{t('{left} more: go on typing to narrow it down.', { left })}</Text>}
      {!isSearching && result?.count === 0 && <Text {...remark}>{t('No title and no text says that.')}</Text>}
    </Box>
  );
}

const dropdown = {
  position: 'absolute',
  top: 'calc(100% + {spacing.1.5})',
  insetX: '0',
  zIndex: 'overlay',
  maxH: 'search-height',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  p: '1',
  borderWidth: '1px',
  borderRadius: 'md',
  bg: 'bg.panel',
  boxShadow: 'lg',
  textStyle: 'sm',
  css: { '& mark': { borderRadius: '2px', bg: 'accent.subtle', color: 'fg' } },
} as const;

const remark = { py: '1.5', px: '2.5', textStyle: 'xs', color: 'fg.muted' } as const;

const Result = chakra('button', {
  base: {
    display: 'grid',
    gap: '0.5',
    width: 'full',
    minH: 'target',
    py: '2',
    px: '2.5',
    textAlign: 'start',
    borderRadius: 'sm',
    cursor: 'pointer',
    _selected: { bg: 'bg.hover' },
  },
});
