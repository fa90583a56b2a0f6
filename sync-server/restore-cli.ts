/** `npm run restore -- --user NAME [--all | ID …]`: lists what was deleted, or brings it back. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { PathId } from '#shared/model/ids.ts';
import { onLibraryOf, runCommand } from './on-a-library.ts';
import { createRestoreDeleted } from './services/restore-deleted.ts';
import { CannotStart } from './storage/cannot-start.ts';
import type { DeletedRow } from './storage/library-port.ts';

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

function wordsFor(stored: DeletedRow['stored']): string {
  switch (stored.type) {
    case 'prompt':
      return `prompt ${stored.row.title}`;
    case 'version':
      return `version ${stored.row.version} of prompt ${stored.row.promptId}: ${stored.row.description}`;
    case 'resource':
      return `file ${stored.row.name}`;
  }
}

async function restore(args: string[]): Promise<void> {
  const { user, all, ids } = readArguments(args);
  await onLibraryOf(user, async ({ userId, storage, commit }) => {
    const deleted = createRestoreDeleted({ storage, commit });
    const list = await deleted.list(userId);
    if (!all && ids.length === 0) {
      for (const { stored, at } of list) {
        console.log(`${stored.id}  ${new Date(at).toISOString().slice(0, 10)}  ${wordsFor(stored)}`);
      }
      console.log(`${list.length} deleted prompts, versions and files can be restored.`);
      return;
    }
    const wanted = all ? list.map(({ stored }) => stored.id) : ids;
    const back = await deleted.restore(userId, wanted);
    console.log(`${back} of ${wanted.length} restored.`);
    if (back < wanted.length) process.exitCode = 1;
  });
}

await runCommand(restore);
