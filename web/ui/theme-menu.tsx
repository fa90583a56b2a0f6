import { useEffect, useState } from 'react';
import { LuChevronDown, LuMonitor, LuMoon, LuSun } from 'react-icons/lu';
import { Chakra } from './chakra.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuChoices } from './menu.tsx';
import { useThemeMode } from './provider.tsx';
import type { ThemeChoice } from './theme-mode.ts';

const options: readonly {
  readonly value: ThemeChoice;
  readonly label: string;
  readonly icon: React.ReactNode;
}[] = [
  { value: 'light', label: 'Light', icon: <LuSun /> },
  { value: 'dark', label: 'Dark', icon: <LuMoon /> },
  { value: 'system', label: 'System', icon: <LuMonitor /> },
];

/** Takes the place of the button that was pressed, and opens. */
export function ThemeMenu() {
  const { choice, choose } = useThemeMode();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <Chakra>
      <Menu
        label="Theme"
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton className="theme-toggle-menu" label="Choose theme" icon={<LuChevronDown />} />}
      >
        <MenuChoices label="Theme" value={choice} options={options} onChoose={choose} />
      </Menu>
    </Chakra>
  );
}
