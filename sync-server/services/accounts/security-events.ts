/**
 * Records what an admin needs to know about access to accounts: who signed in, who guessed, what an admin changed.
 * 1. An event has no text, token, cookie or password. A name is recorded as a keyed hash only: people type
 *    passwords into the field for the name.
 * 2. Recording never fails: whoever signs in while the disk is full is not refused because of the log.
 */
import { createHmac } from 'node:crypto';
import { usernameKey } from '#shared/model/account/user.ts';
import type { AccountsStorage } from '../../storage/ports/accounts-port.ts';

/** Lists every kind; those that are `suspicious` are logged as warnings. */
const suspicious = {
  sign_in_ok: false,
  sign_in_failed: true,
  sign_in_throttled: true,
  sign_up_refused: true,
  sign_up_throttled: true,
  session_ended: false,
  password_changed: false,
  password_change_failed: true,
  password_reset: false,
  account_created: false,
  account_disabled: false,
  account_enabled: false,
  account_deleted: false,
  account_deletion_failed: true,
  account_erased: false,
  admin_granted: false,
  admin_revoked: false,
  invitation_created: false,
  invitation_used: false,
  invitation_removed: false,
  token_created: false,
  token_revoked: false,
  token_refused: true,
  link_created: false,
  link_revoked: false,
  webhook_created: false,
  webhook_changed: false,
  webhook_removed: false,
  backup_restored: false,
} as const;

export type SecurityEventKind = keyof typeof suspicious;

/** The request that caused an event. Left out by the command line tool and by the server's own work. */
export type EventSource = { address: string | undefined; requestId: string | undefined };

export type SecurityEvent = {
  kind: SecurityEventKind;
  /** The account, or the name that was tried. */
  username?: string | undefined;
  from?: EventSource | undefined;
};

/** An event as it is logged. */
export type SecurityLine = {
  event: SecurityEventKind;
  suspicious: boolean;
  address: string | undefined;
  /** The keyed hash of the name. */
  user: string | undefined;
  requestId: string | undefined;
};

export type SecurityEvents = { record(event: SecurityEvent): Promise<void> };

export function createSecurityEvents(deps: {
  storage: Pick<AccountsStorage, 'secret'>;
  randomBytes: (size: number) => Uint8Array;
  write: (line: SecurityLine) => void;
}): SecurityEvents {
  let stored: Uint8Array | undefined;

  async function hashOf(username: string): Promise<string | undefined> {
    try {
      stored ??= await deps.storage.secret('security-events', deps.randomBytes(32));
    } catch {
      return undefined;
    }
    const key = usernameKey(username.normalize('NFKC'));
    return createHmac('sha256', stored).update(key).digest('base64url').slice(0, 16);
  }

  return {
    async record({ kind, username, from }) {
      deps.write({
        event: kind,
        suspicious: suspicious[kind],
        address: from?.address?.slice(0, 64),
        user: username === undefined ? undefined : await hashOf(username),
        requestId: from?.requestId,
      });
    },
  };
}
