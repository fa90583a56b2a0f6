import { createStore, Provider } from 'jotai';
import { useState } from 'react';
import type { Library } from '../data/library.ts';
import type { AppUpdate } from './app-update.ts';
import type { RunningSync, Session } from './session.ts';
import { useStartedWorkspace } from './use-started-workspace.ts';
import { WaitingScreen } from './waiting-screen.tsx';
import { WorkspaceScreen } from './workspace-screen.tsx';

export interface OpenLibraryProps {
  readonly library: Library;
  readonly sync: RunningSync;
  readonly session: Session;
  readonly update: AppUpdate;
  readonly now: () => number;
}

/** One library, and what is on the screen of it: both go together. */
export function OpenLibrary(props: OpenLibraryProps) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <StartedWorkspace {...props} />
    </Provider>
  );
}

function StartedWorkspace(props: OpenLibraryProps) {
  const outline = useStartedWorkspace(props.library);
  if (outline === null) return <WaitingScreen label="Loading workspace..." />;
  return <WorkspaceScreen {...props} outline={outline} />;
}
