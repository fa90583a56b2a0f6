/**
 * Goes from match to match of a query in one text, and replaces them.
 * 1. The current match is the one that is selected in the text. Where none is, a step goes on from the caret.
 * 2. A step that comes while the matches are not known looks for them first.
 * 3. What was replaced in is the text that was searched: one that has changed since is searched again.
 * 4. A replacement that was asked for is made, also where the search was closed meanwhile.
 * Before: `find-bar.tsx` has the fields. After: `text-search.ts` keeps the matches, `find-surface.ts` has the text.
 */
import { createListeners } from '#shared/events/listeners.ts';
import type { Replacement } from './find-matches.ts';
import type { FindQuery } from './find-query.ts';
import type { FindAnswer, FindRequest } from './find-requests.ts';
import type { FindResult } from './find-result.ts';
import { exactly, firstFrom, spanOf } from './match-places.ts';
import { createTextSearch, type TextSearchDeps } from './text-search.ts';

export type FindSession = {
  result(): FindResult;
  /** Calls the listener after every change of the result; returns how to stop. */
  onResult(listener: () => void): () => void;
  /** `goes`: to the first match from the caret on. */
  search(query: FindQuery, goes: boolean): void;
  /** Goes to the first match of the text; where that is still drawn, as soon as there is one. */
  searchFirst(query: FindQuery): void;
  step(by: 1 | -1): void;
  /** Replaces the current match and goes to the next one; without a current one it only goes there. */
  replace(replacement: Replacement): void;
  replaceAll(replacement: Replacement): void;
  /** Ends the search, and the thread once it has answered a replacement. */
  close(): void;
};

export function createFindSession(deps: Omit<TextSearchDeps, 'report'>): FindSession {
  const { surface, thread } = deps;
  const { subscribe, notify } = createListeners();
  let result: FindResult = { kind: 'none' };

  function report(next: FindResult): void {
    if (JSON.stringify(next) === JSON.stringify(result)) return;
    result = next;
    notify();
  }
  const search = createTextSearch({ ...deps, report });

  function goTo(at: number): void {
    const matches = search.matches();
    const count = matches?.starts.length ?? 0;
    if (matches !== null && count > 0) surface.reveal(spanOf(matches, (at + count) % count));
    search.mark();
  }

  function goOn(by: 1 | -1): void {
    const matches = search.matches();
    if (matches === null) return;
    const selected = surface.selection();
    const at = exactly(matches, selected);
    if (at >= 0) goTo(at + by);
    else goTo(firstFrom(matches, selected.from) - (by === 1 ? 0 : 1));
  }

  function step(by: 1 | -1): void {
    if (search.matches() === null) search.look(() => goOn(by));
    else goOn(by);
  }

  const { close, onDone } = closing({ search, thread });

  return {
    ...{ step, close, ...replacing({ search, surface, thread }, { report, step, goOn, onDone }) },
    result: () => result,
    onResult: subscribe,
    search(query, goes) {
      search.query = query;
      search.look(() =>
        goes ? goTo(firstFrom(search.matches() ?? none, surface.selection().from)) : search.mark(),
      );
    },
    searchFirst(query) {
      const go = () => {
        const isThere = (search.matches()?.starts.length ?? 0) > 0;
        if (!isThere && surface.isDrawnLater) search.again = go;
        goTo(0);
      };
      search.query = query;
      search.look(go);
    },
  };
}

/** `onDone` is called when a replacement is answered, and returns false where nobody is to see what follows. */
function closing({ search, thread }: Pick<Parts, 'search' | 'thread'>) {
  let isClosed = false;

  function end(): void {
    search.close();
    thread.close();
  }

  return {
    close(): void {
      isClosed = true;
      if (!search.isReplacing) end();
    },
    onDone(): boolean {
      if (isClosed) end();
      return !isClosed;
    },
  };
}

const none = { starts: new Int32Array(), ends: new Int32Array(), isMore: false };

type Parts = Pick<TextSearchDeps, 'surface' | 'thread'> & {
  readonly search: ReturnType<typeof createTextSearch>;
};
type Acts = Pick<TextSearchDeps, 'report'> &
  Pick<FindSession, 'step'> & { goOn(by: 1 | -1): void; onDone(): boolean };

function replacing(
  { search, surface, thread }: Parts,
  { report, step, goOn, onDone }: Acts,
): Pick<FindSession, 'replace' | 'replaceAll'> {
  function ask(request: FindRequest, onAnswer: (answer: FindAnswer) => void): void {
    search.isReplacing = true;
    thread.ask(request, (answer) => {
      search.isReplacing = false;
      onAnswer(answer);
    });
  }

  function replaceAll(replacement: Replacement): void {
    const { query } = search;
    if (query === null || query.text === '') return;
    search.forget();
    const text = surface.text();
    const caret = surface.selection().from;
    report({ kind: 'replacing' });
    ask({ kind: 'replaceAll', text, query, caret, replacement }, (answer) => {
      if (answer.kind === 'replacedAll' && surface.text() !== text) return replaceAll(replacement);
      const isMade =
        answer.kind === 'replacedAll' &&
        (answer.count === 0 || surface.replaceAll(answer.text, answer.caret));
      if (!onDone()) return;
      if (answer.kind !== 'replacedAll') return search.failed(answer);
      if (!isMade) return search.look(search.mark);
      search.forget();
      report({ kind: 'replaced', count: answer.count });
    });
  }

  return {
    replaceAll,
    replace(replacement) {
      const { query } = search;
      const matches = search.matches();
      const at = matches === null ? -1 : exactly(matches, surface.selection());
      if (query === null || matches === null || at < 0) return step(1);
      const text = surface.text();
      ask({ kind: 'replaceOne', text, query, at: spanOf(matches, at).from, replacement }, (answer) => {
        const change = answer.kind === 'replacedOne' ? answer.change : null;
        const isMade = change !== null && surface.text() === text && surface.replace(change, change.insert);
        if (!onDone()) return;
        if (answer.kind !== 'replacedOne') search.failed(answer);
        else if (isMade) search.look(() => goOn(1));
      });
    },
  };
}
