import { useAtom } from 'jotai';
import { Suspense } from 'react';
import type { Library } from '../data/database/library.ts';
import { lazyPart } from '../ui/load-again.ts';
import type { ToastRequest } from '../ui/toaster-store.ts';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import { ErrorBoundary } from './error-screen.tsx';
import { labelledVersionAtom } from './workspace-atoms.ts';

const VersionLabelsDialog = lazyPart(
  async () => (await import('../features/versions/version-labels-dialog.tsx')).VersionLabelsDialog,
);

/** The labels of a version and their moves, asked for by a command or by a notice. */
export function LabelsOverlay({ library, notify }: { library: Library; notify(toast: ToastRequest): void }) {
  const [wanted, setWanted] = useAtom(labelledVersionAtom);
  const { shown, opening } = useKeptRequest(wanted);
  if (shown === null) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <VersionLabelsDialog
          key={opening}
          {...{ library, notify }}
          {...shown}
          open={wanted !== null}
          onClose={() => setWanted(null)}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
