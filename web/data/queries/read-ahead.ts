/** Reads a prompt when a press on its row begins, so that the row is there when the press ends and opens it. */
import type { Prompt } from '#shared/model/prompt.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from './queries.ts';
import { watchPrompt } from './watch-prompt.ts';

type Ahead = {
  readonly promptId: number;
  readonly row: Promise<Prompt | undefined>;
  forget(): void;
};

/** The latest of each library; the one before it is forgotten. */
const latest = new WeakMap<Library, Ahead>();

/** Begins to read the row. It is kept until it is taken, changes, or another one is read ahead. */
export function readAhead(library: Library, promptId: number): void {
  latest.get(library)?.forget();
  const row = promptOf(library, promptId);
  // A failure is reported to the caller that takes the row, and is no unhandled rejection until then.
  row.catch(() => undefined);
  let isWatched = false;
  const stop = watchPrompt(library, promptId, () => {
    // The first call is no change.
    if (isWatched) forget();
    isWatched = true;
  });
  function forget(): void {
    stop();
    if (latest.get(library)?.row === row) latest.delete(library);
  }
  latest.set(library, { promptId, row, forget });
}

/** Resolves to the row, from the reading ahead if there is one. Rejects where it cannot be read. */
export function promptReadAhead(library: Library, promptId: number): Promise<Prompt | undefined> {
  const ahead = latest.get(library);
  if (ahead?.promptId !== promptId) return promptOf(library, promptId);
  ahead.forget();
  return ahead.row;
}
