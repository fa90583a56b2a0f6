import { type ComponentType, useState } from 'react';
import { LuChevronDown, LuMoon, LuSun } from 'react-icons/lu';
import { IconButton } from './icon-button.tsx';
import { useThemeMode } from './provider.tsx';
import './theme-toggle.css';

const loadMenu = async () => (await import('./theme-menu.tsx')).ThemeMenu;
/** A failure has no consequence here: the press that needs it tries again. */
const prepareMenu = () => void loadMenu().catch(() => undefined);

/**
 * One press goes to the other theme; the menu beside it also offers what the system says. The menu is loaded when
 * somebody comes near it: the sign-in page is drawn without a library of menus.
 */
export function ThemeToggle() {
  const { theme, choose } = useThemeMode();
  const [Menu, setMenu] = useState<ComponentType | null>(null);
  const other = theme === 'dark' ? 'light' : 'dark';
  const open = () =>
    void loadMenu().then(
      (Loaded) => setMenu(() => Loaded),
      () => undefined,
    );
  return (
    <div className="theme-toggle">
      <IconButton
        label={`Switch to ${other} theme`}
        icon={theme === 'dark' ? <LuMoon /> : <LuSun />}
        onClick={() => choose(other)}
      />
      {Menu === null ? (
        <IconButton
          className="theme-toggle-menu"
          label="Choose theme"
          icon={<LuChevronDown />}
          aria-haspopup="menu"
          aria-expanded="false"
          onPointerEnter={prepareMenu}
          onFocus={prepareMenu}
          onClick={open}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') open();
          }}
        />
      ) : (
        <Menu />
      )}
    </div>
  );
}
