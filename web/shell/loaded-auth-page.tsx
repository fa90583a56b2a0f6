import { t } from '#shared/language/translate.ts';
import type { AuthPageProps } from '../features/auth/auth-page.tsx';
import { useLoaded } from './use-loaded.ts';
import { WaitingScreen } from './waiting-screen.tsx';

const load = async () => (await import('../features/auth/auth-page.tsx')).AuthPage;

/** Loads the sign-in page and shows it as soon as it is there. */
export function LoadedAuthPage(props: AuthPageProps) {
  const AuthPage = useLoaded<AuthPageProps>(load);
  return AuthPage === null ? <WaitingScreen label={t('Loading...')} isFirst /> : <AuthPage {...props} />;
}
