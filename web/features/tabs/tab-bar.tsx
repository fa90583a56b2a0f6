import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
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
import { promptPanelId, tabId } from './tab-ids.ts';
import { type OpenTabMenu, TabMenu } from './tab-menu.tsx';
import { useRovingTab } from './use-roving-tab.ts';
import { type TabMoveAttributes, useTabMoves } from './use-tab-moves.ts';
import { watchStrip } from './watch-strip.ts';
import './tab-bar.css';

export interface OpenTab {
  readonly id: number;
  readonly title: string;
  readonly projectName: string;
  /** The project's colour as it is stored. */
  readonly color: string;
  /** It was deleted on another device; the tab stays until it is closed. */
  readonly isGone: boolean;
}

export interface TabBarProps {
  readonly tabs: readonly OpenTab[];
  readonly selectedId: number | null;
  /** Whether there is a project that a new prompt could be made in. */
  readonly canCreate: boolean;
  onSelect(id: number): void;
  onClose(id: number): void;
  /** `place`: among the tabs. */
  onMove(id: number, place: number): void;
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
  const { tabs, selectedId, canCreate, onSelect, onClose, onMove, onNewPrompt, reopenClosed } = props;
  const [menu, setMenu] = useState<OpenTabMenu | null>(null);
  const closeMenu = () => setMenu((open) => open && { ...open, anchor: null });
  const moves = useTabMoves(tabs, { onMove, onBegin: closeMenu });
  const { stop, focusTab, leaveTab, closeTab, onKeyDown } = useRovingTab(tabs, {
    selectedId,
    onClose,
    onStep: moves.step,
  });
  const add = useRef<HTMLButtonElement>(null);
  useFocusWhenEmptied(add, tabs.length === 0);

  return (
    <div className="tabs">
      <p className="ui-visually-hidden" role="status">
        {moves.announced}
      </p>
      {tabs.length === 0 ? (
        <p className="tabs-none">{t('No prompts open')}</p>
      ) : (
        <div ref={watchedStrip} className="tabs-strip">
          <div
            className="tabs-list"
            role="tablist"
            aria-label={t('Open prompts')}
            aria-owns={tabs.map(({ id }) => tabId(id)).join(' ')}
          />
          {tabs.map((tab, index) => (
            <Tab
              key={tab.id}
              tab={tab}
              isSelected={tab.id === selectedId}
              isStop={index === stop}
              onSelect={() => onSelect(tab.id)}
              onClose={() => closeTab(index)}
              onMenu={(anchor) => setMenu({ tab, anchor })}
              move={moves.attributes(tab)}
              onFocus={() => focusTab(index)}
              onBlur={leaveTab}
              onKeyDown={(event) => onKeyDown(index, event)}
            />
          ))}
        </div>
      )}
      {menu !== null && (
        <TabMenu
          {...{ ...menu, tabs, onSelect, onClose, closeTab, reopenClosed }}
          onStep={(by) => moves.step(menu.tab.id, by)}
          onDismiss={closeMenu}
        />
      )}
      {canCreate && <AddButton ref={add} onClick={onNewPrompt} />}
    </div>
  );
}

function AddButton(props: Pick<ComponentProps<'button'>, 'ref' | 'onClick'>) {
  return (
    <button
      type="button"
      className="tabs-new"
      aria-label={t('Add prompt')}
      data-tooltip={t('Add prompt')}
      {...props}
    >
      <LuPlus aria-hidden="true" />
    </button>
  );
}

interface TabProps {
  readonly tab: OpenTab;
  readonly isSelected: boolean;
  readonly isStop: boolean;
  readonly move: TabMoveAttributes;
  onSelect(): void;
  onClose(): void;
  onMenu(tab: HTMLElement): void;
  onFocus(): void;
  onBlur(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

function Tab(props: TabProps) {
  const { tab, isSelected, isStop, move, onSelect, onClose, onMenu, onFocus, onBlur, onKeyDown } = props;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isSelected) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isSelected]);

  // A shortcut for the close button, which is there for everybody.
  function closeByMiddleButton(event: MouseEvent): void {
    if (event.button !== 1) return;
    event.preventDefault();
    onClose();
  }

  return (
    <div
      ref={place}
      className="tab"
      role="presentation"
      data-selected={isSelected || undefined}
      data-gone={tab.isGone || undefined}
      {...move}
      style={dotStyle(dotColor(tab.color))}
    >
      <button
        type="button"
        id={tabId(tab.id)}
        className="tab-title"
        role="tab"
        aria-selected={isSelected}
        aria-controls={isSelected ? promptPanelId : undefined}
        tabIndex={isStop ? 0 : -1}
        data-tooltip={tab.isGone ? goneHint(tab.title) : tab.title}
        onClick={onSelect}
        onMouseDown={keepFromScrolling}
        onAuxClick={closeByMiddleButton}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(event.currentTarget);
        }}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      >
        <span className="tab-words" dir="auto">
          {tab.title}
        </span>
      </button>
      <button
        type="button"
        className="tab-close"
        tabIndex={-1}
        aria-label={t('Close {title}', { title: tab.title })}
        onClick={onClose}
      >
        <LuX aria-hidden="true" />
      </button>
    </div>
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

/** The browser begins to scroll by itself where the middle button is pressed. */
function keepFromScrolling(event: MouseEvent): void {
  if (event.button === 1) event.preventDefault();
}

function goneHint(title: string): string {
  return t('{title} (deleted on another device)', { title: isolatedName(title) });
}
