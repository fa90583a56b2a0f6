/** `npm run restore -- --user NAME [--all | ID …]`: lists what was deleted, or brings it back. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { newId, PathId } from '#shared/model/ids.ts';
import { readEnvironment } from './environment.ts';
import { usernameKey } from './services/accounts.ts';
import { createCommitMutation } from './services/commit-mutation.ts';
import { createPokes } from './services/pokes.ts';
import { createRestoreDeleted } from './services/restore-deleted.ts';
import { CannotStart } from './storage/cannot-start.ts';
import { createAccountsStorage } from './storage/sqlite/accounts.ts';
import { createLibraryStorage } from './storage/sqlite/library-storage.ts';
import { openDatabase } from './storage/sqlite/open-database.ts';

const usage = 'Usage: npm run restore -- --user NAME [--all | ID ...]';

const Arguments = z.object({
  values: z.object({ user: z.string().min(1), all: z.boolean().default(false) }),
  positionals: z.array(PathId),
});

/** Throws `CannotStart` with a sentence for a person. */
function readArguments(args: string[]): { user: string; all: boolean; ids: number[] } {
  let raw: unknown;
  try {
    const options = { user: { type: 'string' }, all: { type: 'boolean' } } as const;
    raw = parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new CannotStart(usage);
  }
  const parsed = Arguments.safeParse(raw);
  if (!parsed.success) throw new CannotStart(usage);
  return { ...parsed.data.values, ids: parsed.data.positionals };
}

async function restore(args: string[]): Promise<void> {
  const { user, all, ids } = readArguments(args);
  const { dataFolder } = readEnvironment(process.env);
  process.umask(0o077);
  const database = openDatabase({ file: join(dataFolder, 'promptory.sqlite'), now: Date.now });
  try {
    const found = await createAccountsStorage(database).findUser(usernameKey(user));
    if (found === undefined) throw new CannotStart(`There is no user named ${user} in ${dataFolder}.`);
    const storage = createLibraryStorage(database);
    const commit = createCommitMutation({
      storage,
      pokes: createPokes(),
      now: Date.now,
      newId: () => newId((words) => crypto.getRandomValues(words)),
      reportError: (error) => console.error(error),
    });
    const deleted = createRestoreDeleted({ storage, commit });
    const list = await deleted.list(found.id);
    if (!all && ids.length === 0) {
      for (const { prompt, at } of list) {
        console.log(`${prompt.id}  ${new Date(at).toISOString().slice(0, 10)}  ${prompt.title}`);
      }
      console.log(`${list.length} deleted prompts can be restored.`);
      return;
    }
    const wanted = all ? list.map(({ prompt }) => prompt.id) : ids;
    const back = await deleted.restore(found.id, wanted);
    console.log(`${back.length} of ${wanted.length} prompts restored.`);
    if (back.length < wanted.length) process.exitCode = 1;
  } finally {
    database.close();
  }
}

try {
  await restore(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
