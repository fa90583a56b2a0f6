import { createStore, Provider } from 'jotai';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { OpenLibraryContext } from '../session/open-library-context.ts';
import type { OpenLibraryProps } from '../session/open-library-type.ts';
import { OverlayLocale } from '../ui/overlay-locale.tsx';
import { firstAddress } from './address/use-address.ts';
import { WaitingScreen } from './waiting-screen.tsx';
import { useSnapshots } from './workspace/use-snapshots.ts';
import { useStartedWorkspace } from './workspace/use-started-workspace.ts';
import { wantedAddressAtom } from './workspace/workspace-atoms.ts';
import { WorkspaceScreen } from './workspace/workspace-screen.tsx';

/** One library, and what is on the screen of it: both go together. */
export function OpenLibrary(props: OpenLibraryProps) {
  const [store] = useState(() => {
    const created = createStore();
    created.set(wantedAddressAtom, firstAddress(props.address));
    return created;
  });
  return (
    <Provider store={store}>
      <OverlayLocale>
        <OpenLibraryContext value={props}>
          <StartedWorkspace {...props} />
        </OpenLibraryContext>
      </OverlayLocale>
    </Provider>
  );
}

function StartedWorkspace(props: OpenLibraryProps) {
  const outline = useStartedWorkspace(props.library, props.clock);
  useSnapshots(props.library, props.clock);
  if (outline === null) return <WaitingScreen label={t('Loading workspace...')} />;
  return <WorkspaceScreen outline={outline} />;
}
