import { LuX } from 'react-icons/lu';
import { MenuAt, MenuItem } from '../../ui/menu.tsx';

type TitledTab = { readonly id: number; readonly title: string };

/** The tab whose menu it is; without an anchor the menu is closed. */
export type OpenTabMenu = { readonly tab: TitledTab; readonly anchor: HTMLElement | null };

export interface TabMenuProps extends OpenTabMenu {
  readonly tabs: readonly TitledTab[];
  onSelect(id: number): void;
  onClose(id: number): void;
  onDismiss(): void;
  /** Closes the tab at this place, and gives its focus to the neighbour. */
  closeTab(index: number): void;
}

export function TabMenu({ tab, anchor, tabs, onSelect, onClose, onDismiss, closeTab }: TabMenuProps) {
  const others = tabs.filter(({ id }) => id !== tab.id);
  return (
    <MenuAt anchor={anchor} label={`Tab menu of ${tab.title}`} onClose={onDismiss}>
      <MenuItem icon={<LuX />} onSelect={() => closeTab(tabs.findIndex(({ id }) => id === tab.id))}>
        Close
      </MenuItem>
      <MenuItem
        disabled={others.length === 0}
        onSelect={() => {
          onSelect(tab.id);
          for (const { id } of others) onClose(id);
        }}
      >
        Close others
      </MenuItem>
      <MenuItem
        disabled={others.length === 0}
        onSelect={() => {
          for (const { id } of tabs) onClose(id);
        }}
      >
        Close all
      </MenuItem>
    </MenuAt>
  );
}
