/** Opens the accounts for a command. */
import { usernameKey } from '#shared/model/account/user.ts';
import { openStorages } from '../storage/open-storages.ts';
import type { Account } from '../storage/ports/administration-port.ts';
import type { Storages } from '../storage/ports/storages.ts';
import { databaseOf, type Outcome, settingsOf, type World, WrongArguments } from './world.ts';

/** Opens the storages of the settings for the work and closes them after. Throws `CannotStart` where it cannot. */
export async function onAccounts(
  world: World,
  work: (storages: Storages) => Promise<Outcome>,
): Promise<Outcome> {
  const storages = await openStorages({ ...settingsOf(world), now: world.now });
  try {
    return await work(storages);
  } finally {
    await storages.close();
  }
}

/** Finds an account by its name as a sign-in does; also where it is disabled or deleted. */
export async function findAccount(
  { administration }: Pick<Storages, 'administration'>,
  name: string,
): Promise<Account | undefined> {
  // First as it is: a name from before NFKC may have characters that it replaces.
  const asItIs = await administration.findAccount(usernameKey(name));
  return asItIs ?? administration.findAccount(usernameKey(name.normalize('NFKC')));
}

/** The same for one account. Throws `WrongArguments` where there is none of that name. */
export async function onAccount(
  world: World,
  name: string,
  work: (account: Account, storages: Storages) => Promise<Outcome>,
): Promise<Outcome> {
  return onAccounts(world, async (storages) => {
    const account = await findAccount(storages, name);
    if (account === undefined) {
      throw new WrongArguments(`There is no user named ${name} in ${databaseOf(settingsOf(world))}.`);
    }
    return work(account, storages);
  });
}
