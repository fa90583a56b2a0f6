import { useLayoutEffect, useSyncExternalStore } from 'react';
import { isBlank } from '#shared/model/text.ts';
import type { OpenEditor } from './open-editor-type.ts';
import type { ViewModes } from './view-modes.ts';

export type ViewMode = { readonly viewing: boolean; setViewing(viewing: boolean): void };

/** Returns how a prompt is shown. One without a text opens for editing: there is nothing to be read in it. */
export function useViewMode(modes: ViewModes, promptId: number, editor: OpenEditor | null): ViewMode {
  const viewing = useSyncExternalStore(modes.subscribe, () => modes.isViewed(promptId));
  useLayoutEffect(() => {
    if (editor !== null && modes.isViewed(promptId) && isBlank(editor.text()))
      modes.setViewed(promptId, false);
  }, [modes, promptId, editor]);
  return { viewing, setViewing: (next) => modes.setViewed(promptId, next) };
}
