import { LuEye, LuLink, LuRotateCcw, LuTrash2 } from 'react-icons/lu';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { MenuAt, MenuItem } from '../../ui/menu.tsx';
import type { useVersionPanel } from './use-version-panel.ts';

/** The version whose menu it is; without an anchor the menu is closed. */
export type OpenVersionMenu = { readonly version: VersionItem; readonly anchor: HTMLElement | null };

export interface VersionMenuProps extends OpenVersionMenu {
  readonly panel: Pick<ReturnType<typeof useVersionPanel>, 'open' | 'copyLink' | 'restore' | 'askToDelete'>;
  onDismiss(): void;
}

export function VersionMenu({ version, anchor, panel, onDismiss }: VersionMenuProps) {
  return (
    <MenuAt anchor={anchor} label={`Menu of version ${version.version}`} onClose={onDismiss}>
      <MenuItem icon={<LuEye />} onSelect={() => void panel.open(version.id)}>
        Open
      </MenuItem>
      <MenuItem icon={<LuLink />} atOnce onSelect={() => panel.copyLink(version.id)}>
        Copy link
      </MenuItem>
      <MenuItem icon={<LuRotateCcw />} onSelect={() => panel.restore(version.id)}>
        Restore
      </MenuItem>
      <MenuItem icon={<LuTrash2 />} danger onSelect={() => panel.askToDelete(version)}>
        Delete
      </MenuItem>
    </MenuAt>
  );
}
