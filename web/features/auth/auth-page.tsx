import { Box, Button, Flex, Grid, Heading, Icon, Span, Stack, Text, type TextProps } from '@chakra-ui/react';
import { useState } from 'react';
import { LuCloudOff } from 'react-icons/lu';
import { useLocation } from 'react-router';
import { t } from '#shared/language/translate.ts';
import { invitationToken } from '#shared/model/account/registration.ts';
import type { User } from '#shared/model/account/user.ts';
import { invitationMessages, messages, problemMessages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { Logo } from '../../ui/logo.tsx';
import { useToaster } from '../../ui/provider.tsx';
import { ThemeToggle } from '../../ui/theme/theme-toggle.tsx';
import type { AuthActions, AuthOutcome } from './auth-actions.ts';
import { MarketingPanel } from './marketing-panel.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { type SignUpTerms, useRegistration } from './use-registration.ts';

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
  const title = signingIn ? t('Welcome Back') : t('Create Your Account');

  function report(outcome: AuthOutcome, text: OutcomeWords): void {
    if (outcome.ok) toaster.show({ title: text.done, description: text.welcome?.(outcome.user) });
    else toaster.show({ title: text.failed, description: outcome.message, kind: 'destructive' });
  }

  return (
    <Flex direction="column" minH="100dvh">
      <title>{signingIn ? t('Sign In · Promptory') : t('Create Your Account · Promptory')}</title>
      <Flex as="header" align="center" gap="3" py="4" px={{ base: '4', md: '8' }}>
        <Logo />
        <Span flex="1" textStyle="lg" fontWeight="semibold" letterSpacing="tight">
          {t('Promptory')}
        </Span>
        <ThemeToggle />
      </Flex>
      <Grid as="main" {...columns}>
        <Stack as="section" {...card} aria-labelledby="auth-title">
          <Lead hideFrom="lg">{t('Your prompts, with every version, even offline.')}</Lead>
          <Box>
            <Heading as="h1" size="xl" id="auth-title">
              {title}
            </Heading>
            <Lead mt="1.5">
              {signingIn
                ? t('Sign in to open your prompt workspace.')
                : t('A workspace of your own, on every device.')}
            </Lead>
          </Box>
          {offline && <OfflineNotice signingIn={signingIn} secure={secure} />}
          {signingIn ? (
            <SignInForm
              onSubmit={async (credentials) => report(await actions.signIn(credentials), signInWords())}
            />
          ) : (
            <SignUpForm
              needsCode={needsCode}
              invite={invite}
              onSubmit={async (registration) => report(await actions.signUp(registration), signUpWords())}
            />
          )}
          {!secure && <Lead>{t(messages.addressNotSecure)}</Lead>}
          {canSignUp ? (
            <OtherForm signingIn={signingIn} isKnown={terms !== undefined} onChoose={choose} />
          ) : (
            <NoSignUp terms={terms} invite={invite} />
          )}
        </Stack>
        <MarketingPanel />
      </Grid>
    </Flex>
  );
}

const columns = {
  flex: '1',
  templateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1.1fr)' },
  gap: { lg: '8', xl: '12' },
  alignItems: { base: 'start', sm: 'center' },
  width: 'full',
  maxW: '80rem',
  mx: 'auto',
  px: { base: '4', md: '8' },
  pt: { base: '4', sm: '8' },
  pb: { base: '12', md: '16' },
} as const;

const card = {
  gap: '6',
  justifySelf: 'center',
  width: 'full',
  maxW: '26rem',
  p: { base: '6', sm: '8' },
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'xl',
  boxShadow: 'md',
} as const;

function Lead(props: TextProps) {
  return <Text textStyle="sm" color="fg.muted" {...props} />;
}

function OfflineNotice({ signingIn, secure }: { readonly signingIn: boolean; readonly secure: boolean }) {
  return (
    <Flex gap="2.5" p="3" textStyle="sm" borderRadius="md" bg="bg.subtle" color="fg.muted">
      <Icon flex="none" boxSize="4" mt="0.5" aria-hidden="true">
        <LuCloudOff />
      </Icon>
      <p>
        {signingIn
          ? t('Signing in needs the server, and it cannot be reached right now.')
          : t('Creating an account needs the server, and it cannot be reached right now.')}
        {secure && ` ${t('Once you are signed in, Promptory works offline.')}`}
      </p>
    </Flex>
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
    <Lead px="1" textAlign="center" visibility={isKnown ? 'visible' : 'hidden'}>
      {signingIn ? t("Don't have an account?") : t('Already have an account?')}{' '}
      <Button variant="plain" size="xs" onClick={() => onChoose(signingIn ? 'sign-up' : 'sign-in')}>
        {signingIn ? t('Sign Up') : t('Sign In')}
      </Button>
    </Lead>
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
    if (invite !== null) return <Lead textAlign="center">{t(problemMessages.registration_closed)}</Lead>;
    return <OtherForm signingIn isKnown={false} onChoose={() => {}} />;
  }
  if (state === 'usable') return <Lead textAlign="center">{t(messages.invitationNeeded)}</Lead>;
  return (
    <Lead textAlign="center" role="status">
      {t(invitationMessages[state])}
    </Lead>
  );
}

interface OutcomeWords {
  readonly done: string;
  readonly failed: string;
  readonly welcome?: (user: User) => string;
}

const signInWords = (): OutcomeWords => ({
  done: t('Login successful'),
  failed: t('Login failed'),
  welcome: ({ displayName }) => t('Welcome back, {displayName}!', { displayName: isolatedName(displayName) }),
});
const signUpWords = (): OutcomeWords => ({
  done: t('Registration successful'),
  failed: t('Registration failed'),
});
