import { Flex } from '@chakra-ui/react';
import { LuChevronDown, LuMonitor, LuMoon, LuSun } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../icon-button.tsx';
import { Menu, MenuChoices } from '../menu/menu.tsx';
import { useColorMode } from './color-mode.tsx';

/** One press goes to the other theme; the menu beside it also offers what the system says. */
export function ThemeToggle() {
  const { choice, theme, choose } = useColorMode();
  const other = theme === 'dark' ? 'light' : 'dark';
  const options = [
    { value: 'light', label: t('Light'), icon: <LuSun /> },
    { value: 'dark', label: t('Dark'), icon: <LuMoon /> },
    { value: 'system', label: t('System'), icon: <LuMonitor /> },
  ] as const;
  return (
    <Flex align="center">
      <IconButton
        label={other === 'dark' ? t('Switch to dark theme') : t('Switch to light theme')}
        icon={theme === 'dark' ? <LuMoon /> : <LuSun />}
        onClick={() => choose(other)}
      />
      <Menu
        label={t('Theme')}
        trigger={
          <IconButton
            label={t('Choose theme')}
            icon={<LuChevronDown />}
            // WCAG 2.5.8: a target is 24 px wide.
            minW="6"
            _finger={{ minW: 'target' }}
            aspectRatio="auto"
            color="fg.muted"
          />
        }
      >
        <MenuChoices label={t('Theme')} value={choice} options={options} onChoose={choose} />
      </Menu>
    </Flex>
  );
}
