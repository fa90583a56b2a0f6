import { type ComponentType, useRef, useState } from 'react';
import { LuChevronDown, LuMoon, LuSun } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from './icon-button.tsx';
import { pressedKey } from './pressed-key.ts';
import { useThemeMode, useToaster } from './provider.tsx';
import './theme-toggle.css';

type LoadMenu = () => Promise<ComponentType>;

const loadThemeMenu: LoadMenu = async () => (await import('./theme-menu.tsx')).ThemeMenu;

/**
 * One press goes to the other theme; the menu beside it also offers what the system says. The menu is loaded when
 * somebody comes near it: the sign-in page is drawn without a library of menus.
 */
export function ThemeToggle({ loadMenu = loadThemeMenu }: { readonly loadMenu?: LoadMenu }) {
  const { theme, choose } = useThemeMode();
  const toaster = useToaster();
  const [Menu, setMenu] = useState<ComponentType | null>(null);
  const other = theme === 'dark' ? 'light' : 'dark';
  // A failure has no consequence yet: the press that needs the menu tries again.
  const prepare = () => void loadMenu().catch(() => undefined);
  // While it is loaded: an Escape takes the press back.
  const isWanted = useRef(false);
  function open(): void {
    isWanted.current = true;
    void loadMenu().then(
      (Loaded) => isWanted.current && setMenu(() => Loaded),
      () =>
        toaster.show({
          title: t('Themes could not be loaded'),
          description: t('Check the connection and try again.'),
        }),
    );
  }
  return (
    <div className="theme-toggle">
      <IconButton
        label={other === 'dark' ? t('Switch to dark theme') : t('Switch to light theme')}
        icon={theme === 'dark' ? <LuMoon /> : <LuSun />}
        onClick={() => choose(other)}
      />
      {Menu === null ? (
        <IconButton
          className="theme-toggle-menu"
          label={t('Choose theme')}
          icon={<LuChevronDown />}
          aria-haspopup="menu"
          aria-expanded="false"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={open}
          onKeyDown={(event) => {
            const key = pressedKey(event);
            if (key === 'ArrowDown') open();
            if (key === 'Escape') isWanted.current = false;
          }}
        />
      ) : (
        <Menu />
      )}
    </div>
  );
}
