import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { LuCloudOff } from 'react-icons/lu';
import { useLocation } from 'react-router';
import { invitationMessages, messages, problemMessages } from '#shared/model/messages.ts';
import { invitationToken } from '#shared/model/registration.ts';
import type { User } from '#shared/model/user.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useToaster } from '../../ui/provider.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import type { AuthActions, AuthOutcome } from './auth-actions.ts';
import { MarketingPanel } from './marketing-panel.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { type SignUpTerms, useRegistration } from './use-registration.ts';

const Page = chakra('div', { base: { minHeight: '100dvh', display: 'flex', flexDirection: 'column' } });
const Header = chakra('header', {
  base: { display: 'flex', alignItems: 'center', gap: '3', px: { base: '4', md: '8' }, py: '4' },
});
const Brand = chakra('span', {
  base: { fontSize: 'lg', fontWeight: 'semibold', letterSpacing: 'tight', flex: '1' },
});
const Columns = chakra('main', {
  base: {
    flex: '1',
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1.1fr)' },
    alignItems: { base: 'start', sm: 'center' },
    gap: { lg: '8', xl: '12' },
    width: 'full',
    maxWidth: '80rem',
    mx: 'auto',
    px: { base: '4', md: '8' },
    pt: { base: '4', sm: '8' },
    pb: { base: '12', md: '16' },
  },
});
const Card = chakra('section', {
  base: {
    width: 'full',
    maxWidth: '26rem',
    justifySelf: 'center',
    display: 'grid',
    gap: '6',
    p: { base: '6', sm: '8' },
    bg: 'bg.raised',
    borderWidth: '1px',
    borderRadius: 'xl',
    boxShadow: 'md',
  },
});
const Title = chakra('h1', {
  base: { fontSize: 'xl', fontWeight: 'semibold', lineHeight: 'tight', letterSpacing: 'tight' },
});
const Lead = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted', mt: '1.5' } });
const Offline = chakra('p', {
  base: {
    display: 'flex',
    gap: '2.5',
    p: '3',
    fontSize: 'sm',
    lineHeight: 'snug',
    borderRadius: 'md',
    bg: 'bg.subtle',
    color: 'fg.muted',
    '& svg': { flex: 'none', mt: '0.5', width: '4', height: '4' },
  },
});
const Switch = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted', textAlign: 'center' } });

export interface AuthPageProps {
  readonly actions: AuthActions;
  /** The server cannot be reached: without a session on this device there is nothing to open yet. */
  readonly offline: boolean;
  /** Whether the address is a secure context: only there the app can be kept on the device. */
  readonly secure: boolean;
}

export function AuthPage({ actions, offline, secure }: AuthPageProps) {
  const toaster = useToaster();
  const { invite, terms, canSignUp, signingIn, choose } = useAuthMode(actions, offline);
  const needsCode = terms?.registration?.needsCode === true;
  const title = signingIn ? 'Welcome Back' : 'Create Your Account';

  function report(outcome: AuthOutcome, text: OutcomeWords): void {
    if (outcome.ok) toaster.show({ title: text.done, description: text.welcome?.(outcome.user) });
    else toaster.show({ title: text.failed, description: outcome.message, kind: 'destructive' });
  }

  return (
    <Page>
      <title>{signingIn ? 'Sign In · Promptory' : 'Create Your Account · Promptory'}</title>
      <Header>
        <Logo />
        <Brand>Promptory</Brand>
        <ThemeToggle />
      </Header>
      <Columns>
        <Card aria-labelledby="auth-title">
          <div>
            <Title id="auth-title">{title}</Title>
            <Lead>
              {signingIn
                ? 'Sign in to open your prompt workspace.'
                : 'A workspace of your own, on every device.'}
            </Lead>
          </div>
          {offline && (
            <Offline>
              <LuCloudOff aria-hidden="true" />
              {signingIn ? 'Signing in' : 'Creating an account'} needs the server, and it cannot be reached
              right now.{secure && ' Once you are signed in, Promptory works offline.'}
            </Offline>
          )}
          {signingIn ? (
            <SignInForm
              onSubmit={async (credentials) => report(await actions.signIn(credentials), signInWords)}
            />
          ) : (
            <SignUpForm
              needsCode={needsCode}
              invite={invite}
              onSubmit={async (registration) => report(await actions.signUp(registration), signUpWords)}
            />
          )}
          {!secure && <Lead>{messages.addressNotSecure}</Lead>}
          {canSignUp ? (
            <OtherForm signingIn={signingIn} isKnown={terms !== undefined} onChoose={choose} />
          ) : (
            <NoSignUp terms={terms} invite={invite} />
          )}
        </Card>
        <MarketingPanel />
      </Columns>
    </Page>
  );
}

/** Decides which form is shown: the one that was chosen, else the one that the link and the server suggest. */
function useAuthMode(actions: AuthActions, offline: boolean) {
  const [chosen, choose] = useState<'sign-in' | 'sign-up' | null>(null);
  const invite = invitationToken(useLocation().hash);
  const terms = useRegistration(actions, { invite, offline });
  const suggested = invite !== null || terms?.registration?.needsCode === true ? 'sign-up' : 'sign-in';
  const canSignUp = admits(terms, invite);
  const signingIn = !canSignUp || (chosen ?? suggested) === 'sign-in';
  return { invite, terms, canSignUp, signingIn, choose };
}

interface OtherFormProps {
  readonly signingIn: boolean;
  /** The server has answered. Until then the line keeps its place, so that the card does not move. */
  readonly isKnown: boolean;
  readonly onChoose: (mode: 'sign-in' | 'sign-up') => void;
}

function OtherForm({ signingIn, isKnown, onChoose }: OtherFormProps) {
  return (
    <Switch visibility={isKnown ? 'visible' : 'hidden'}>
      {signingIn ? "Don't have an account?" : 'Already have an account?'}{' '}
      <Button tone="link" size="inline" onClick={() => onChoose(signingIn ? 'sign-up' : 'sign-in')}>
        {signingIn ? 'Sign Up' : 'Sign In'}
      </Button>
    </Switch>
  );
}

/** Without an answer of the server both forms are possible, and the server decides. */
function admits(terms: SignUpTerms | undefined, invite: string | null): boolean {
  const registration = terms?.registration ?? null;
  if (registration === null || registration.registration === 'open' || registration.needsCode) return true;
  if (registration.registration === 'closed' || invite === null) return false;
  return (terms?.invitation ?? 'usable') === 'usable';
}

/** Explains a sign-up that is not possible to somebody who looks for it. */
function NoSignUp({
  terms,
  invite,
}: {
  readonly terms: SignUpTerms | undefined;
  readonly invite: string | null;
}) {
  const state = terms?.invitation ?? 'usable';
  if (terms?.registration?.registration !== 'invite') {
    if (invite !== null) return <Switch>{problemMessages.registration_closed}</Switch>;
    return <OtherForm signingIn isKnown={false} onChoose={() => {}} />;
  }
  if (state === 'usable') return <Switch>{messages.invitationNeeded}</Switch>;
  return <Switch role="status">{invitationMessages[state]}</Switch>;
}

interface OutcomeWords {
  readonly done: string;
  readonly failed: string;
  readonly welcome?: (user: User) => string;
}

const signInWords: OutcomeWords = {
  done: 'Login successful',
  failed: 'Login failed',
  welcome: ({ displayName }) => `Welcome back, ${isolatedName(displayName)}!`,
};
const signUpWords: OutcomeWords = { done: 'Registration successful', failed: 'Registration failed' };
