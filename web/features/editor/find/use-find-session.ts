import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pageClock } from '../../../ui/clock.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';
import type { FindQuery } from './find-query.ts';
import type { FindResult } from './find-result.ts';
import { createFindSession, type FindSession } from './find-session.ts';
import type { FindSurface } from './find-surface.ts';
import { createFindThread } from './find-thread.ts';
import { renderedSurface } from './rendered-surface.ts';

export type FindSessionOptions = {
  readonly editor: OpenEditor;
  /** The text is shown as rendered Markdown, and searched as that. */
  readonly viewing: boolean;
  readonly query: FindQuery;
  readonly bar: RefObject<HTMLElement | null>;
  /** Counts how often the first match was asked for. */
  readonly asksFirst: number;
};

export type ShownFind = {
  readonly result: FindResult;
  /** Null until the text is there. */
  readonly session: FindSession | null;
  readonly surface: FindSurface | null;
};

type Found = { readonly editor: OpenEditor; readonly session: FindSession; readonly surface: FindSurface };

/** Searches the text that is on the screen, for as long as the caller is. */
export function useFindSession(options: FindSessionOptions): ShownFind {
  const { editor, viewing, query, bar, asksFirst } = options;
  const [found, setFound] = useState<Found | null>(null);
  const newest = useRef(query);
  useEffect(() => {
    const rendered = bar.current?.closest('.editor-pane')?.querySelector<HTMLElement>('.rendered-text');
    const surface = viewing && rendered ? renderedSurface(rendered) : editor.finding;
    const thread = createFindThread();
    const session = createFindSession({ surface, thread, clock: pageClock(window) });
    session.search(newest.current, false);
    setFound({ editor, session, surface });
    return () => session.close();
  }, [editor, viewing, bar]);
  useEffect(() => {
    if (newest.current === query) return;
    newest.current = query;
    found?.session.search(query, true);
  }, [found, query]);
  const answered = useRef(0);
  useEffect(() => {
    // The session of the text before is found until that of this one is.
    if (found?.editor !== editor || answered.current === asksFirst) return;
    answered.current = asksFirst;
    found.session.searchFirst(newest.current);
  }, [found, editor, asksFirst]);
  const result = useSyncExternalStore(found?.session.onResult ?? never, found?.session.result ?? none);
  return { result, session: found?.session ?? null, surface: found?.surface ?? null };
}

const nothing: FindResult = { kind: 'none' };
const none = () => nothing;
const never = () => () => undefined;
