/**
 * Keeps the matches of a query in one text, and reports them.
 * Matches are those of the text as it was asked for; after a change of the text there are none until they were looked
 * for again, after a pause.
 */
import type { Clock } from '../../../ui/clock.ts';
import type { Matches } from './find-matches.ts';
import type { FindQuery } from './find-query.ts';
import type { FindAnswer } from './find-requests.ts';
import type { FindResult } from './find-result.ts';
import type { FindSurface } from './find-surface.ts';
import type { FindThread } from './find-thread.ts';
import { exactly, spanOf } from './match-places.ts';

export type TextSearchDeps = {
  readonly surface: FindSurface;
  readonly thread: FindThread;
  readonly clock: Pick<Clock, 'after'>;
  report(result: FindResult): void;
};

export type TextSearch = {
  query: FindQuery | null;
  /** A replacement is under way: a change of the text does not end it, and is looked at when it is answered. */
  isReplacing: boolean;
  /** Null while they are not known. */
  matches(): Matches | null;
  /** Looks for the query, and then runs `then` if it can be found. */
  look(then: () => void): void;
  /** Runs when a changed text was looked through: `then` of a search that had no answer yet, otherwise `mark`. */
  again(): void;
  /** Marks what was found, the selected match apart, and reports it. */
  mark(): void;
  failed(answer: FindAnswer): void;
  /** Forgets what was found, until the text changes or is looked through. */
  forget(): void;
  close(): void;
};

/** After a key in the text, before matches are looked for again. */
const pauseMs = 150;

export function createTextSearch({ surface, thread, clock, report }: TextSearchDeps): TextSearch {
  let matches: Matches | null = null;
  let callOffSearch = () => {};

  function forget(): void {
    callOffSearch();
    matches = null;
    search.again = search.mark;
    surface.show(null, null);
  }

  const search: TextSearch = {
    ...{ query: null, isReplacing: false },
    ...{ matches: () => matches, again: () => search.mark() },
    forget,
    look(then) {
      callOffSearch();
      matches = null;
      search.again = then;
      search.isReplacing = false;
      const { query } = search;
      if (query === null || query.text === '') {
        thread.stop();
        forget();
        return report({ kind: 'none' });
      }
      const text = surface.text();
      thread.ask({ kind: 'find', text, query }, (answer) => {
        if (answer.kind !== 'found') return search.failed(answer);
        if (surface.text() !== text) return search.look(then);
        matches = answer;
        search.again = search.mark;
        then();
      });
    },
    mark() {
      if (matches === null) return;
      const at = exactly(matches, surface.selection());
      surface.show(matches, at < 0 ? null : spanOf(matches, at));
      report({ kind: 'found', count: matches.starts.length, isMore: matches.isMore, current: at + 1 });
    },
    failed(answer) {
      forget();
      report(failureOf(answer));
    },
    close() {
      stopFollowing();
      thread.stop();
      forget();
    },
  };

  const stopFollowing = surface.onText(() => {
    matches = null;
    callOffSearch();
    if (search.query !== null && !search.isReplacing)
      callOffSearch = clock.after(pauseMs, () => search.look(search.again));
  });
  return search;
}

function failureOf(answer: FindAnswer): FindResult {
  if (answer.kind === 'invalid') return { kind: 'invalid', reason: answer.reason };
  return { kind: answer.kind === 'tooLong' ? 'tooLong' : 'tooSlow' };
}
