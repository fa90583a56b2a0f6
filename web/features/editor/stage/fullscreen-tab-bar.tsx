import { Box, Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { LuMinimize2, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import { dotStyle } from '../../../ui/color-dot.tsx';
import { tabAfterClosing } from '../../../ui/dialog/tab-after-closing.ts';
import { useActAtPress } from '../../../ui/hooks/use-act-at-press.ts';
import { pressedKey } from '../../../ui/keys/pressed-key.ts';
import { narrowStage } from './stage-room.ts';

const Tab = chakra('div', {
  base: {
    display: 'flex',
    flex: 'none',
    alignItems: 'center',
    height: 'calc({sizes.target} + 0.5rem)',
    borderInlineStart: '3px solid var(--dot-edge)',
    borderEndWidth: '1px',
    color: 'fg.muted',
    _hover: { bg: 'bg.hover' },
    '&[data-selected]': {
      bg: 'bg',
      color: 'fg',
      fontWeight: 'medium',
      boxShadow: 'inset 0 -2px {colors.accent.solid}',
    },
  },
});

export type FullscreenTabs = {
  readonly tabs: readonly { readonly id: number; readonly title: string; readonly color: string }[];
  onSelect(id: number): void;
  onClose(id: number): void;
};

export type FullscreenTabBarProps = FullscreenTabs & {
  readonly selectedId: number;
  onExit(): void;
};

const idOf = (promptId: number) => `fullscreen-tab-${promptId}`;

/** As the workspace's own bar: the tab list owns its tabs, because a tab may hold no close button. */
export function FullscreenTabBar({ tabs, selectedId, onSelect, onClose, onExit }: FullscreenTabBarProps) {
  const leave = useFocusAtFirst();

  function close(index: number): void {
    const tab = tabs[index];
    if (tab === undefined) return;
    const next = tabAfterClosing(tabs, { index, selectedId });
    if (next !== undefined) document.getElementById(idOf(next.id))?.focus();
    onClose(tab.id);
  }

  function onKeyDown(event: KeyboardEvent, index: number): void {
    const tab = tabs[index];
    if (tab === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (pressedKey(event) === 'Delete') close(index);
    else {
      const next = tabs[nextIndex(pressedKey(event), index, tabs.length)];
      if (next === undefined) return;
      document.getElementById(idOf(next.id))?.focus();
    }
    event.preventDefault();
  }

  return (
    <Flex flex="none" align="center" gap="2" pe="2" borderBottomWidth="1px" bg="bg.subtle">
      <Flex flex="auto" alignSelf="stretch" minW="0" overflowX="auto" scrollbarWidth="none">
        <div
          role="tablist"
          aria-label={t('Open prompts')}
          aria-owns={tabs.map(({ id }) => idOf(id)).join(' ')}
        />
        {tabs.map((tab, index) => (
          <FullscreenTab
            key={tab.id}
            tab={tab}
            isSelected={tab.id === selectedId}
            onSelect={() => onSelect(tab.id)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onClose={() => close(index)}
          />
        ))}
      </Flex>
      <Button
        ref={leave}
        size="sm"
        aria-label={t('Exit Fullscreen')}
        data-tooltip={t('Escape does the same; in the text, press it twice')}
        onClick={onExit}
      >
        <LuMinimize2 />
        <Box as="span" css={{ [narrowStage]: { display: 'none' } }}>
          {t('Exit Fullscreen')}
        </Box>
      </Button>
    </Flex>
  );
}

/** Returns the ref of what takes the focus of the button that was pressed: that one is not shown here. */
function useFocusAtFirst() {
  const leave = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === body || activeElement?.matches('.editor-tool-fullscreen')) leave.current?.focus();
  }, []);
  return leave;
}

type FullscreenTabProps = {
  readonly tab: FullscreenTabs['tabs'][number];
  readonly isSelected: boolean;
  onSelect(): void;
  onKeyDown(event: KeyboardEvent): void;
  onClose(): void;
};

function FullscreenTab({ tab, isSelected, onSelect, onKeyDown, onClose }: FullscreenTabProps) {
  const { id, title, color } = tab;
  const press = useActAtPress(onSelect);
  return (
    <Tab data-selected={isSelected || undefined} style={dotStyle(dotColor(color))}>
      <chakra.button
        type="button"
        id={idOf(id)}
        role="tab"
        aria-selected={isSelected}
        tabIndex={isSelected ? 0 : -1}
        maxW="calc({sizes.tab-title} + 1rem)"
        height="full"
        ps="3"
        pe="1"
        fontSize="sm"
        cursor="pointer"
        truncate
        _focusVisible={{ outlineOffset: '-2px' }}
        data-tooltip={title}
        {...press}
        onKeyDown={onKeyDown}
      >
        {title}
      </chakra.button>
      <IconButton
        variant="plain"
        minW="6"
        height="full"
        color="fg.muted"
        _finger={{ minW: 'target' }}
        _hover={{ color: 'fg' }}
        _focusVisible={{ outlineOffset: '-2px' }}
        aria-label={t('Close {title}', { title })}
        onClick={onClose}
      >
        <LuX aria-hidden="true" />
      </IconButton>
    </Tab>
  );
}

function nextIndex(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
