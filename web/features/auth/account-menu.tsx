import { chakra } from '@chakra-ui/react';
import { LuLogOut, LuMonitorSmartphone, LuSettings, LuSlidersHorizontal, LuUser } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { initials } from '#shared/text/initials.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, type MenuProps, MenuSeparator } from '../../ui/menu.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const Initials = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: '7',
    height: '7',
    borderRadius: 'full',
    bg: 'accent.subtle',
    color: 'accent.fg',
    fontSize: 'xs',
    fontWeight: 'semibold',
  },
});
const Name = chakra('span', {
  base: {
    display: { base: 'none', md: 'block' },
    maxWidth: '12rem',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

export interface AccountMenuProps extends Pick<MenuProps, 'open' | 'onOpenChange' | 'onClosed'> {
  readonly displayName: string;
  readonly onOpenAccount: () => void;
  readonly onOpenPreferences: () => void;
  readonly onLogout: () => void;
  /** The sign-out is under way. */
  readonly pending: boolean;
}

export function AccountMenu(props: AccountMenuProps) {
  const { displayName, onOpenAccount, onOpenPreferences, onLogout, pending, ...menu } = props;
  return (
    <Menu
      {...menu}
      label={t('Account')}
      trigger={
        <Button tone="quiet" style={{ paddingInline: '0.375rem' }}>
          <Initials aria-hidden="true">{initials(displayName)}</Initials>
          <Name aria-hidden="true">{displayName}</Name>
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
      <MenuItem icon={<LuSlidersHorizontal />} onSelect={onOpenPreferences}>
        {t('Preferences')}
      </MenuItem>
      <MenuItem icon={<LuMonitorSmartphone />} onSelect={onOpenAccount}>
        {t('Account and devices')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LuLogOut />} disabled={pending} staysOpen onSelect={onLogout}>
        {pending ? t('Logging out...') : t('Logout')}
      </MenuItem>
    </Menu>
  );
}
