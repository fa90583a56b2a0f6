import type { RandomWords } from '#shared/model/ids.ts';
import { newId } from '#shared/model/ids.ts';
import type { FieldError } from '#shared/model/problem.ts';
import { type Credentials, type Registration, type User, usernameKey } from '#shared/model/user.ts';
import type { AccountsStorage, NewUser } from '../storage/accounts-port.ts';
import type { AttemptThrottle } from '../storage/throttle-port.ts';
import { addressKey } from './address-key.ts';
import type { BoundedQueue } from './bounded-queue.ts';
import type { DeviceMark, KnownDevices } from './known-devices.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions, SessionToken } from './sessions.ts';
import type { CountAttempt } from './sign-in-limits.ts';

export type AccountsDeps = {
  storage: AccountsStorage;
  sessions: Sessions;
  passwords: Passwords;
  /** Bounds how many passwords are hashed at a time. */
  hashing: BoundedQueue;
  knownDevices: KnownDevices;
  countSignIn: CountAttempt;
  /** By address. */
  registrations: AttemptThrottle;
  minPasswordLength: number;
  now: () => number;
  random: RandomWords;
};

export type Caller = {
  /** Undefined for callers that came over no network: those are not throttled by address. */
  address: string | undefined;
  /** The mark that the browser keeps of an earlier sign-in. */
  device: DeviceMark | undefined;
};

export type SignedIn = { kind: 'signed_in'; user: User; token: SessionToken; device: DeviceMark };
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
  login(credentials: Credentials, caller: Caller): Promise<LoginOutcome>;
  register(registration: Registration, caller: Caller): Promise<RegisterOutcome>;
  findUser(username: string): Promise<User | undefined>;
};

const busy: TurnedAway = { kind: 'busy', retryAfterSeconds: 2 };

export function createAccounts(deps: AccountsDeps): Accounts {
  const { storage, sessions, passwords, hashing, knownDevices } = deps;

  async function signIn(user: User, caller: Caller): Promise<SignedIn> {
    const { id, username, displayName } = user;
    return {
      kind: 'signed_in',
      user: { id, username, displayName },
      token: await sessions.start(id),
      device: await knownDevices.mark(id, caller.device),
    };
  }

  return {
    async login(credentials, caller) {
      const key = usernameKey(credentials.username);
      const user = await storage.findUser(key);
      const known = user && (await knownDevices.deviceOf(caller.device, user.id));
      const attempt = await deps.countSignIn({
        usernameKey: key,
        address: caller.address,
        device: user && known !== undefined ? { userId: user.id, id: known } : undefined,
      });
      if (attempt.kind === 'throttled') return turnedAway(attempt.retryAfterSeconds);

      const verified = await hashing.run(() => passwords.verify(user?.passwordHash, credentials.password));
      if (verified.kind === 'full') {
        await attempt.notTried();
        return busy;
      }
      if (user === undefined || !verified.outcome) return { kind: 'wrong_credentials' };
      await attempt.succeeded();
      return signIn(user, caller);
    },

    async register(registration, caller) {
      const tooShort = passwordTooShort(registration.password, deps.minPasswordLength);
      if (tooShort !== undefined) return { kind: 'invalid_fields', errors: [tooShort] };
      const { address } = caller;
      const taken = address === undefined ? undefined : await deps.registrations.take(addressKey(address));
      if (taken?.kind === 'throttled') return turnedAway(taken.retryAfterSeconds);

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
      return user === 'username_taken' ? { kind: 'username_taken' } : signIn(user, caller);
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

function turnedAway(retryAfterSeconds: number): TurnedAway {
  return { kind: 'too_many_requests', retryAfterSeconds };
}

/** The shared schema knows the floor; a server may ask for more. */
function passwordTooShort(password: string, least: number): FieldError | undefined {
  if (password.length >= least) return undefined;
  return { path: 'password', message: `Password must be at least ${least} characters` };
}
