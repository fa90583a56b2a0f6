import { createStore, Provider } from 'jotai';
import { useMemo, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { OpenLibraryContext, useOpenLibrary } from '../session/open-library-context.ts';
import type { OpenLibraryProps } from '../session/open-library-type.ts';
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
  const { library, sync, models, session, address, update, offline, inbox, clock, now } = props;
  // The same object where nothing of it changed: every screen reads it.
  const lent = useMemo(
    () => ({ library, sync, models, session, address, update, offline, inbox, clock, now }),
    [library, sync, models, session, address, update, offline, inbox, clock, now],
  );
  return (
    <Provider store={store}>
      <OpenLibraryContext value={lent}>
        <StartedWorkspace />
      </OpenLibraryContext>
    </Provider>
  );
}

function StartedWorkspace() {
  const { library, clock } = useOpenLibrary();
  const outline = useStartedWorkspace(library, clock);
  useSnapshots(library, clock);
  if (outline === null) return <WaitingScreen label={t('Loading workspace...')} />;
  return <WorkspaceScreen outline={outline} />;
}
