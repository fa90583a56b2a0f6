import { type ComponentType, useEffect, useState } from 'react';
import type { OpenLibraryProps } from './open-library-props.ts';
import { WaitingScreen } from './waiting-screen.tsx';

/**
 * Loads the screens of a library and shows them as soon as they are there. Without a Suspense boundary: React keeps a
 * fallback that it has shown for 300 ms, however soon the rest is there.
 */
export function LoadedOpenLibrary(props: OpenLibraryProps) {
  const [OpenLibrary, setOpenLibrary] = useState<ComponentType<OpenLibraryProps> | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    let isLeft = false;
    import('./open-library.tsx').then(
      (loaded) => !isLeft && setOpenLibrary(() => loaded.OpenLibrary),
      (error: unknown) => !isLeft && setFailure({ error }),
    );
    return () => {
      isLeft = true;
    };
  }, []);
  if (failure !== null) throw failure.error;
  return OpenLibrary === null ? <WaitingScreen label="Loading workspace..." /> : <OpenLibrary {...props} />;
}
