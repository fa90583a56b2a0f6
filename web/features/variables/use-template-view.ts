import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { pageClock } from '../../ui/clock.ts';
import { createTemplateReader, startTemplateWorker } from './template-reader.ts';
import {
  createTemplateView,
  type ShownText,
  type TemplateView,
  type TemplateViewState,
} from './template-view.ts';

export type ShownTemplate = TemplateViewState & { readonly view: TemplateView };

/** Reads a text for as long as the caller is on the screen; `mostUnits` of it are shown filled. */
export function useTemplateView(source: ShownText, mostUnits: number): ShownTemplate {
  const view = useMemo(
    () =>
      createTemplateView({
        source,
        reader: createTemplateReader(startTemplateWorker),
        clock: pageClock(window),
        mostUnits,
      }),
    [source, mostUnits],
  );
  useEffect(() => view.start(), [view]);
  return { ...useSyncExternalStore(view.subscribe, view.state), view };
}
