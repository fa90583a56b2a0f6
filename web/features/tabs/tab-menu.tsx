import { LuArrowLeft, LuArrowRight, LuPin, LuRotateCcw, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { MenuAt, MenuItem } from '../../ui/menu/menu.tsx';

type TitledTab = { readonly id: number; readonly title: string };

/** The tab whose menu it is; without an anchor the menu is closed. */
export type OpenTabMenu = { readonly tab: TitledTab; readonly anchor: HTMLElement | null };

export interface TabMenuProps extends OpenTabMenu {
  readonly tabs: readonly TitledTab[];
  onSelect(id: number): void;
  onClose(id: number): void;
  onDismiss(): void;
  /** Null: no look at another prompt would replace the tab. */
  readonly onKeep: (() => void) | null;
  /** Returns what reopens the tab that was closed last; null where there is none. */
  reopenClosed(): (() => void) | null;
  /** Moves the tab by one place to the left (-1) or right (1). */
  onStep(by: -1 | 1): void;
  /** Closes the tab at this place, and gives its focus to the neighbour. */
  closeTab(index: number): void;
}

export function TabMenu(props: TabMenuProps) {
  const { tab, anchor, tabs, onSelect, onClose, onDismiss, onStep, closeTab } = props;
  const reopen = props.reopenClosed();
  const others = tabs.filter(({ id }) => id !== tab.id);
  const right = tabs.slice(tabs.findIndex(({ id }) => id === tab.id) + 1);
  return (
    <MenuAt anchor={anchor} label={t('Tab menu of {title}', { title: tab.title })} onClose={onDismiss}>
      <MenuItem icon={<LuX />} onSelect={() => closeTab(tabs.findIndex(({ id }) => id === tab.id))}>
        {t('Close')}
      </MenuItem>
      <MenuItem
        disabled={others.length === 0}
        onSelect={() => {
          onSelect(tab.id);
          for (const { id } of others) onClose(id);
        }}
      >
        {t('Close others')}
      </MenuItem>
      <MenuItem
        disabled={right.length === 0}
        onSelect={() => {
          onSelect(tab.id);
          for (const { id } of right) onClose(id);
        }}
      >
        {t('Close to the right')}
      </MenuItem>
      <MenuItem
        disabled={others.length === 0}
        onSelect={() => {
          for (const { id } of tabs) onClose(id);
        }}
      >
        {t('Close all')}
      </MenuItem>
      {props.onKeep !== null && (
        <MenuItem icon={<LuPin />} onSelect={props.onKeep}>
          {t('Keep open')}
        </MenuItem>
      )}
      <MenuItem icon={<LuArrowLeft />} disabled={tabs[0]?.id === tab.id} onSelect={() => onStep(-1)}>
        {t('Move left')}
      </MenuItem>
      <MenuItem icon={<LuArrowRight />} disabled={tabs.at(-1)?.id === tab.id} onSelect={() => onStep(1)}>
        {t('Move right')}
      </MenuItem>
      <MenuItem icon={<LuRotateCcw />} disabled={reopen === null} onSelect={() => reopen?.()}>
        {t('Reopen closed tab')}
      </MenuItem>
    </MenuAt>
  );
}
