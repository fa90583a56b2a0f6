import { t } from '#shared/language/translate.ts';
import type { OpenLibraryProps } from '../session/open-library-type.ts';
import { useLoaded } from './use-loaded.ts';
import { WaitingScreen } from './waiting-screen.tsx';

const load = async () => (await import('./open-library.tsx')).OpenLibrary;

/** Loads the screens of a library and shows them as soon as they are there. */
export function LoadedOpenLibrary(props: OpenLibraryProps) {
  const OpenLibrary = useLoaded<OpenLibraryProps>(load);
  return OpenLibrary === null ? (
    <WaitingScreen label={t('Loading workspace...')} />
  ) : (
    <OpenLibrary {...props} />
  );
}
