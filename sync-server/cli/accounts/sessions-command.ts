import type { Command } from 'commander';
import { z } from 'zod';
import { addAction, type Commands } from '../add-command.ts';
import { onAccount } from '../on-accounts.ts';
import { recordEvent } from '../record-event.ts';
import { type Outcome, type World, WrongArguments } from '../world.ts';

const Arguments = z.object({
  args: z.tuple([z.string().min(1, 'NAME must name an account')]),
  end: z.string().min(1, '--end must name a session').optional(),
  endAll: z.boolean().default(false),
});

/** Completes `user sessions NAME [--end ID | --end-all]`. */
export function addSessionsCommand(commands: Commands, command: Command): void {
  addAction(
    commands,
    command.option('--end <id>', 'end this one').option('--end-all', 'end all of them'),
    Arguments,
    ({ args: [name], end, endAll }) => {
      if (end !== undefined && endAll) throw new WrongArguments('Use --end or --end-all, not both.');
      return runSessions(commands.world, { name, end, endAll });
    },
  );
}

async function runSessions(
  world: World,
  { name, end, endAll }: { name: string; end: string | undefined; endAll: boolean },
): Promise<Outcome> {
  return onAccount(world, name, async ({ id: userId, username }, { administration, accounts }) => {
    const recordEnd = () => recordEvent(world, accounts, { kind: 'session_ended', username });
    if (endAll) {
      await administration.endSessionsOf(userId);
      await recordEnd();
      return { lines: [`${username} is signed out everywhere.`], json: { ended: 'all' } };
    }
    if (end !== undefined) {
      if (await administration.endSession(userId, end)) {
        await recordEnd();
        return { lines: ['Ended.'], json: { ended: end } };
      }
      return {
        lines: [],
        json: { ended: null },
        complaints: [`${username} has no session ${end}.`],
        failed: true,
      };
    }
    const sessions = await administration.sessionsOf(userId);
    const rows = sessions.map(({ id, createdAt, usedAt, expiresAt, device }) => ({
      id,
      createdAt: new Date(createdAt).toISOString(),
      usedAt: new Date(usedAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      device,
    }));
    const lines = rows.map(
      ({ id, createdAt, usedAt, device }) =>
        `${id}  since ${createdAt.slice(0, 10)}, last used ${usedAt.slice(0, 10)}  ${device}`,
    );
    return { lines: [...lines, `${rows.length} sessions.`], json: rows };
  });
}
