import { chakra } from '@chakra-ui/react';
import { LuChevronDown, LuMonitor, LuMoon, LuSun } from 'react-icons/lu';
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

const Pair = chakra('div', { base: { display: 'flex', alignItems: 'center' } });

/** One press goes to the other theme; the menu beside it also offers what the system says. */
export function ThemeToggle() {
  const { choice, theme, choose } = useThemeMode();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Pair>
      <IconButton
        label={`Switch to ${other} theme`}
        icon={theme === 'dark' ? <LuMoon /> : <LuSun />}
        onClick={() => choose(other)}
      />
      <Menu
        label="Theme"
        trigger={
          <IconButton
            label="Choose theme"
            icon={<LuChevronDown />}
            color="fg.muted"
            minWidth="5"
            aspectRatio="auto"
            fontSize="xs"
            css={{ '@media (pointer: coarse)': { minWidth: 'target' } }}
          />
        }
      >
        <MenuChoices label="Theme" value={choice} options={options} onChoose={choose} />
      </Menu>
    </Pair>
  );
}
