import { memo, useState } from 'react';
import { LuMenu } from 'react-icons/lu';
import { AccountMenu } from '../features/auth/account-menu.tsx';
import { SearchBox } from '../features/search/search-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { useToaster } from '../ui/provider.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { AccountOverlay } from './account-overlay.tsx';
import { exportWaiting } from './export-waiting.ts';
import { HeaderSync } from './header-sync.tsx';
import type { OpenLibraryProps } from './open-library-props.ts';
import { PreferencesOverlay } from './preferences-overlay.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import type { Drawer } from './use-drawer.ts';
import { usePreparedSearch } from './use-prepared-search.ts';
import { useSignOut } from './use-sign-out.ts';

/** `drawer`: null where the sidebar stands beside the page. */
export const WorkspaceHeader = memo(function WorkspaceHeader(
  props: OpenLibraryProps & { readonly drawer: Drawer | null; onOpenPrompt(promptId: number): void },
) {
  const { library, session, clock, now, drawer, onOpenPrompt } = props;
  const toaster = useToaster();
  const beside = usePreparedSearch(library, clock);
  const signOut = useSignOut(session, library);
  const [isAccountOpen, setIsAccountOpen] = useState(false);
  const [arePreferencesOpen, setArePreferencesOpen] = useState(false);
  return (
    <header className="workspace-header">
      {drawer !== null && (
        <IconButton
          ref={drawer.button}
          label={drawer.isOpen ? 'Hide projects' : 'Show projects'}
          icon={<LuMenu />}
          aria-expanded={drawer.isOpen}
          onClick={drawer.isOpen ? drawer.close : drawer.open}
        />
      )}
      <div className="workspace-brand">
        <Logo />
        <span className="workspace-name">Promptory</span>
      </div>
      <SearchBox
        clock={clock}
        search={beside.search}
        onPrepare={beside.prepare}
        onChoose={onOpenPrompt}
        notify={toaster.show}
      />
      <HeaderSync {...props} />
      <ThemeToggle />
      <AccountMenu
        {...signOut.menu}
        displayName={library.user.displayName}
        pending={signOut.isPending}
        onOpenAccount={() => setIsAccountOpen(true)}
        onOpenPreferences={() => setArePreferencesOpen(true)}
        onLogout={() => void signOut.begin()}
      />
      <AccountOverlay
        {...{ library, session, now }}
        open={isAccountOpen}
        onClose={() => setIsAccountOpen(false)}
      />
      <PreferencesOverlay
        offline={props.offline}
        open={arePreferencesOpen}
        onClose={() => setArePreferencesOpen(false)}
      />
      <SignOutQuestion signOut={signOut} onExport={() => void exportWaiting(library, toaster.show)} />
    </header>
  );
});

interface SignOutQuestionProps {
  readonly signOut: ReturnType<typeof useSignOut>;
  onExport(): void;
}

function SignOutQuestion({ signOut, onExport }: SignOutQuestionProps) {
  return (
    <SignOutDialog
      unsent={signOut.unsent}
      isRecounted={signOut.isRecounted}
      inDoubt={signOut.inDoubt}
      pending={signOut.isPending}
      onStay={signOut.stay}
      onExport={onExport}
      onDiscard={() => void signOut.discard()}
    />
  );
}
