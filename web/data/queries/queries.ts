/** What screens read, each as narrow as what it shows. Call them inside a live query. */
import { z } from 'zod';
import type { Prompt } from '#shared/model/prompt.ts';
import { UiState, type UiStateKey } from '#shared/model/ui-state.ts';
import type { Version } from '#shared/model/version.ts';
import { initialLoopState, type LoopState, type UnsentCounts } from '#shared/sync/status.ts';
import type { Library } from '../database/library.ts';
import { readMeta, writeMeta } from '../database/meta.ts';
import { countSent, outboxCounts } from '../outbox/outbox-counts.ts';
import { countUploads } from '../resources/uploads.ts';
import { type Outline, readOutline } from '../rows/outline.ts';

export function outlineOf(library: Library): Promise<Outline> {
  return readOutline(library.db);
}

export async function promptOf(library: Library, id: number): Promise<Prompt | undefined> {
  return (await library.db.prompts.get(id))?.row;
}

/** Newest first. */
export async function versionsOf(library: Library, promptId: number): Promise<Version[]> {
  const found = await library.db.versions.where('row.promptId').equals(promptId).toArray();
  return found.map(({ row }) => row).sort((a, b) => b.version - a.version);
}

/** The ids under this key; undefined while nothing was ever stored, or what is stored cannot be read. */
export async function uiStateOf(library: Library, key: UiStateKey): Promise<number[] | undefined> {
  const found = await library.db.uiState.get(key);
  const parsed = UiState.safeParse(found?.row);
  return parsed.success ? parsed.data.stateValue : undefined;
}

/** Without drafts, which are not in the database: see `watched-drafts.ts`. */
export async function unsentCounts(library: Library): Promise<UnsentCounts> {
  const [entries, files, sent] = await Promise.all([
    outboxCounts(library),
    countUploads(library),
    countSent(library),
  ]);
  return { ...entries, files, ...(sent === 0 ? {} : { sent }) };
}

const StoredLoop: z.ZodType<LoopState> = z.object({
  connection: z.enum(['idle', 'online', 'offline', 'rate', 'failing', 'full']),
  working: z.boolean(),
  paused: z.enum(['auth', 'reset', 'removals', 'update']).nullable(),
  lastSuccess: z.string().nullable(),
  lastAnswer: z.string().nullable().default(null),
  lastProgress: z.string().nullable().default(null),
  notBefore: z.string().nullable().default(null),
  nextTry: z.string().nullable().default(null),
  moving: z.boolean().default(false),
  receiving: z.object({ received: z.int(), of: z.int() }).nullable().default(null),
});

/** What the loop met last, in whichever tab it ran: all tabs say the same. */
export async function loopState(library: Library): Promise<LoopState> {
  return (await readMeta(library.db, 'loop', StoredLoop)) ?? initialLoopState;
}

/** Changes these fields and leaves the others, whatever another tab wrote meanwhile. */
export function changeLoopState(library: Library, change: Partial<LoopState>): Promise<void> {
  return library.db.transaction('rw', library.db.meta, async () => {
    await writeLoopState(library, { ...(await loopState(library)), ...change });
  });
}

export function writeLoopState(library: Library, state: LoopState): Promise<void> {
  return writeMeta(library.db, 'loop', state);
}
