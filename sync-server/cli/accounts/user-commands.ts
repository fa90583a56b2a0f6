/** Commands about accounts. The server may be running: it sees their changes with its next request. */
import type { Command } from 'commander';
import { z } from 'zod';
import { Registration, usernameKey } from '#shared/model/account/user.ts';
import type { RandomWords } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { createArgon2Passwords } from '../../passwords/argon2-passwords.ts';
import { accountsKeptFrom } from '../../services/accounts/erase-deleted-accounts.ts';
import { addWithFreeId } from '../../services/accounts/sign-up.ts';
import type { Account } from '../../storage/ports/administration-port.ts';
import { addAction, type Commands } from '../add-command.ts';
import { allowSecrets, exportFile, runExport } from '../library/export-command.ts';
import { onAccount, onAccounts } from '../on-accounts.ts';
import { recordEvent } from '../record-event.ts';
import { type Outcome, type World, WrongArguments } from '../world.ts';
import { addInviteCommand } from './invite-command.ts';
import { readNewPassword } from './new-password.ts';
import { addSessionsCommand } from './sessions-command.ts';

const args = z.tuple([z.string().min(1, 'NAME must name an account')]);
const Name = z.object({ args });
const NewUser = z.object({
  args,
  displayName: z.string().optional(),
  admin: z.boolean().default(false),
  passwordStdin: z.boolean().default(false),
});
const Reset = z.object({ args, passwordStdin: z.boolean().default(false) });
const NamedExport = z.object({
  args,
  out: z.string().min(1, '--out must name a file'),
  allowSecrets: z.boolean().default(false),
});
const Deletion = z.object({ args, yes: z.boolean().default(false) });

const fromInput = ['--password-stdin', 'read the password from the first line of standard input'] as const;

export function addUserCommands(commands: Commands): void {
  const { world } = commands;
  const users = commands.program.command('user').description('lists, adds and changes accounts');
  const one = (name: string, description: string) =>
    users.command(name).description(description).argument('<name>', 'the name of the account');

  addAction(
    commands,
    one('add', 'adds an account; asks for its password')
      .option('--display-name <text>', 'by default the name')
      .option('--admin', 'may invite others')
      .option(...fromInput),
    NewUser,
    ({ args: [name], ...given }) => addUser(world, { displayName: undefined, ...given, name }),
  );
  addAction(commands, users.command('list').description('lists all accounts'), z.object({}), () =>
    listUsers(world),
  );
  addAction(
    commands,
    one('reset-password', 'sets another password and ends all sessions').option(...fromInput),
    Reset,
    ({ args: [name], passwordStdin }) => resetPassword(world, name, passwordStdin),
  );
  addAction(commands, one('disable', 'ends all sessions and lets nobody sign in'), Name, ({ args: [name] }) =>
    onAccount(world, name, async (account, { administration, accounts }) => {
      await administration.disable(account.id, world.now());
      await recordEvent(world, accounts, { kind: 'account_disabled', username: account.username });
      return changed(account, 'is disabled: its devices are signed out, and keep what they have.');
    }),
  );
  addAction(commands, one('enable', 'takes disable or delete back'), Name, ({ args: [name] }) =>
    enable(world, name),
  );
  addAction(
    commands,
    one('delete', `ends all sessions, and erases the account after ${limits.deletedKeptDays} days`).option(
      '--yes',
      'required',
    ),
    Deletion,
    ({ args: [name], yes }) => deleteUser(world, name, yes),
  );
  addAdminCommands(commands, one);
  addInviteCommand(commands, users.command('invite'));
  addAction(
    commands,
    one('export', 'writes a library into a file, like "export --user"')
      .requiredOption(...exportFile)
      .option(...allowSecrets),
    NamedExport,
    ({ args: [name], out, allowSecrets }) => runExport(world, { name, out, allowSecrets }),
  );
  addSessionsCommand(commands, one('sessions', 'lists the sessions of an account, or ends them'));
}

/** Adds `user promote NAME` and `user demote NAME`. */
function addAdminCommands(commands: Commands, one: (name: string, description: string) => Command): void {
  const changes = [
    { name: 'promote', isAdmin: true, description: 'makes an account an admin, who may invite others' },
    { name: 'demote', isAdmin: false, description: 'takes that back' },
  ];
  for (const { name, isAdmin, description } of changes) {
    addAction(commands, one(name, description), Name, ({ args: [username] }) =>
      onAccount(commands.world, username, async (account, { administration, accounts }) => {
        await administration.setAdmin(account.id, isAdmin);
        const kind = isAdmin ? 'admin_granted' : 'admin_revoked';
        await recordEvent(commands.world, accounts, { kind, username: account.username });
        return changed(account, isAdmin ? 'is an admin.' : 'is no admin.');
      }),
    );
  }
}

