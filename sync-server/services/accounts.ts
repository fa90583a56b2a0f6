import { type Credentials, type Registration, type User, usernameKey } from '#shared/model/user.ts';
import type { AccountsStorage } from '../storage/accounts-port.ts';
import type { BoundedQueue } from './bounded-queue.ts';
import type { DeviceMark, KnownDevices } from './known-devices.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions, SessionToken } from './sessions.ts';
import type { CountAttempt } from './sign-in-limits.ts';
import type { SignUp, SignUpOutcome } from './sign-up.ts';

export type AccountsDeps = {
  storage: AccountsStorage;
  sessions: Sessions;
  passwords: Passwords;
  /** Bounds how many passwords are hashed at a time. */
  hashing: BoundedQueue;
  knownDevices: KnownDevices;
  countSignIn: CountAttempt;
  signUp: SignUp;
};

export type Caller = {
  /** Undefined for callers that came over no network: those are not throttled by address. */
  address: string | undefined;
  /** The mark that the browser keeps of an earlier sign-in. */
  device: DeviceMark | undefined;
  /** As the browser names itself; '' where it does not. */
  userAgent: string;
};

export type SignedIn = { kind: 'signed_in'; user: User; token: SessionToken; device: DeviceMark };
export type TurnedAway = {
  kind: 'too_many_requests' | 'busy';
  retryAfterSeconds: number;
};
export type LoginOutcome = SignedIn | TurnedAway | { kind: 'wrong_credentials' };
export type RegisterOutcome = SignedIn | TurnedAway | Exclude<SignUpOutcome, { kind: 'added' | 'busy' }>;

export type Accounts = {
  login(credentials: Credentials, caller: Caller): Promise<LoginOutcome>;
  register(registration: Registration, caller: Caller): Promise<RegisterOutcome>;
  findUser(username: string): Promise<User | undefined>;
  isAdmin(userId: number): Promise<boolean>;
};

const busy: TurnedAway = { kind: 'busy', retryAfterSeconds: 2 };

export function createAccounts(deps: AccountsDeps): Accounts {
  const { storage, sessions, passwords, hashing, knownDevices } = deps;

  async function signIn(user: User, caller: Caller): Promise<SignedIn> {
    const { id, username, displayName } = user;
    return {
      kind: 'signed_in',
      user: { id, username, displayName },
      token: await sessions.start(id, caller.userAgent),
      device: await knownDevices.mark(id, caller.device),
    };
  }

  return {
    async login(credentials, caller) {
      const key = usernameKey(credentials.username.normalize('NFKC'));
      // First as it is: a name from before NFKC may have characters that it replaces.
      const user =
        (await storage.findUser(usernameKey(credentials.username))) ?? (await storage.findUser(key));
      const known = user && (await knownDevices.deviceOf(caller.device, user.id));
      const attempt = await deps.countSignIn({
        usernameKey: key,
        address: caller.address,
        device: user && known !== undefined ? { userId: user.id, id: known } : undefined,
      });
      if (attempt.kind === 'throttled') {
        return { kind: 'too_many_requests', retryAfterSeconds: attempt.retryAfterSeconds };
      }
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
      const outcome = await deps.signUp(registration, caller.address);
      if (outcome.kind === 'busy') return busy;
      return outcome.kind === 'added' ? signIn(outcome.user, caller) : outcome;
    },

    async findUser(username) {
      const user = await storage.findUser(usernameKey(username));
      return user && { id: user.id, username: user.username, displayName: user.displayName };
    },

    isAdmin: (userId) => storage.isAdmin(userId),
  };
}
