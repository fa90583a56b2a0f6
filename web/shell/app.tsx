import { Button } from '@chakra-ui/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { LuDatabaseZap } from 'react-icons/lu';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { type PageAddress, readAddress, rowPaths } from '../session/address.ts';
import type { AppUpdate } from '../session/app-update.ts';
import type { OfflineUse, SharedInbox } from '../session/open-library-type.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import { BareScreen } from '../ui/boundary/bare-screen.tsx';
import { ErrorBoundary } from '../ui/boundary/error-screen.tsx';
import type { Clock } from '../ui/clock.ts';
import { UiProvider } from '../ui/provider.tsx';
import type { ToasterStore } from '../ui/toast/toaster-store.ts';
import { noUncaughtErrors, type UncaughtErrors } from '../ui/uncaught-errors.ts';
import { LoadedAuthPage } from './loaded-auth-page.tsx';
import { LoadedOpenLibrary } from './loaded-open-library.tsx';
import { NotFound } from './not-found.tsx';
import { UpdateOffer } from './update-offer.tsx';
import { useKeptApp } from './use-kept-app.ts';
import { WaitingScreen } from './waiting-screen.tsx';

export interface AppProps {
  /** '' or like '/promptory'. */
  readonly basePath: string;
  readonly session: Session;
  readonly address: PageAddress;
  readonly update: AppUpdate;
  readonly offline: OfflineUse;
  readonly inbox: SharedInbox;
  readonly toaster: ToasterStore;
  readonly uncaught?: UncaughtErrors;
  readonly clock: Clock;
  readonly now: () => number;
}

export function App({ basePath, toaster, uncaught = noUncaughtErrors, ...rest }: AppProps) {
  return (
    <ErrorBoundary>
      <UiProvider toaster={toaster} uncaught={uncaught}>
        <BrowserRouter basename={`${basePath}/`}>
          <Pages {...rest} />
        </BrowserRouter>
        <UpdateOffer update={rest.update} />
      </UiProvider>
    </ErrorBoundary>
  );
}

type PagesProps = Omit<AppProps, 'basePath' | 'toaster' | 'uncaught'>;

function Pages(props: PagesProps) {
  const { session } = props;
  const state = useSyncExternalStore(session.subscribe, session.read);
  const { pathname, search } = useLocation();
  const isInWorkspace = readAddress(`${pathname}${search}`) !== null;
  useKeptApp({ ...props, isWorkspace: isInWorkspace && state.kind === 'open' });
  return (
    <Routes>
      <Route path="/auth" element={<Auth state={state} session={session} secure={props.offline.secure} />} />
      {/* The layout of all its addresses: going from prompt to prompt leaves everything on the screen where it is. */}
      <Route element={isInWorkspace ? <Workspace state={state} {...props} /> : <NotFound />}>
        <Route index element={null} />
        <Route path={rowPaths.prompt} element={null} />
        <Route path={rowPaths.file} element={null} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function Workspace({ state, ...rest }: { readonly state: SessionState } & PagesProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (state.kind === 'open' && !wasOpen) setWasOpen(true);
  switch (state.kind) {
    case 'loading':
      return <WaitingScreen label={t('Loading...')} isFirst />;
    case 'signingOut':
      return <WaitingScreen label={loggingOut()} />;
    case 'signedOut':
      return wasOpen ? <LeaveAfterSignOut clock={rest.clock} /> : <SignInFirst address={rest.address} />;
    case 'unreadable':
      return <Unreadable />;
    case 'open':
      return (
        // A text that is typed while the last count runs would not be counted.
        <div className="open-library" inert={state.isLeaving}>
          <LoadedOpenLibrary
            key={state.library.db.name}
            library={state.library}
            sync={state.sync}
            models={state.models}
            {...rest}
          />
        </div>
      );
  }
}

/** Leads a visitor to the sign-in page; the entry of the history remembers where they wanted to go. */
function SignInFirst({ address }: Pick<AppProps, 'address'>) {
  // The same object each time: a new one would navigate once more.
  const [state] = useState(() => ({ wanted: address.read() }));
  return <Navigate to="/auth" replace state={state} />;
}

/** A moment after everything was cleared, so that the person sees the workspace go. */
function LeaveAfterSignOut({ clock }: { readonly clock: Clock }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => clock.after(limits.signOutRedirectMs, () => setIsDue(true)), [clock]);
  if (isDue) return <Navigate to="/auth" replace />;
  return (
    <>
      <Navigate to="/" replace />
      <WaitingScreen label={loggingOut()} />
    </>
  );
}

const loggingOut = () => t('Logging out...');

interface AuthProps {
  readonly state: SessionState;
  readonly session: Session;
  readonly secure: boolean;
}

function Auth({ state, session, secure }: AuthProps) {
  const location = useLocation();
  switch (state.kind) {
    case 'loading':
      return <WaitingScreen label={t('Loading...')} isFirst />;
    case 'signingOut':
      return <WaitingScreen label={loggingOut()} />;
    case 'unreadable':
      return <Unreadable />;
    case 'open':
      return <Navigate to={wantedPath(location.state)} replace />;
    case 'signedOut':
      return <LoadedAuthPage actions={session} offline={state.offline} secure={secure} />;
  }
}

/** Returns where a visitor wanted to go before they signed in. The entry of the history outlives a new version of the app. */
function wantedPath(state: unknown): string {
  const wanted = typeof state === 'object' && state !== null && 'wanted' in state ? state.wanted : null;
  return typeof wanted === 'string' && wanted.startsWith('/') && readAddress(wanted) !== null ? wanted : '/';
}

function Unreadable() {
  return (
    <BareScreen
      icon={<LuDatabaseZap />}
      title={t('Your prompts cannot be opened here')}
      actions={
        <Button size="lg" variant="solid" onClick={() => location.reload()}>
          {t('Try again')}
        </Button>
      }
    >
      {t(messages.deviceRefuses)}{' '}
      {t(
        'Perhaps its disk is full, or this is a private window that keeps nothing: make room, or open Promptory in a window that is not private. Nothing was deleted.',
      )}
    </BareScreen>
  );
}
