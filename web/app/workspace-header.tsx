import { useAtom, useSetAtom } from 'jotai';
import { memo, useState } from 'react';
import { LuMenu } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { AccountMenu } from '../features/auth/account-menu.tsx';
import { SearchBox } from '../features/search/search-box.tsx';
import { SignOutDialog } from '../session/sign-out-dialog.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { useCommands } from '../ui/commands.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { useThemeMode, useToaster } from '../ui/provider.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { AccountOverlay } from './account-overlay.tsx';
import { ApiTokensOverlay } from './api-tokens-overlay.tsx';
import { BinOverlay } from './bin-overlay.tsx';
import { exportEverything, exportWaiting } from './export-waiting.ts';
import { HeaderSync } from './header-sync.tsx';
import { InstallSteps } from './install-steps.tsx';
import type { OpenLibraryProps } from './open-library-props.ts';
import { PreferencesOverlay } from './preferences-overlay.tsx';
import { useTransferActs } from './transfer-overlay.tsx';
import { useAppBadge } from './use-app-badge.ts';
import type { Drawer } from './use-drawer.ts';
import { useInstall } from './use-install.ts';
import { usePreparedSearch } from './use-prepared-search.ts';
import { WebhooksOverlay } from './webhooks-overlay.tsx';
import { areWebhooksOpenAtom, isBinOpenAtom, isSyncCentreOpenAtom, paletteAtom } from './workspace-atoms.ts';

/** `drawer`: null where the sidebar stands beside the page. */
export const WorkspaceHeader = memo(function WorkspaceHeader(
  props: OpenLibraryProps & { readonly drawer: Drawer | null; onOpenPrompt(promptId: number): void },
) {
  const { library, clock, drawer, onOpenPrompt } = props;
  const toaster = useToaster();
  const beside = usePreparedSearch(library, clock);
  useAppBadge(library, clock);
  return (
    <header className="workspace-header">
      {drawer !== null && (
        <IconButton
          ref={drawer.button}
          label={drawer.isOpen ? t('Hide projects') : t('Show projects')}
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
      <HeaderAccount {...props} />
    </header>
  );
});

/** The account menu, and what its entries open. */
function HeaderAccount(props: OpenLibraryProps) {
  const { library, session, now } = props;
  const toaster = useToaster();
  const signOut = useSignOut(session, library);
  const openCentre = useSetAtom(isSyncCentreOpenAtom);
  const install = useInstall(props.offline.installation);
  const openWebhooks = useSetAtom(areWebhooksOpenAtom);
  const [shown, setShown] = useState<'account' | 'apiTokens' | 'preferences' | null>(null);
  const close = () => setShown(null);
  const [isBinOpen, setIsBinOpen] = useAtom(isBinOpenAtom);
  const openPalette = useSetAtom(paletteAtom);
  useThemeCommands();
  const files = useTransferActs(library);
  useCommands(() => ({
    preferences: () => setShown('preferences'),
    account: () => setShown('account'),
    apiTokens: () => setShown('apiTokens'),
    webhooks: () => openWebhooks(true),
    bin: () => setIsBinOpen(true),
    readiness: () => openCentre(true),
    syncNow: () => void props.sync.syncNow(),
    exportLibrary: () => void exportEverything(library, toaster.show),
    importLibrary: () => openCentre(true),
    install: install.begin,
    shortcuts: () => openPalette('shortcuts'),
    logout: !signOut.isPending && (() => void signOut.begin()),
  }));
  return (
    <>
      <AccountMenu
        {...signOut.menu}
        displayName={library.user.displayName}
        pending={signOut.isPending}
        onOpenPalette={() => openPalette('palette')}
        onOpenAccount={() => setShown('account')}
        onOpenPreferences={() => setShown('preferences')}
        onOpenApiTokens={() => setShown('apiTokens')}
        onOpenWebhooks={() => openWebhooks(true)}
        onOpenBin={() => setIsBinOpen(true)}
        {...{ onImport: files.importFiles, onExport: files.exportFiles }}
        onOpenReadiness={() => openCentre(true)}
        onInstall={install.begin}
        onLogout={() => void signOut.begin()}
      />
      <AccountOverlay {...{ library, session, now }} open={shown === 'account'} onClose={close} />
      <ApiTokensOverlay {...{ library, session, now }} open={shown === 'apiTokens'} onClose={close} />
      <WebhooksOverlay {...{ session, now }} />
      <BinOverlay {...{ library, now }} open={isBinOpen} onClose={() => setIsBinOpen(false)} />
      <PreferencesOverlay
        update={props.update}
        offline={props.offline}
        open={shown === 'preferences'}
        onClose={close}
      />
      <InstallSteps open={install.areStepsOpen} onClose={install.closeSteps} />
      <SignOutQuestion signOut={signOut} onExport={() => void exportWaiting(library, toaster.show)} />
    </>
  );
}

function useThemeCommands(): void {
  const { theme, choose } = useThemeMode();
  useCommands(() => ({
    lightTheme: theme === 'dark' && (() => choose('light')),
    darkTheme: theme === 'light' && (() => choose('dark')),
  }));
}

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
