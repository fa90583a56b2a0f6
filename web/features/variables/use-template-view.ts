import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { pageClock } from '../../ui/clock.ts';
import { createTemplateReader } from './template-reader.ts';
import {
  createTemplateView,
  type ShownText,
  type TemplateView,
  type TemplateViewState,
  type TextResolver,
} from './template-view.ts';

export type ShownTemplate = TemplateViewState & { readonly view: TemplateView };

export type TemplateSource = {
  readonly source: ShownText;
  readonly resolver: TextResolver;
  /** So much of the filled text is shown. */
  readonly mostUnits: number;
};

/** Reads a text for as long as the caller is on the screen. */
export function useTemplateView({ source, resolver, mostUnits }: TemplateSource): ShownTemplate {
  const view = useMemo(
    () =>
      createTemplateView({
        ...{ source, resolver },
        reader: createTemplateReader(),
        clock: pageClock(window),
        mostUnits,
      }),
    [source, resolver, mostUnits],
  );
  useEffect(() => view.start(), [view]);
  return { ...useSyncExternalStore(view.subscribe, view.state), view };
}
