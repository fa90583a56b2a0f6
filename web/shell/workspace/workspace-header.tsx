import { Flex, type HTMLChakraProps, Text } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { memo } from 'react';
import { LuMenu, LuPanelLeft } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import { AccountMenu } from '../../features/auth/account-menu.tsx';
import { palette } from '../../features/palette/feature.tsx';
import { searchList } from '../../features/search/feature.tsx';
import { SearchBox } from '../../features/search/search-box.tsx';
import { exportWaiting } from '../../session/export-waiting.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { SignOutDialog } from '../../session/sign-out-dialog.tsx';
import { useSignOut } from '../../session/use-sign-out.ts';
import { useCommands } from '../../ui/commands.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useToaster } from '../../ui/provider.tsx';
import { useColorMode } from '../../ui/theme/color-mode.tsx';
import { ThemeToggle } from '../../ui/theme/theme-toggle.tsx';
import { focusableOnce } from './focusable-once.ts';
import { HeaderSync } from './header-sync.tsx';
import { FeatureEntries } from './open-features.tsx';
import { useAppBadge } from './use-app-badge.ts';
import type { Drawer } from './use-drawer.ts';
import { usePreparedSearch } from './use-prepared-search.ts';
import { mainId } from './workspace-main.tsx';

/** Here every pixel is wanted by the search and by what sync says: icons bring their own room. */
const scarcest = '@media (max-width: 26rem)';

const headerCss: HTMLChakraProps<'header'>['css'] = {
  '--header-ends': { base: 'spacing.1.5', md: 'spacing.3' },
  '& > search': { mx: 'auto', _narrow: { mx: '1' } },
  _narrow: { gap: '1' },
  // Installed on a computer, the header moves the window.
  '@media (display-mode: window-controls-overlay)': {
    appRegion: 'drag',
    '& :is(button, input, search)': { appRegion: 'no-drag' },
  },
};

/** Leads to a prompt, or to a place of its text that a search has found. */
export type GoTo = {
  prompt(promptId: number): void;
  found(found: FoundPrompt): void;
};

interface WorkspaceHeaderProps {
  readonly sidebar: Drawer;
  /** The sidebar is a drawer that lies over the page. */
  readonly isNarrow: boolean;
  /** The same at each drawing. */
  readonly goTo: GoTo;
}

export const WorkspaceHeader = memo(function WorkspaceHeader({
  sidebar,
  isNarrow,
  goTo,
}: WorkspaceHeaderProps) {
  const { library, clock } = useOpenLibrary();
  const toaster = useToaster();
  const beside = usePreparedSearch(library, clock);
  const openList = useSetAtom(searchList.openAtom);
  useAppBadge(library, clock);
  return (
    <Flex
      as="header"
      className="workspace-header"
      position="relative"
      zIndex="1210"
      flex="none"
      align="center"
      gap="2"
      minH="max(3.25rem, var(--titlebar-height))"
      pr="calc(var(--titlebar-right) + var(--header-ends))"
      pl="calc(var(--titlebar-left) + var(--header-ends))"
      borderBottomWidth="1px"
      bg="bg"
      css={headerCss}
    >
      <SidebarButton {...{ sidebar, isNarrow }} />
      <Flex
        className="workspace-brand"
        flex="none"
        align="center"
        gap="2.5"
        css={{ [scarcest]: { display: 'none' } }}
      >
        <Logo />
        <Text as="span" hideBelow="md" fontWeight="semibold" letterSpacing="tight">
          Promptory
        </Text>
      </Flex>
      <SearchBox
        clock={clock}
        search={beside.search}
        onPrepare={beside.prepare}
        onChoose={goTo.found}
        onShowAll={(query, onChoose) =>
          openList({ query, onChoose, search: beside.search, focusAfterChoice: focusMainOnce })
        }
        notify={toaster.show}
      />
      <HeaderSync onOpenPrompt={goTo.prompt} />
      <ThemeToggle />
      <HeaderAccount />
    </Flex>
  );
});

/** From there the text takes the focus, which may not be open yet. */
const focusMainOnce = () => focusableOnce(document.getElementById(mainId));

function SidebarButton({ sidebar, isNarrow }: Pick<WorkspaceHeaderProps, 'sidebar' | 'isNarrow'>) {
  return (
    <IconButton
      ref={sidebar.button}
      label={sidebar.isShown ? t('Hide projects') : t('Show projects')}
      icon={isNarrow ? <LuMenu /> : <LuPanelLeft />}
      aria-expanded={sidebar.isShown}
      // Quieter than the trigger of an open menu.
      _expanded={{ bg: 'transparent', _hover: { bg: 'bg.hover' } }}
      onClick={sidebar.toggle}
    />
  );
}

/** The account menu, and the question before a sign-out. */
function HeaderAccount() {
  const { library, session } = useOpenLibrary();
  const toaster = useToaster();
  const signOut = useSignOut(session, library);
  const openPalette = useSetAtom(palette.openAtom);
  const { theme, choose } = useColorMode();
  useCommands(() => ({
    lightTheme: theme === 'dark' && (() => choose('light')),
    darkTheme: theme === 'light' && (() => choose('dark')),
    logout: !signOut.isPending && (() => void signOut.begin()),
  }));
  return (
    <>
      <AccountMenu
        {...signOut.menu}
        displayName={library.user.displayName}
        pending={signOut.isPending}
        onOpenPalette={() => openPalette('palette')}
        onLogout={() => void signOut.begin()}
      >
        <FeatureEntries menu="account" />
      </AccountMenu>
      <SignOutDialog
        unsent={signOut.unsent}
        isRecounted={signOut.isRecounted}
        inDoubt={signOut.inDoubt}
        pending={signOut.isPending}
        onStay={signOut.stay}
        onExport={() => void exportWaiting(library, toaster.show)}
        onDiscard={() => void signOut.discard()}
      />
    </>
  );
}
