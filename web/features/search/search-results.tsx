import { Box, chakra, Span, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { t, translatedParts } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import { Marked } from './marked.tsx';
import { matchWords } from './match-words.ts';
import type { SearchState } from './use-search.ts';

export interface SearchResultsProps {
  readonly listId: string;
  optionId(index: number): string;
  readonly state: SearchState;
  readonly query: string;
  readonly active: number | null;
  onActivate(index: number): void;
  onChoose(prompt: FoundPrompt): void;
  onShowAll(): void;
}

export function SearchResults(props: SearchResultsProps) {
  const { listId, optionId, state, query, active, onActivate, onChoose, onShowAll } = props;
  const { isSearching, result } = state;
  const found = result?.prompts ?? [];
  const foot = found.length;
  // The keyboard is the field's: it walks through these by `aria-activedescendant`.
  const optionOf = (index: number) => ({
    ...({ type: 'button', role: 'option', id: optionId(index), tabIndex: -1 } as const),
    'aria-selected': index === active,
    onPointerMove: () => index !== active && onActivate(index),
  });
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
          <Result key={prompt.id} {...optionOf(index)} onClick={() => onChoose(prompt)}>
            <FoundWords prompt={prompt} query={query} />
          </Result>
        ))}
        {foot > 0 && (
          <Box {...footCss} role="presentation">
            <Result {...optionOf(foot)} color="accent.fg" onClick={onShowAll}>
              {t('All results…')}
            </Result>
          </Box>
        )}
      </div>
      {!isSearching && result?.count === 0 && (
        <Text {...remark}>{t('No prompt has all of these words.')}</Text>
      )}
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
  // Scrolls an option that the arrow keys reach to above the foot.
  scrollPaddingBottom: 'calc({sizes.target} + {spacing.2})',
  p: '1',
  borderWidth: '1px',
  borderRadius: 'md',
  bg: 'bg.panel',
  boxShadow: 'lg',
  textStyle: 'sm',
  css: { '& mark': { borderRadius: '2px', bg: 'accent.subtle', color: 'fg' } },
} as const;

function FoundWords({ prompt, query }: { readonly prompt: FoundPrompt; readonly query: string }) {
  const where = matchWords(prompt.match);
  return (
    <>
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
        {where !== '' && ` · ${where}`}
      </Span>
    </>
  );
}

/** In sight however far what was found is scrolled. */
const footCss = {
  position: 'sticky',
  bottom: '-1',
  mx: '-1',
  mb: '-1',
  p: '1',
  borderTopWidth: '1px',
  bg: 'bg.panel',
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
