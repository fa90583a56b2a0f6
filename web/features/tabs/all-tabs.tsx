import { chakra, Flex, Input, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LuChevronDown, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import { foldLetters, queryWords, rankEntries } from '#shared/text/fuzzy-match.ts';
import { ColorDot } from '../../ui/color-dot.tsx';
import { pressedKey } from '../../ui/keys/pressed-key.ts';
import { Popover } from '../../ui/menu/popover.tsx';
import type { OpenTab } from './open-tab.ts';
import { barButtonCss, smallButtonCss } from './tab-styles.ts';

export interface AllTabsProps {
  readonly tabs: readonly OpenTab[];
  readonly selectedId: number | null;
  onSelect(id: number): void;
  onClose(id: number): void;
}

/** Lists all tabs with their whole titles below a button, and finds them by a few letters. */
export function AllTabs(props: AllTabsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const label = t('All open tabs');
  return (
    <Popover
      label={label}
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <chakra.button
          type="button"
          insetEnd="{sizes.tab-free}"
          css={[smallButtonCss, barButtonCss, { _finger: { insetEnd: '{sizes.target}' } }]}
          aria-label={label}
          data-tooltip={label}
        >
          <LuChevronDown aria-hidden="true" />
        </chakra.button>
      }
    >
      <FoundTabs
        {...props}
        onSelect={(id) => {
          setIsOpen(false);
          props.onSelect(id);
        }}
      />
    </Popover>
  );
}

function FoundTabs({ tabs, selectedId, onSelect, onClose }: AllTabsProps) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The popover leaves the focus on its button.
  useEffect(() => field.current?.focus(), []);
  const entries = tabs.map(({ title, projectName }) => ({
    ...{ name: foldLetters(title), beside: foldLetters(projectName), weight: 0 },
  }));
  const found = rankEntries(queryWords(query), entries).flatMap((index) => tabs[index] ?? []);

  /** A row that closes leaves the focus to the next one. */
  function close(id: number): void {
    const stops = stopsIn(box.current);
    const at = stops.findIndex((stop) => Number(stop.dataset.id) === id);
    (stops[at + 1] ?? stops[at - 1])?.focus();
    onClose(id);
  }

  return (
    <Flex ref={box} direction="column" gap="2" onKeyDown={(event) => walk(event, box.current)}>
      <Input
        ref={field}
        type="search"
        data-stop=""
        aria-label={t('Search open tabs')}
        placeholder={t('Search open tabs')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (pressedKey(event) === 'Enter' && first !== undefined) onSelect(first.id);
        }}
      />
      <Flex as="ul" direction="column" mx="-2" aria-label={t('Open prompts')}>
        {found.map((tab) => (
          <Row
            key={tab.id}
            tab={tab}
            isSelected={tab.id === selectedId}
            onSelect={() => onSelect(tab.id)}
            onClose={() => close(tab.id)}
          />
        ))}
      </Flex>
      <Text role="status" color="fg.muted" _empty={{ display: 'none' }}>
        {found.length === 0 ? t('No open tab has this name.') : ''}
      </Text>
    </Flex>
  );
}

interface RowProps {
  readonly tab: OpenTab;
  readonly isSelected: boolean;
  onSelect(): void;
  onClose(): void;
}

function Row({ tab, isSelected, onSelect, onClose }: RowProps) {
  const { id, title, projectName, color, isGone } = tab;
  return (
    <Flex as="li" align="center" borderRadius="sm" _hover={{ bg: 'bg.hover' }}>
      <RowButton
        type="button"
        data-stop=""
        data-id={id}
        aria-current={isSelected || undefined}
        fontWeight={isSelected ? 'medium' : undefined}
        textDecoration={isGone ? 'line-through' : undefined}
        onClick={onSelect}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Delete') onClose();
        }}
      >
        <ColorDot color={dotColor(color)} />
        <span dir="auto">{title}</span>
        <chakra.span
          dir="auto"
          flex="none"
          maxW="40%"
          truncate
          color="fg.muted"
          textStyle="xs"
          fontWeight="normal"
        >
          {projectName}
        </chakra.span>
      </RowButton>
      <chakra.button
        type="button"
        boxSize="7"
        css={[smallButtonCss, { _finger: { boxSize: 'target' } }]}
        aria-label={t('Close {title}', { title })}
        onClick={onClose}
      >
        <LuX aria-hidden="true" />
      </chakra.button>
    </Flex>
  );
}

const RowButton = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'baseline',
    flex: '1',
    gap: '2',
    minW: '0',
    minH: '8',
    px: '2',
    py: '1.5',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    _finger: { minH: 'target' },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});

/** Returns what the arrows walk through: the field and the rows. */
function stopsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
}

function walk(event: KeyboardEvent, box: HTMLElement | null): void {
  const key = pressedKey(event);
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const stops = stopsIn(box);
  const row = document.activeElement?.closest('li')?.querySelector('[data-stop]');
  const at = stops.findIndex((stop) => stop === document.activeElement || stop === row);
  stops[(at + by + stops.length) % stops.length]?.focus();
}
