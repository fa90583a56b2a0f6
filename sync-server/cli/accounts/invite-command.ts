import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { z } from 'zod';
import { InvitationRequest, invitationLink } from '#shared/model/account/registration.ts';
import { messages } from '#shared/model/messages.ts';
import { createInvitations } from '../../services/accounts/invitations.ts';
import { addAction, type Commands } from '../add-command.ts';
import { onAccounts } from '../on-accounts.ts';
import { ownAddress } from '../own-address.ts';
import { recordEvent } from '../record-event.ts';
import { type Outcome, settingsOf, type World, WrongArguments } from '../world.ts';

const inDays = '--days must be a whole number from 1 to 90';
const Arguments = z.object({
  args: z.tuple([], 'invite takes no names: whoever opens the link chooses one'),
  days: z
    .string()
    .regex(/^\d{1,9}$/, inDays)
    .transform(Number)
    .pipe(InvitationRequest.shape.expiresInDays.unwrap().min(1, inDays).max(90, inDays))
    .optional(),
});

/** Completes `user invite [--days N]`. */
export function addInviteCommand(commands: Commands, command: Command): void {
  addAction(
    commands,
    command
      .description('makes a link by which one person can create an account, and prints it once')
      .option('--days <n>', 'until it expires; 7 by default, 90 at most'),
    Arguments,
    ({ days }) => invite(commands.world, InvitationRequest.parse({ expiresInDays: days }).expiresInDays),
  );
}

async function invite(world: World, days: number): Promise<Outcome> {
  const settings = settingsOf(world);
  return onAccounts(world, async ({ invitations: storage, accounts }) => {
    const invitations = createInvitations({
      ...{ storage, randomBytes },
      mode: settings.registration,
      securityEvents: { record: (event) => recordEvent(world, accounts, event) },
      now: world.now,
      random: (words) => crypto.getRandomValues(words),
    });
    const made = await invitations.create(days);
    if (made === 'closed') {
      throw new WrongArguments('Registration is closed: set REGISTRATION=invite, here and for the server.');
    }
    if (made === 'full') throw new WrongArguments(messages.tooManyInvitations);
    const { id, token } = made;
    const link = invitationLink(
      `${settings.publicOrigin ?? ownAddress(settings)}${settings.basePath}`,
      token,
    );
    const expiresAt = new Date(made.expiresAt).toISOString();
    return { lines: [link], json: { id, link, expiresAt } };
  });
}
