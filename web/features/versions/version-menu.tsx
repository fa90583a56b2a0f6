import {
  LuBookOpen,
  LuCodeXml,
  LuEye,
  LuGitCompare,
  LuLink,
  LuRotateCcw,
  LuTag,
  LuTrash2,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { MenuAt, MenuItem } from '../../ui/menu/menu.tsx';
import type { useVersionPanel } from './use-version-panel.ts';

/** The version whose menu it is; without an anchor the menu is closed. */
export type OpenVersionMenu = { readonly version: VersionItem; readonly anchor: HTMLElement | null };

export interface VersionMenuProps extends OpenVersionMenu {
  readonly panel: Pick<
    ReturnType<typeof useVersionPanel>,
    | 'open'
    | 'labels'
    | 'compareWithCurrent'
    | 'copyLink'
    | 'showPrograms'
    | 'shareToRead'
    | 'restore'
    | 'askToDelete'
  >;
  onDismiss(): void;
}

export function VersionMenu({ version, anchor, panel, onDismiss }: VersionMenuProps) {
  return (
    <MenuAt
      anchor={anchor}
      label={t('Menu of version {version}', { version: version.version })}
      onClose={onDismiss}
    >
      <MenuItem icon={<LuEye />} onSelect={() => void panel.open(version.id)}>
        {t('Open')}
      </MenuItem>
      <MenuItem icon={<LuGitCompare />} onSelect={() => panel.compareWithCurrent(version.id)}>
        {t('Compare with current')}
      </MenuItem>
      <MenuItem icon={<LuTag />} onSelect={() => panel.labels.askForLabels(version)}>
        {t('Labels...')}
      </MenuItem>
      <MenuItem icon={<LuLink />} atOnce onSelect={() => panel.copyLink(version.id)}>
        {t('Copy link')}
      </MenuItem>
      <MenuItem icon={<LuCodeXml />} onSelect={() => panel.showPrograms(version.version)}>
        {t('Use in code...')}
      </MenuItem>
      <MenuItem icon={<LuBookOpen />} onSelect={() => panel.shareToRead(version.version)}>
        {t('Link to read...')}
      </MenuItem>
      <MenuItem icon={<LuRotateCcw />} onSelect={() => panel.restore(version.id)}>
        {t('Restore')}
      </MenuItem>
      <MenuItem icon={<LuTrash2 />} danger onSelect={() => panel.askToDelete(version)}>
        {t('Delete')}
      </MenuItem>
    </MenuAt>
  );
}
