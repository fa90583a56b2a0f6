/** Commands about what an account deleted. The server may be running. */
import { z } from 'zod';
import { PathId } from '#shared/model/ids.ts';
import { createRestoreDeleted } from '../../services/transfer/restore-deleted.ts';
import type { DeletedRow } from '../../storage/ports/library-port.ts';
import { addAction, type Commands } from '../add-command.ts';
import type { Outcome, World } from '../world.ts';
import { onLibraryOf } from './on-a-library.ts';

const Id = z.string().refine((text) => PathId.safeParse(text).success, 'IDs are numbers, as they are listed');
const User = z.string().min(1, '--user must name an account');
const RestoreArguments = z.object({
  user: User,
  all: z.boolean().default(false),
  args: z.array(Id.pipe(PathId)),
});

export function addRestoreDeletedCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('restore-deleted')
      .description('lists what an account deleted within the last 30 days, or brings it back')
      .argument('[ids...]', 'ids of the list: prompts come with all that is inside of them')
      .requiredOption('--user <name>', 'the account')
      .option('--all', 'everything that is listed'),
    RestoreArguments,
    ({ user, all, args }) => restoreDeleted(world, { user, all, ids: args }),
  );
}

async function restoreDeleted(
  world: World,
  { user, all, ids }: { user: string; all: boolean; ids: number[] },
): Promise<Outcome> {
  return onLibraryOf(world, user, async ({ userId, storage, commit }) => {
    const deleted = createRestoreDeleted({ storage, commit });
    const list = await deleted.list(userId);
    if (!all && ids.length === 0) return listed(list);
    const wanted = all ? list.map(({ stored }) => stored.id) : ids;
    const restored = await deleted.restore(userId, wanted);
    return {
      lines: [`${restored} of ${wanted.length} restored.`],
      json: { restored, of: wanted.length },
      failed: restored < wanted.length,
    };
  });
}

function listed(list: readonly DeletedRow[]): Outcome {
  const rows = list.map(({ stored, at }) => ({
    id: stored.id,
    type: stored.type,
    deletedAt: new Date(at).toISOString(),
    label: labelOf(stored),
  }));
  return {
    lines: [
      ...rows.map(({ id, deletedAt, label }) => `${id}  ${deletedAt.slice(0, 10)}  ${label}`),
      `${list.length} deleted prompts, versions, kept runs, test cases and files can be restored.`,
    ],
    json: rows,
  };
}

function labelOf(stored: DeletedRow['stored']): string {
  switch (stored.type) {
    case 'prompt':
      return `prompt ${stored.row.title}`;
    case 'version':
      return `version ${stored.row.version} of prompt ${stored.row.promptId}: ${stored.row.description}`;
    case 'keptRun':
      return `kept run of prompt ${stored.row.promptId}: ${stored.row.createdAt}`;
    case 'testCase':
      return `test case ${stored.row.name} of prompt ${stored.row.promptId}`;
    case 'resource':
      return `file ${stored.row.name}`;
  }
}
