/**
 * Changes and deletes the account of the person who is signed in, and ends its sessions.
 * 1. Whoever changes the password or deletes the account shows the current password: an open session is not enough.
 * 2. Wrong passwords are counted by account: somebody at an unlocked screen cannot guess on.
 */
import { type User, usernameKey } from '#shared/model/account/user.ts';
import type { AccountsStorage } from '../../storage/ports/accounts-port.ts';
import type { AdministrationStorage } from '../../storage/ports/administration-port.ts';
import type { AttemptThrottle } from '../../storage/ports/throttle-port.ts';
import type { BoundedQueue } from '../load/bounded-queue.ts';
import type { PasswordRules } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { EventSource, SecurityEventKind, SecurityEvents } from './security-events.ts';
import type { ListedSession, Sessions, SessionToken } from './sessions.ts';

/** Who is signed in, by which session, and from where. */
export type AccountHolder = { user: User; token: SessionToken; from: EventSource };

export type NotConfirmed =
  | { kind: 'wrong_password' }
  | { kind: 'too_many_requests' | 'busy'; retryAfterSeconds: number };

export type OwnAccount = {
  /** Ends the other sessions of the account. */
  changePassword(
    holder: AccountHolder,
    change: { currentPassword: string; newPassword: string },
  ): Promise<{ kind: 'changed' } | { kind: 'weak_password'; reason: string } | NotConfirmed>;
  /** Marks the account as deleted, which ends its sessions; it is erased later. The only admin of others stays. */
  markDeleted(
    holder: AccountHolder,
    password: string,
  ): Promise<{ kind: 'deleted' } | { kind: 'only_admin' } | NotConfirmed>;
  /** The latest first. */
  sessions(holder: AccountHolder): Promise<ListedSession[]>;
  /** Returns false where the account has no session of this id. */
  endSession(holder: AccountHolder, id: string): Promise<boolean>;
  endOtherSessions(holder: AccountHolder): Promise<void>;
};

export type OwnAccountDeps = {
  storage: Pick<AccountsStorage, 'findUser'>;
  administration: Pick<AdministrationStorage, 'markDeletedUnlessOnlyAdmin'>;
  sessions: Sessions;
  passwords: Passwords;
  /** Bounds how many passwords are hashed at a time. */
  hashing: BoundedQueue;
  passwordRules: PasswordRules;
  /** By account. */
  wrongPasswords: AttemptThrottle;
  securityEvents: SecurityEvents;
  now: () => number;
};

const busy = { kind: 'busy', retryAfterSeconds: 2 } as const;

export function createOwnAccount(deps: OwnAccountDeps): OwnAccount {
  const { sessions, passwords, hashing } = deps;
  const confirm = createConfirm(deps);

  const record = (kind: SecurityEventKind, { user, from }: AccountHolder) =>
    deps.securityEvents.record({ kind, username: user.username, from });

  return {
    async changePassword(holder, { currentPassword, newPassword }) {
      const { user, token } = holder;
      const confirmed = await confirm(user, currentPassword);
      if (confirmed !== 'confirmed') {
        if (confirmed.kind !== 'busy') await record('password_change_failed', holder);
        return confirmed;
      }
      const reason = await deps.passwordRules({ username: user.username, password: newPassword });
      if (reason !== undefined) return { kind: 'weak_password', reason };
      const hashed = await hashing.run(() => passwords.hash(newPassword));
      if (hashed.kind === 'full') return busy;
      await sessions.changePassword({ userId: user.id, passwordHash: hashed.outcome, kept: token });
      await record('password_changed', holder);
      return { kind: 'changed' };
    },

    async markDeleted(holder, password) {
      const confirmed = await confirm(holder.user, password);
      if (confirmed !== 'confirmed') {
        if (confirmed.kind !== 'busy') await record('account_deletion_failed', holder);
        return confirmed;
      }
      if (!(await deps.administration.markDeletedUnlessOnlyAdmin(holder.user.id, deps.now()))) {
        await record('account_deletion_failed', holder);
        return { kind: 'only_admin' };
      }
      await record('account_deleted', holder);
      return { kind: 'deleted' };
    },

    sessions: ({ user, token }) => sessions.list(user.id, token),

    async endSession(holder, id) {
      const ended = await sessions.endById(holder.user.id, id);
      if (ended) await record('session_ended', holder);
      return ended;
    },

    async endOtherSessions(holder) {
      await sessions.endOthers(holder.user.id, holder.token);
      await record('session_ended', holder);
    },
  };
}

function createConfirm({
  storage,
  passwords,
  hashing,
  wrongPasswords,
}: OwnAccountDeps): (user: User, password: string) => Promise<'confirmed' | NotConfirmed> {
  return async ({ id, username }, password) => {
    const key = String(id);
    const attempt = await wrongPasswords.take(key);
    if (attempt.kind === 'throttled') {
      return { kind: 'too_many_requests', retryAfterSeconds: attempt.retryAfterSeconds };
    }
    const stored = await storage.findUser(usernameKey(username));
    const verified = await hashing.run(() => passwords.verify(stored?.passwordHash, password));
    if (verified.kind === 'full') {
      await wrongPasswords.giveBack(key);
      return busy;
    }
    if (!verified.outcome) return { kind: 'wrong_password' };
    await wrongPasswords.forget(key);
    return 'confirmed';
  };
}
