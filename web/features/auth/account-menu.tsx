import {
  LuCommand,
  LuFileInput,
  LuFileOutput,
  LuKeyRound,
  LuLogOut,
  LuMonitorDown,
  LuMonitorSmartphone,
  LuPlane,
  LuSettings,
  LuSlidersHorizontal,
  LuTrash2,
  LuUser,
  LuWebhook,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { initials } from '#shared/text/initials.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, type MenuProps, MenuSeparator } from '../../ui/menu.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import './account-menu.css';

export interface AccountMenuProps extends Pick<MenuProps, 'open' | 'onOpenChange' | 'onClosed'> {
  readonly displayName: string;
  readonly onOpenPalette: () => void;
  readonly onOpenAccount: () => void;
  readonly onOpenPreferences: () => void;
  readonly onOpenWebhooks: () => void;
  readonly onOpenApiTokens: () => void;
  readonly onOpenBin: () => void;
  readonly onImport: () => void;
  readonly onExport: () => void;
  readonly onOpenReadiness: () => void;
  /** Null: it is installed, or cannot be here. */
  readonly onInstall: (() => void) | null;
  readonly onLogout: () => void;
  /** The sign-out is under way. */
  readonly pending: boolean;
}

export function AccountMenu(props: AccountMenuProps) {
  const { displayName, pending, onOpenPalette, onOpenAccount, onOpenPreferences, ...rest } = props;
  const { onOpenWebhooks, onOpenApiTokens, onOpenBin, onImport, onExport, ...others } = rest;
  const { onOpenReadiness, onInstall, onLogout, ...menu } = others;
  return (
    <Menu
      {...menu}
      label={t('Account')}
      trigger={
        <Button tone="quiet" style={{ paddingInline: '0.375rem' }}>
          <span className="account-initials" aria-hidden="true">
            {initials(displayName)}
          </span>
          <span className="account-name" aria-hidden="true">
            {displayName}
          </span>
          <VisuallyHidden>{t('Account menu of {displayName}', { displayName })}</VisuallyHidden>
        </Button>
      }
    >
      <MenuLabel>{t('Account')}</MenuLabel>
      <MenuSeparator />
      <MenuItem icon={<LuUser />} disabled>
        {t('Profile')}
      </MenuItem>
      <MenuItem icon={<LuSettings />} disabled>
        {t('Settings')}
      </MenuItem>
      <MenuItem icon={<LuCommand />} onSelect={onOpenPalette}>
        {t('Command palette')}
      </MenuItem>
      <MenuItem icon={<LuSlidersHorizontal />} onSelect={onOpenPreferences}>
        {t('Preferences')}
      </MenuItem>
      <MenuItem icon={<LuMonitorSmartphone />} onSelect={onOpenAccount}>
        {t('Account and devices')}
      </MenuItem>
      <ProgramItems {...{ onOpenApiTokens, onOpenWebhooks }} />
      <MenuItem icon={<LuTrash2 />} onSelect={onOpenBin}>
        {t('Bin')}
      </MenuItem>
      <FileItems {...{ onImport, onExport }} />
      <MenuItem icon={<LuPlane />} onSelect={onOpenReadiness}>
        {t('Ready for offline?')}
      </MenuItem>
      {onInstall !== null && (
        <MenuItem icon={<LuMonitorDown />} onSelect={onInstall}>
          {t('Install Promptory')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<LuLogOut />} disabled={pending} staysOpen onSelect={onLogout}>
        {pending ? t('Logging out...') : t('Logout')}
      </MenuItem>
    </Menu>
  );
}

function FileItems({ onImport, onExport }: Pick<AccountMenuProps, 'onImport' | 'onExport'>) {
  return (
    <>
      <MenuItem icon={<LuFileInput />} onSelect={onImport}>
        {t('Import files...')}
      </MenuItem>
      <MenuItem icon={<LuFileOutput />} onSelect={onExport}>
        {t('Export files...')}
      </MenuItem>
    </>
  );
}

type ProgramItemsProps = Pick<AccountMenuProps, 'onOpenApiTokens' | 'onOpenWebhooks'>;

function ProgramItems({ onOpenApiTokens, onOpenWebhooks }: ProgramItemsProps) {
  return (
    <>
      <MenuItem icon={<LuKeyRound />} onSelect={onOpenApiTokens}>
        {t('API tokens')}
      </MenuItem>
      <MenuItem icon={<LuWebhook />} onSelect={onOpenWebhooks}>
        {t('Webhooks')}
      </MenuItem>
    </>
  );
}
