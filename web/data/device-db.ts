/** What the device knows besides any person's library: who was signed in here last. */
import Dexie, { type DexieOptions, type Table } from 'dexie';
import { User } from '#shared/model/user.ts';

type SessionRow = { key: 'current'; user: unknown };

export class DeviceDb extends Dexie {
  declare readonly session: Table<SessionRow, string>;

  constructor(options: DexieOptions = {}) {
    super('promptory-device', { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({ session: 'key' });
  }
}

/** Whose library opens without asking the server. */
export async function rememberedUser(db: DeviceDb): Promise<User | null> {
  const row = await db.session.get('current');
  const parsed = User.safeParse(row?.user);
  return parsed.success ? parsed.data : null;
}

export async function rememberUser(db: DeviceDb, user: User): Promise<void> {
  await db.session.put({ key: 'current', user });
}

export async function forgetUser(db: DeviceDb): Promise<void> {
  await db.session.delete('current');
}
