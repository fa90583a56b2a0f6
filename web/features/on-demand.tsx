import { useAtom, type WritableAtom } from 'jotai';
import type { ComponentType } from 'react';
import { ErrorBoundary } from '../ui/boundary/error-screen.tsx';
import { useKeptRequest } from '../ui/hooks/use-kept-request.ts';
import { useLaterPart } from '../ui/hooks/use-later-part.ts';

export type ScreenProps<Request> = {
  /** The request that it was opened with; the last one while it closes. */
  readonly request: Request;
  readonly open: boolean;
  onClose(): void;
  /** The project that is selected in the sidebar. */
  readonly projectId: number | null;
};

type OnDemandProps<Request> = {
  readonly projectId: number | null;
  load(): Promise<ComponentType<ScreenProps<Request>>>;
  readonly isKept: boolean;
  readonly openAtom: WritableAtom<Request | null, [null], void>;
};

/**
 * Draws a screen that was asked for, loaded when it first is. One that throws, or cannot be loaded, leaves the page as
 * it is.
 */
export function OnDemand<Request>({ projectId, load, isKept, openAtom }: OnDemandProps<Request>) {
  const [request, setRequest] = useAtom(openAtom);
  const onClose = () => setRequest(null);
  const { shown, opening } = useKeptRequest(request);
  const Screen = useLaterPart(load, { isWanted: request !== null, onMissing: onClose });
  if (shown === null || Screen === null) return null;
  return (
    <ErrorBoundary of={opening}>
      <Screen
        key={isKept ? undefined : opening}
        {...{ projectId, onClose }}
        request={shown}
        open={request !== null}
      />
    </ErrorBoundary>
  );
}
