import { Box, chakra, Flex, Text, VisuallyHidden } from '@chakra-ui/react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { LuPlus, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { dotStyle } from '../../ui/color-dot.tsx';
import { useActAtPress } from '../../ui/hooks/use-act-at-press.ts';
import { useStableActs } from '../../ui/hooks/use-stable-act.ts';
import { AllTabs } from './all-tabs.tsx';
import type { OpenTab } from './open-tab.ts';
import { promptPanelId, tabId } from './tab-ids.ts';
import { type OpenTabMenu, TabMenu } from './tab-menu.tsx';
import { barButtonCss, barCss, smallButtonCss, stripCss, tabCss, titleCss } from './tab-styles.ts';
import { useRovingTab } from './use-roving-tab.ts';
import { type TabMoveLook, useTabMoves } from './use-tab-moves.ts';
import { watchStrip } from './watch-strip.ts';

export interface TabBarProps {
  readonly tabs: readonly OpenTab[];
  readonly selectedId: number | null;
  /** The tab that the next look at a prompt replaces. */
  readonly previewId: number | null;
  /** Whether there is a project that a new prompt could be made in. */
  readonly canCreate: boolean;
  onSelect(id: number): void;
  onClose(id: number): void;
  /** `place`: among the tabs. */
  onMove(id: number, place: number): void;
  /** No look replaces this tab any more. */
  onKeep(id: number): void;
  onNewPrompt(): void;
  /** Returns what reopens the tab that was closed last; null where there is none. */
  reopenClosed(): (() => void) | null;
}

function watchedStrip(strip: HTMLElement | null): (() => void) | undefined {
  return strip === null ? undefined : watchStrip(strip);
}

/**
 * The open prompts. The close buttons stand beside the tabs, which may hold nothing that can be pressed; so
 * the tab list names its tabs (`aria-owns`) instead of enclosing them.
 */
export function TabBar(props: TabBarProps) {
  const { tabs, selectedId, previewId, canCreate, onSelect, onClose, onMove, onKeep } = props;
  const [menu, setMenu] = useState<OpenTabMenu | null>(null);
  const closeMenu = () => setMenu((open) => open && { ...open, anchor: null });
  const moves = useTabMoves(tabs, { onMove, onBegin: closeMenu });
  const { stop, focusTab, leaveTab, closeTab, onKeyDown } = useRovingTab(tabs, {
    selectedId,
    onClose,
    onStep: moves.step,
  });
  const acts = useStableActs<TabActs>({
    onSelect,
    onClose: closeTab,
    onKeep,
    onMenu: (tab: OpenTab, anchor: HTMLElement) => setMenu({ tab, anchor }),
    onPress: moves.onPointerDown,
    onFocus: focusTab,
    onBlur: leaveTab,
    onKeyDown,
  });
  const add = useRef<HTMLButtonElement>(null);
  useFocusWhenEmptied(add, tabs.length === 0);

  return (
    <Box className="tabs" css={barCss}>
      <VisuallyHidden role="status">{moves.announced}</VisuallyHidden>
      {tabs.length === 0 ? (
        <Flex align="center" h="full" px="4" color="fg.muted" fontSize="sm">
          {t('No prompts open')}
        </Flex>
      ) : (
        <Flex ref={watchedStrip} className="tabs-strip" css={stripCss}>
          <TabList tabs={tabs} />
          {tabs.map((tab, index) => (
            <Tab
              key={tab.id}
              tab={tab}
              isSelected={tab.id === selectedId}
              isPreview={tab.id === previewId}
              index={index}
              isStop={index === stop}
              {...moves.look(tab)}
              acts={acts}
            />
          ))}
        </Flex>
      )}
      {menu !== null && (
        <TabMenu
          {...{ ...menu, tabs, onSelect, onClose, closeTab, reopenClosed: props.reopenClosed }}
          onKeep={menu.tab.id === previewId ? () => onKeep(menu.tab.id) : null}
          onStep={(by) => moves.step(menu.tab.id, by)}
          onDismiss={closeMenu}
        />
      )}
      {tabs.length > 0 && <AllTabs {...{ tabs, selectedId, onSelect, onClose }} />}
      {canCreate && <AddButton ref={add} onClick={props.onNewPrompt} />}
    </Box>
  );
}

function TabList({ tabs }: { readonly tabs: readonly OpenTab[] }) {
  return (
    // As large as what it owns, and in nobody's way.
    <Box
      position="absolute"
      inset="0"
      pointerEvents="none"
      role="tablist"
      aria-label={t('Open prompts')}
      aria-owns={tabs.map(({ id }) => tabId(id)).join(' ')}
    />
  );
}

