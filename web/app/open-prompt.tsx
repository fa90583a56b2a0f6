import { useAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import type { Library } from '../data/library.ts';
import { versionCountOf } from '../data/version-items.ts';
import type { OpenTab } from '../features/tabs/tab-bar.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { ToastRequest } from '../ui/toaster-store.ts';
import { useLive } from '../ui/use-live.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { ErrorBoundary } from './error-screen.tsx';
import { versionsShownAtom } from './workspace-atoms.ts';

// Both come with the first prompt that is opened: the first screen needs neither.
const EditorPane = lazy(async () => ({
  default: (await import('../features/editor/editor-pane.tsx')).EditorPane,
}));
const VersionPanel = lazy(async () => ({
  default: (await import('../features/versions/version-panel.tsx')).VersionPanel,
}));

/** From here on the history fits beside the text; the same width is in `workspace.css`. */
const wide = '(min-width: 64rem)';

export interface OpenPromptProps {
  readonly library: Library;
  readonly tab: OpenTab;
  notify(toast: ToastRequest): void;
}

export function OpenPrompt({ library, tab, notify }: OpenPromptProps) {
  const versions = useLive(() => versionCountOf(library, tab.id), [library, tab.id]) ?? 0;
  const [chosen, setChosen] = useAtom(versionsShownAtom);
  const isWide = useMediaQuery(wide);
  const versionsShown = (chosen ?? isWide) && versions > 0;
  return (
    <>
      <ErrorBoundary key={tab.id}>
        <Suspense fallback={<Spinner label="Loading prompt..." />}>
          <EditorPane
            library={library}
            promptId={tab.id}
            project={{ name: tab.projectName, color: tab.color }}
            versionsShown={versionsShown}
            onToggleVersions={() => setChosen(!versionsShown)}
            notify={notify}
          />
        </Suspense>
      </ErrorBoundary>
      {versionsShown && (
        <div className="workspace-versions">
          {/* A boundary of its own: the editor beside it must not go away while this comes. */}
          <ErrorBoundary>
            <Suspense fallback={<Spinner label="Loading versions..." />}>
              <VersionPanel library={library} promptId={tab.id} notify={notify} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
    </>
  );
}
