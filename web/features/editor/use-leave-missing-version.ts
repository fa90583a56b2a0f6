import { useEffect, useEffectEvent } from 'react';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { versionMissing } from './editor-toasts.ts';
import type { SaveState } from './save-state.ts';
import type { PromptEditor } from './show-editor.ts';

type ShownVersion = {
  /** Null, the default: the current text is shown. */
  readonly versionId?: number | null;
  onLeaveVersion?(): void;
  notify(toast: ToastRequest): void;
};

/** Leaves an old version that is not there, or that is deleted while nothing unsaved is in it. */
export function useLeaveMissingVersion(shown: PromptEditor, props: ShownVersion): void {
  const isVersion = (props.versionId ?? null) !== null;
  const isMissing = isVersion && shown.phase === 'missing';
  const isDeleted = isVersion && shown.phase === 'open' && holdsNothing(shown.state);
  const leave = useEffectEvent(() => {
    if (isMissing) props.notify(versionMissing());
    props.onLeaveVersion?.();
  });
  useEffect(() => {
    if (isMissing || isDeleted) leave();
  }, [isMissing, isDeleted]);
}

/** The row is gone, and the editor holds nothing that is not stored elsewhere. */
function holdsNothing(state: SaveState): boolean {
  return state.kind === 'gone' && !state.unsaved && state.keptAs === null;
}
