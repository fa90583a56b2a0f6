import { type Credentials, type Registration, type User, usernameKey } from '#shared/model/account/user.ts';
import type { AccountsStorage } from '../../storage/ports/accounts-port.ts';
import type { BoundedQueue } from '../load/bounded-queue.ts';
import type { DeviceMark, KnownDevices } from './known-devices.ts';
import type { Passwords } from './passwords.ts';
import type { SecurityEventKind, SecurityEvents } from './security-events.ts';
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
  securityEvents: SecurityEvents;
  signUp: SignUp;
};

export type Caller = {
  /** Undefined for callers that came over no network: those are not throttled by address. */
  address: string | undefined;
  /** The mark that the browser keeps of an earlier sign-in. */
  device: DeviceMark | undefined;
  /** As the browser names itself; '' where it does not. */
  userAgent: string;
  requestId: string | undefined;
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
  /** Ends the session if there is one. */
  logout(token: SessionToken, caller: Caller): Promise<void>;
  findUser(username: string): Promise<User | undefined>;
  isAdmin(userId: number): Promise<boolean>;
};

const busy: TurnedAway = { kind: 'busy', retryAfterSeconds: 2 };

export function createAccounts(deps: AccountsDeps): Accounts {
  const { storage, sessions, knownDevices } = deps;

  const record = (kind: SecurityEventKind, username: string, from: Caller) =>
    deps.securityEvents.record({ kind, username, from });

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
    login: createLogin(deps, signIn),

    async register(registration, caller) {
      const outcome = await deps.signUp(registration, caller.address);
      if (outcome.kind === 'busy') return busy;
      await recordSignUp(outcome, (kind) => record(kind, registration.username, caller));
      return outcome.kind === 'added' ? signIn(outcome.user, caller) : outcome;
    },

    async logout(token, caller) {
      const user = await sessions.find(token);
      await sessions.end(token);
      if (user !== undefined) await record('session_ended', user.username, caller);
    },

    async findUser(username) {
      const user = await storage.findUser(usernameKey(username));
      return user && { id: user.id, username: user.username, displayName: user.displayName };
    },

    isAdmin: (userId) => storage.isAdmin(userId),
  };
}

function createLogin(
  deps: AccountsDeps,
  signIn: (user: User, caller: Caller) => Promise<SignedIn>,
): Accounts['login'] {
  const { storage, sessions, passwords, hashing, knownDevices } = deps;
  return async (credentials, caller) => {
    const attempted = { username: credentials.username, from: caller };
    const key = usernameKey(credentials.username.normalize('NFKC'));
    // First as it is: a name from before NFKC may have characters that it replaces.
    const user = (await storage.findUser(usernameKey(credentials.username))) ?? (await storage.findUser(key));
    const known = user && (await knownDevices.deviceOf(caller.device, user.id));
    const attempt = await deps.countSignIn({
      usernameKey: key,
      address: caller.address,
      device: user && known !== undefined ? { userId: user.id, id: known } : undefined,
    });
    if (attempt.kind === 'throttled') {
      await deps.securityEvents.record({ kind: 'sign_in_throttled', ...attempted });
      return { kind: 'too_many_requests', retryAfterSeconds: attempt.retryAfterSeconds };
    }
    const verified = await hashing.run(() => passwords.verify(user?.passwordHash, credentials.password));
    if (verified.kind === 'full') {
      await attempt.notTried();
      return busy;
    }
    if (user === undefined || !verified.outcome) {
      await deps.securityEvents.record({ kind: 'sign_in_failed', ...attempted });
      return { kind: 'wrong_credentials' };
    }
    await attempt.succeeded();
    const signedIn = await signIn(user, caller);
    // A password that was changed while this one was verified ended all sessions but this one, which was not there yet.
    const now = await storage.findUser(usernameKey(user.username));
    if (now?.id !== user.id || now.passwordHash !== user.passwordHash) {
      await sessions.end(signedIn.token);
      await deps.securityEvents.record({ kind: 'sign_in_failed', ...attempted });
      return { kind: 'wrong_credentials' };
    }
    await deps.securityEvents.record({ kind: 'sign_in_ok', username: user.username, from: caller });
    return signedIn;
  };
}

async function recordSignUp(
  outcome: SignUpOutcome,
  record: (kind: SecurityEventKind) => Promise<void>,
): Promise<void> {
  switch (outcome.kind) {
    case 'added':
      if (outcome.isInvited) await record('invitation_used');
      return record('account_created');
    case 'too_many_requests':
      return record('sign_up_throttled');
    case 'wrong_code':
    case 'invitation_ended':
    case 'registration_closed':
      return record('sign_up_refused');
    case 'busy':
    case 'username_taken':
    case 'invalid_fields':
      return;
  }
}
