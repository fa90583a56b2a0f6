import type { RandomWords } from '#shared/model/ids.ts';
import { Registration, usernameKey } from '#shared/model/user.ts';
import { createArgon2Passwords } from '../passwords/argon2-passwords.ts';
import { addWithFreeId } from '../services/accounts/sign-up.ts';
import { readNewPassword } from './new-password.ts';
import { onAccounts } from './on-accounts.ts';
import { recordEvent } from './record-event.ts';
import { type Outcome, type World, WrongArguments } from './world.ts';

/** Adds an account under the rules of a sign-up. Throws `WrongArguments` where the name or the password breaks one. */
export async function addUser(
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