/** Adds an account under the rules of a sign-up. Throws `WrongArguments` where the name or the password breaks one. */
async function addUser(
  world: World,
  given: { name: string; displayName: string | undefined; admin: boolean; passwordStdin: boolean },
): Promise<Outcome> {
  const { name, passwordStdin: fromInput, admin: isAdmin } = given;
  const password = await readNewPassword(world, { username: name, fromInput });
  const read = Registration.safeParse({ displayName: given.displayName ?? name, username: name, password });
  if (!read.success)
    throw new WrongArguments(`${read.error.issues.map(({ message }) => message).join('; ')}.`);
  const { username, displayName } = read.data;
  const passwordHash = await createArgon2Passwords().hash(password);
  return onAccounts(world, async ({ accounts: storage }) => {
    const random: RandomWords = (words) => crypto.getRandomValues(words);
    const names = { username, usernameKey: usernameKey(username), displayName };
    const account = { ...names, passwordHash, createdAt: world.now(), isAdmin };
    const added = await addWithFreeId({ storage, random }, account, { kind: 'open' });
    if (typeof added === 'string') throw new WrongArguments(`The name ${username} is taken.`);
    await recordEvent(world, storage, { kind: 'account_created', username });
    return { lines: [`${username} can sign in.`], json: { id: added.id, username, displayName, isAdmin } };
  });
}

async function listUsers(world: World): Promise<Outcome> {
  return onAccounts(world, async ({ administration }) => {
    const accounts: Account[] = [];
    for (;;) {
      const page = await administration.accountsAfter(accounts.at(-1)?.usernameKey ?? '');
      if (page.length === 0) break;
      accounts.push(...page);
    }
    return { lines: [...accounts.map(lineOf), `${accounts.length} accounts.`], json: accounts.map(inJson) };
  });
}

function lineOf(account: Account): string {
  const { username, rows, textBytes, fileBytes, sessions } = account;
  const state = account.deletedAt !== null ? ', deleted' : account.disabledAt !== null ? ', disabled' : '';
  const role = account.isAdmin ? ', admin' : '';
  return `${username}: since ${dayOf(account.createdAt)}, ${rows} rows, ${textBytes} bytes of text, ${fileBytes} bytes of files, ${sessions} sessions${role}, last signed in ${dayOf(account.signedInAt)}${state}`;
}

function dayOf(instant: number | null): string {
  return instant === null ? 'never' : new Date(instant).toISOString().slice(0, 10);
}

function inJson({ usernameKey: _key, createdAt, signedInAt, disabledAt, deletedAt, ...rest }: Account) {
  const times = Object.entries({ createdAt, signedInAt, disabledAt, deletedAt });
  const asText = times.map(([name, at]) => [name, at === null ? null : new Date(at).toISOString()]);
  return { ...rest, ...Object.fromEntries(asText) };
}

async function resetPassword(world: World, name: string, passwordStdin: boolean): Promise<Outcome> {
  return onAccount(world, name, async (account, { administration, accounts }) => {
    const password = await readNewPassword(world, { username: account.username, fromInput: passwordStdin });
    await administration.changePassword(account.id, await createArgon2Passwords().hash(password));
    await recordEvent(world, accounts, { kind: 'password_reset', username: account.username });
    return changed(account, 'has another password, and is signed out everywhere.');
  });
}

async function enable(world: World, name: string): Promise<Outcome> {
  return onAccount(world, name, async (account, { administration, accounts }) => {
    if (account.deletedAt !== null && account.deletedAt <= accountsKeptFrom(world.now())) {
      return { ...changed(account, 'was deleted too long ago, and is being erased.'), failed: true };
    }
    await administration.enable(account.id);
    await recordEvent(world, accounts, { kind: 'account_enabled', username: account.username });
    return changed(account, 'can sign in.');
  });
}

async function deleteUser(world: World, name: string, yes: boolean): Promise<Outcome> {
  return onAccount(world, name, async (account, { administration, accounts }) => {
    const { rows, fileBytes, username } = account;
    if (!yes) {
      throw new WrongArguments(
        `${username} has ${rows} rows and ${fileBytes} bytes of files: add --yes to delete the account.`,
      );
    }
    await administration.markDeleted(account.id, world.now());
    await recordEvent(world, accounts, { kind: 'account_deleted', username });
    return changed(
      account,
      `is deleted, and is erased in ${limits.deletedKeptDays} days; until then "user enable" brings it back.`,
    );
  });
}

function changed({ id, username }: Account, sentence: string): Outcome {
  return { lines: [`${username} ${sentence}`], json: { id, username } };
}
