import { Avatar, Button, Span, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuCommand, LuLogOut, LuSettings, LuUser } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { initials } from '#shared/text/initials.ts';
import { Menu, MenuItem, MenuLabel, type MenuProps, MenuSeparator } from '../../ui/menu/menu.tsx';

export interface AccountMenuProps extends Pick<MenuProps, 'open' | 'onOpenChange' | 'onClosed'> {
  readonly displayName: string;
  readonly onOpenPalette: () => void;
  readonly onLogout: () => void;
  /** The sign-out is under way. */
  readonly pending: boolean;
  /** The entries that open something. */
  readonly children: ReactNode;
}

export function AccountMenu(props: AccountMenuProps) {
  const { displayName, pending, onOpenPalette, onLogout, children, ...menu } = props;
  return (
    <Menu
      {...menu}
      label={t('Account')}
      trigger={
        <Button variant="ghost" px="1.5">
          <Avatar.Root size="2xs" boxSize="7" colorPalette="accent" aria-hidden="true">
            <Avatar.Fallback textStyle="xs" fontWeight="semibold">
              {initials(displayName)}
            </Avatar.Fallback>
          </Avatar.Root>
          <Span maxW="48" truncate display={{ base: 'none', md: 'block' }} aria-hidden="true">
            {displayName}
          </Span>
          <VisuallyHidden>{t('Account menu of {displayName}', { displayName })}</VisuallyHidden>
        </Button>
      }
    >
      <MenuLabel>{t('Account')}</MenuLabel>
      <MenuSeparator />
      <MenuItem icon={<LuCommand />} onSelect={onOpenPalette}>
        {t('Command palette')}
      </MenuItem>
      {children}
      <MenuSeparator />
      <MenuItem icon={<LuUser />} disabled>
        {t('Profile')}
      </MenuItem>
      <MenuItem icon={<LuSettings />} disabled>
        {t('Settings')}
      </MenuItem>
      <MenuItem icon={<LuLogOut />} disabled={pending} staysOpen onSelect={onLogout}>
        {pending ? t('Logging out...') : t('Logout')}
      </MenuItem>
    </Menu>
  );
}
