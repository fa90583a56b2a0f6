import { useEffect, useState } from 'react';
import { LuChevronDown, LuMonitor, LuMoon, LuSun } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuChoices } from './menu.tsx';
import { OverlayLocale } from './overlay-locale.tsx';
import { useThemeMode } from './provider.tsx';
import type { ThemeChoice } from './theme-mode.ts';

const options = (): readonly {
  readonly value: ThemeChoice;
  readonly label: string;
  readonly icon: React.ReactNode;
}[] => [
  { value: 'light', label: t('Light'), icon: <LuSun /> },
  { value: 'dark', label: t('Dark'), icon: <LuMoon /> },
  { value: 'system', label: t('System'), icon: <LuMonitor /> },
];

/** Takes the place of the button that was pressed, and opens. */
export function ThemeMenu() {
  const { choice, choose } = useThemeMode();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <OverlayLocale>
      <Menu
        label={t('Theme')}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <IconButton className="theme-toggle-menu" label={t('Choose theme')} icon={<LuChevronDown />} />
        }
      >
        <MenuChoices label={t('Theme')} value={choice} options={options()} onChoose={choose} />
      </Menu>
    </OverlayLocale>
  );
}