function AddButton(props: Pick<ComponentProps<'button'>, 'ref' | 'onClick'>) {
  return (
    <chakra.button
      type="button"
      insetEnd="0"
      css={[smallButtonCss, barButtonCss]}
      aria-label={t('Add prompt')}
      data-tooltip={t('Add prompt')}
      {...props}
    >
      <LuPlus aria-hidden="true" />
    </chakra.button>
  );
}

interface TabProps extends TabMoveLook {
  readonly tab: OpenTab;
  /** Among the tabs. */
  readonly index: number;
  readonly isSelected: boolean;
  readonly isPreview: boolean;
  readonly isStop: boolean;
  /** The same at each drawing. */
  readonly acts: TabActs;
}

interface TabActs {
  onSelect(id: number): void;
  onClose(index: number): void;
  onKeep(id: number): void;
  onMenu(tab: OpenTab, anchor: HTMLElement): void;
  onPress(tab: OpenTab, event: PointerEvent<HTMLElement>): void;
  onFocus(index: number): void;
  onBlur(): void;
  onKeyDown(index: number, event: KeyboardEvent<HTMLElement>): void;
}

const Tab = memo(function Tab(props: TabProps) {
  const { tab, index, isSelected, isPreview, isStop, isDragged, edge, acts } = props;
  const place = useRef<HTMLDivElement>(null);
  const press = useActAtPress(() => acts.onSelect(tab.id));
  useLayoutEffect(() => {
    if (!isSelected) return;
    // In the frame that draws it: before that, it would lay out a page that is still to change.
    const frame = requestAnimationFrame(() =>
      place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isSelected]);

  return (
    <Flex
      ref={place}
      css={tabCss}
      role="presentation"
      data-selected={isSelected || undefined}
      data-tab={tab.id}
      data-dragged={isDragged || undefined}
      data-edge={edge}
      onPointerDown={(event) => acts.onPress(tab, event)}
      style={dotStyle(dotColor(tab.color))}
    >
      <chakra.button
        type="button"
        id={tabId(tab.id)}
        css={titleCss}
        role="tab"
        aria-selected={isSelected}
        aria-controls={isSelected ? promptPanelId : undefined}
        tabIndex={isStop ? 0 : -1}
        data-tooltip={tab.isGone ? goneHint(tab.title) : tab.title}
        onClick={press.onClick}
        onMouseDown={(event) => {
          if (!isOfMiddleButton(event)) press.onMouseDown(event);
        }}
        onAuxClick={(event) => {
          // A shortcut for the close button, which is there for everybody.
          if (isOfMiddleButton(event)) acts.onClose(index);
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          acts.onMenu(tab, event.currentTarget);
        }}
        onDoubleClick={() => acts.onKeep(tab.id)}
        onFocus={() => acts.onFocus(index)}
        onBlur={acts.onBlur}
        onKeyDown={(event) => acts.onKeyDown(index, event)}
      >
        <TabWords {...{ tab, isPreview }} />
      </chakra.button>
      <CloseButton title={tab.title} onClick={() => acts.onClose(index)} />
    </Flex>
  );
});

function TabWords({ tab, isPreview }: Pick<TabProps, 'tab' | 'isPreview'>) {
  const decoration = tab.isGone ? 'line-through' : undefined;
  return (
    <Text
      as="span"
      className="tab-words"
      dir="auto"
      display="block"
      maxW="tab-title"
      truncate
      fontStyle={isPreview ? 'italic' : undefined}
      textDecoration={decoration}
    >
      {tab.title}
    </Text>
  );
}

function CloseButton({ title, onClick }: { readonly title: string; onClick(): void }) {
  return (
    <chakra.button
      type="button"
      className="tab-close"
      boxSize="6"
      me="1.5"
      css={[smallButtonCss, { _finger: { boxSize: 'target', me: '0' } }]}
      tabIndex={-1}
      aria-label={t('Close {title}', { title })}
      onClick={onClick}
    >
      <LuX aria-hidden="true" />
    </chakra.button>
  );
}

/** With the last tab goes what had the focus in it, or in its text. */
function useFocusWhenEmptied(add: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  const wasEmpty = useRef(isEmpty);
  // Not before the page is in reach again that fullscreen covered.
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) add.current?.focus();
    wasEmpty.current = isEmpty;
  }, [add, isEmpty]);
}

/** Returns true for the middle button, at which the browser would begin to scroll by itself. */
function isOfMiddleButton(event: MouseEvent): boolean {
  if (event.button === 1) event.preventDefault();
  return event.button === 1;
}

function goneHint(title: string): string {
  return t('{title} (deleted on another device)', { title: isolatedName(title) });
}
