import { useAtom } from 'jotai';
import { Suspense } from 'react';
import type { Library } from '../data/database/library.ts';
import { useNotices } from '../features/sync-status/notices/use-notices.ts';
import { lazyPart } from '../ui/load-again.ts';
import type { ToastRequest } from '../ui/toaster-store.ts';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import { ErrorBoundary } from './error-screen.tsx';
import { labelledVersionAtom } from './workspace-atoms.ts';

const VersionLabelsDialog = lazyPart(
  async () => (await import('../features/versions/version-labels-dialog.tsx')).VersionLabelsDialog,
);

type NoticesProps = { readonly library: Library; notify(toast: ToastRequest): void };

/** Shows the notices of the pull, and the labels of a version with their moves, asked for by a command or a notice. */
export function NoticesAndLabels({ library, notify }: NoticesProps) {
  const [wanted, setWanted] = useAtom(labelledVersionAtom);
  useNotices(library, {
    notify,
    onShowLabels: ({ promptId, versionId }) => setWanted({ promptId, versionId }),
  });
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
