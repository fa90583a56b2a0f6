/** Stores what belongs to no library: who is signed in here, and who is signing out. */
import Dexie, { type DexieOptions, type Table } from 'dexie';
import { User } from '#shared/model/account/user.ts';
import { reopenOnLoss } from './connection-loss.ts';
import { liveResults } from './live-query.ts';
import { deviceDbName, sessionTable } from './remembered-session.ts';

/**
 * `current`: whose library opens without asking the server. `leaving`: signed out here, but the library may
 * still be on the disk, and the server may not have heard of it yet.
 */
type SessionRow = { key: 'current' | 'leaving'; user: unknown };

export class DeviceDb extends Dexie {
  declare readonly session: Table<SessionRow, SessionRow['key']>;

  /** `place`: added to the name, where several servers share an origin. */
  constructor(options: DexieOptions = {}, place = '') {
    super(deviceDbName(place), { chromeTransactionDurability: 'strict', ...options });
    reopenOnLoss(this);
    this.version(1).stores({ [sessionTable]: 'key' });
  }
}

export function rememberedUser(db: DeviceDb): Promise<User | null> {
  return readUser(db, 'current');
}

/** A new session takes the place of the one that was to be ended. */
export async function rememberUser(db: DeviceDb, user: User): Promise<void> {
  await db.transaction('rw', db.session, async () => {
    await db.session.put({ key: 'current', user });
    await db.session.delete('leaving');
  });
}

/** From here on the person is signed out on this device, whatever happens before the rest is done. */
export async function beginLeaving(db: DeviceDb, user: User): Promise<void> {
  await db.transaction('rw', db.session, async () => {
    await db.session.put({ key: 'leaving', user });
    await db.session.delete('current');
  });
}

export function leavingUser(db: DeviceDb): Promise<User | null> {
  return readUser(db, 'leaving');
}

export async function endLeaving(db: DeviceDb): Promise<void> {
  await db.session.delete('leaving');
}

/** Calls the listener whenever somebody signs in or out, in whichever tab. Returns how to stop. */
export function watchDevice(db: DeviceDb, listener: () => void): () => void {
  const subscription = liveResults(() => db.session.toArray()).subscribe(
    () => listener(),
    // Left uncaught: it is shown with all such errors.
    (error) => void Promise.reject(error),
  );
  return () => subscription.unsubscribe();
}

async function readUser(db: DeviceDb, key: SessionRow['key']): Promise<User | null> {
  const row = await db.session.get(key);
  const parsed = User.safeParse(row?.user);
  return parsed.success ? parsed.data : null;
}
