/** Reads rows for the screens, each as narrow as what it shows. Call these inside a live query. */
import type { Prompt } from '#shared/model/prompt.ts';
import { UiState, type UiStateKey } from '#shared/model/ui-state.ts';
import type { LoopState, UnsentCounts } from '#shared/sync/status.ts';
import type { Library } from '../database/library.ts';
import { readStoredLoop, storeLoop, takeStored } from '../database/loop-memory.ts';
import { countSent, outboxCounts } from '../outbox/outbox-counts.ts';
import { countUploads } from '../resources/uploads.ts';
import { type Outline, readOutline } from '../rows/outline.ts';

export function outlineOf(library: Library): Promise<Outline> {
  return readOutline(library.db);
}

export async function promptOf(library: Library, id: number): Promise<Prompt | undefined> {
  return (await library.db.prompts.get(id))?.row;
}

/** The ids under this key; undefined while nothing was ever stored, or what is stored cannot be read. */
export async function uiStateOf(library: Library, key: UiStateKey): Promise<number[] | undefined> {
  const found = await library.db.uiState.get(key);
  const parsed = UiState.safeParse(found?.row);
  return parsed.success ? parsed.data.stateValue : undefined;
}

/** Without drafts, which are not in the database: see `watched-drafts.ts`. */
export function unsentCounts(library: Library): Promise<UnsentCounts> {
  const { db } = library;
  return db.transaction('r', db.outbox, db.uploads, async () => {
    const [entries, files, sent] = await Promise.all([
      outboxCounts(library),
      countUploads(library),
      countSent(library),
    ]);
    return { ...entries, files, ...(sent === 0 ? {} : { sent }) };
  });
}

/**
 * Returns what the loop met last, with what was stored of it: another tab may have paused it a moment ago.
 * Screens watch `library.loop` instead.
 */
export async function loopState({ db, loop }: Library): Promise<LoopState> {
  return takeStored(loop, await readStoredLoop(db));
}

/** Changes these fields and leaves the others, in all tabs. Writes only where something must survive a reload. */
export async function changeLoopState({ db, loop }: Library, change: Partial<LoopState>): Promise<void> {
  const before = loop.get();
  loop.change(change);
  const { paused = before.paused, notBefore = before.notBefore, lastSuccess } = change;
  if (paused === before.paused && notBefore === before.notBefore) return;
  await storeLoop(db, { paused, notBefore, ...(lastSuccess === undefined ? {} : { lastSuccess }) });
}
