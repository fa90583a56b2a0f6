/**
 * Decides who may make an account.
 * 1. REGISTRATION is `open`: anybody; `invite`: whoever has an invitation; `closed`: nobody.
 * 2. The first account is the admin's. Where registration is not open, the code that the latest start printed admits it,
 *    on every node: the storage has its hash.
 * 3. The storage admits once more, in the transaction that adds the account: a code and an invitation work once.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type {
  InvitationState,
  RegistrationMode,
  RegistrationState,
} from '#shared/model/account/registration.ts';
import type { Registration } from '#shared/model/account/user.ts';
import { invitationMessages, messages } from '#shared/model/messages.ts';
import type { FieldError } from '#shared/model/problem.ts';
import type { AccountsStorage, Admission } from '../../storage/ports/accounts-port.ts';
import type { AttemptThrottle } from '../../storage/ports/throttle-port.ts';
import { addressKey } from './address-key.ts';
import type { Invitations } from './invitations.ts';

export type NotAdmitted =
  | { kind: 'registration_closed' }
  | { kind: 'too_many_requests'; retryAfterSeconds: number }
  | { kind: 'invitation_ended' | 'wrong_code'; errors: FieldError[] };

export type Admissions = {
  state(): Promise<RegistrationState>;
  /** The state of an invitation by its token. Where registration is open none is needed, and each is usable. */
  invitation(token: string): Promise<InvitationState>;
  /** Returns a new code for the first account, or undefined if none is needed. An earlier code ends. */
  drawFirstCode(): Promise<string | undefined>;
  admit(registration: Registration, address: string | undefined): Promise<Admission | NotAdmitted>;
};

/** Without letters and digits that look alike. */
const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function createAdmissions(deps: {
  mode: RegistrationMode;
  storage: Pick<AccountsStorage, 'hasUsers' | 'secret' | 'replaceSecret'>;
  invitations: Pick<Invitations, 'check'>;
  /** By address. */
  wrongCodes: AttemptThrottle;
  randomBytes: (size: number) => Uint8Array;
}): Admissions {
  const { mode, storage, wrongCodes } = deps;
  /** Of the code that this node has drawn. */
  let codeHash: Buffer | undefined;

  const needsCode = async () => codeHash !== undefined && !(await storage.hasUsers());

  async function admitFirst(code: string, address: string | undefined): Promise<Admission | NotAdmitted> {
    const from = address === undefined ? '' : addressKey(address);
    const attempt = await wrongCodes.take(from);
    if (attempt.kind === 'throttled') {
      return { kind: 'too_many_requests', retryAfterSeconds: attempt.retryAfterSeconds };
    }
    const latest = codeHash && (await storage.secret('first-code', codeHash));
    if (latest === undefined || !timingSafeEqual(hashOf(code), latest)) {
      return { kind: 'wrong_code', errors: [{ path: 'code', message: messages.wrongCode }] };
    }
    await wrongCodes.giveBack(from);
    return { kind: 'first' };
  }

  async function admitInvited(token: string): Promise<Admission | NotAdmitted> {
    const checked = await deps.invitations.check(token);
    if (typeof checked !== 'string') return { kind: 'invitation', tokenHash: checked.tokenHash };
    return { kind: 'invitation_ended', errors: [{ path: 'invite', message: invitationMessages[checked] }] };
  }

  return {
    state: async () => ({ registration: mode, needsCode: await needsCode() }),
    async invitation(token) {
      if (mode === 'open') return 'usable';
      const checked = await deps.invitations.check(token);
      return typeof checked === 'string' ? checked : 'usable';
    },
    async drawFirstCode() {
      codeHash = undefined;
      if (mode === 'open' || (await storage.hasUsers())) return undefined;
      const letters = Array.from(deps.randomBytes(12), (byte) => codeLetters[byte % 32]).join('');
      codeHash = hashOf(letters);
      await storage.replaceSecret('first-code', codeHash);
      return letters.replace(/(.{4})(?=.)/g, '$1-');
    },
    async admit({ invite, code }, address) {
      if (mode === 'open') return (await storage.hasUsers()) ? { kind: 'open' } : { kind: 'first' };
      if (mode === 'invite' && invite !== undefined) return admitInvited(invite);
      return (await needsCode()) ? admitFirst(code ?? '', address) : { kind: 'registration_closed' };
    },
  };
}

/** As a person types it: small letters, spaces and hyphens make no difference. */
function hashOf(code: string): Buffer {
  return createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest();
}
