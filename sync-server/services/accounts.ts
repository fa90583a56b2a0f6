import type { RandomWords } from '#shared/model/ids.ts';
import { newId } from '#shared/model/ids.ts';
import type { FieldError } from '#shared/model/problem.ts';
import { type Credentials, type Registration, type User, usernameKey } from '#shared/model/user.ts';
import type { AccountsStorage, NewUser } from '../storage/accounts-port.ts';
import type { AttemptThrottle } from '../storage/throttle-port.ts';
import type { BoundedQueue } from './bounded-queue.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions, SessionToken } from './sessions.ts';

export type AccountsDeps = {
  storage: AccountsStorage;
  sessions: Sessions;
  passwords: Passwords;
  /** Bounds how many passwords are hashed at a time. */
  hashing: BoundedQueue;
  throttles: { account: AttemptThrottle; address: AttemptThrottle; registration: AttemptThrottle };
  minPasswordLength: number;
  now: () => number;
  random: RandomWords;
};

export type SignedIn = { kind: 'signed_in'; user: User; token: SessionToken };
export type TurnedAway = {
  kind: 'too_many_requests' | 'busy';
  retryAfterSeconds: number;
};
export type LoginOutcome = SignedIn | TurnedAway | { kind: 'wrong_credentials' };
export type RegisterOutcome =
  | SignedIn
  | TurnedAway
  | { kind: 'username_taken' }
  | { kind: 'invalid_fields'; errors: FieldError[] };

export type Accounts = {
  /** `address` is undefined for callers that came over no network: those are not throttled by address. */
  login(credentials: Credentials, address: string | undefined): Promise<LoginOutcome>;
  register(registration: Registration, address: string | undefined): Promise<RegisterOutcome>;
  findUser(username: string): Promise<User | undefined>;
};

const busy: TurnedAway = { kind: 'busy', retryAfterSeconds: 2 };

export function createAccounts(deps: AccountsDeps): Accounts {
  const { storage, sessions, passwords, hashing, throttles } = deps;

  async function signIn(user: User): Promise<SignedIn> {
    const { id, username, displayName } = user;
    return { kind: 'signed_in', user: { id, username, displayName }, token: await sessions.start(id) };
  }

  return {
    async login(credentials, address) {
      const key = usernameKey(credentials.username);
      const refused =
        (await takeAttempt(throttles.address, address)) ?? (await takeAttempt(throttles.account, key));
      if (refused !== undefined) return refused;

      const user = await storage.findUser(key);
      const verified = await hashing.run(() => passwords.verify(user?.passwordHash, credentials.password));
      if (verified.kind === 'full') {
        await throttles.account.giveBack(key);
        if (address !== undefined) await throttles.address.giveBack(address);
        return busy;
      }
      if (user === undefined || !verified.outcome) return { kind: 'wrong_credentials' };
      await throttles.account.forget(key);
      if (address !== undefined) await throttles.address.giveBack(address);
      return signIn(user);
    },

    async register(registration, address) {
      const tooShort = passwordTooShort(registration.password, deps.minPasswordLength);
      if (tooShort !== undefined) return { kind: 'invalid_fields', errors: [tooShort] };
      const refused = await takeAttempt(throttles.registration, address);
      if (refused !== undefined) return refused;

      const username = registration.username.trim().normalize('NFC');
      const key = usernameKey(username);
      if ((await storage.findUser(key)) !== undefined) return { kind: 'username_taken' };
      const hashed = await hashing.run(() => passwords.hash(registration.password));
      if (hashed.kind === 'full') return busy;

      const account = {
        username,
        usernameKey: key,
        displayName: registration.displayName.trim(),
        passwordHash: hashed.outcome,
        createdAt: deps.now(),
      };
      const user = await addWithFreeId(deps, account);
      return user === 'username_taken' ? { kind: 'username_taken' } : signIn(user);
    },

    async findUser(username) {
      const user = await storage.findUser(usernameKey(username));
      return user && { id: user.id, username: user.username, displayName: user.displayName };
    },
  };
}

async function addWithFreeId(
  { storage, random }: AccountsDeps,
  account: Omit<NewUser, 'id'>,
): Promise<NewUser | 'username_taken'> {
  for (;;) {
    // Drawn, not counted: a device keeps a database a user id, and servers share addresses over time.
    const user = { ...account, id: newId(random) };
    const added = await storage.addUser(user);
    if (added === 'added') return user;
    if (added === 'username_taken') return added;
  }
}

async function takeAttempt(
  throttle: AttemptThrottle,
  key: string | undefined,
): Promise<TurnedAway | undefined> {
  const taken = key === undefined ? undefined : await throttle.take(key);
  if (taken?.kind !== 'throttled') return undefined;
  return { kind: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds };
}

/** The shared schema knows the floor; a server may ask for more. */
function passwordTooShort(password: string, least: number): FieldError | undefined {
  if (password.length >= least) return undefined;
  return { path: 'password', message: `Password must be at least ${least} characters` };
}
