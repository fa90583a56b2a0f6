/** Builds what lets people in: registration, sign-in and their own accounts. */
import type { RandomWords } from '#shared/model/ids.ts';
import type { Environment } from './environment.ts';
import { isCommonPassword } from './passwords/common-passwords.ts';
import { type Accounts, createAccounts } from './services/accounts/accounts.ts';
import { type Admissions, createAdmissions } from './services/accounts/admissions.ts';
import { createInvitations, type Invitations } from './services/accounts/invitations.ts';
import { createKnownDevices } from './services/accounts/known-devices.ts';
import { createOwnAccount, type OwnAccount } from './services/accounts/own-account.ts';
import { createPasswordRules } from './services/accounts/password-rules.ts';
import type { Passwords } from './services/accounts/passwords.ts';
import type { SecurityEvents } from './services/accounts/security-events.ts';
import type { Sessions } from './services/accounts/sessions.ts';
import { createSignInLimits } from './services/accounts/sign-in-limits.ts';
import { createSignUp } from './services/accounts/sign-up.ts';
import { createBoundedQueue } from './services/load/bounded-queue.ts';
import type { Storages } from './storage/ports/storages.ts';

type AccountsOutside = {
  environment: Pick<Environment, 'registration' | 'minPasswordLength'>;
  storages: Pick<Storages, 'accounts' | 'administration' | 'invitations' | 'throttle'>;
  passwords: Passwords;
  now: () => number;
  random: RandomWords;
  randomBytes: (size: number) => Uint8Array;
};
type OwnRegistration = { invitations: Invitations; admissions: Admissions };
type OwnAccounts = { accounts: Accounts; ownAccount: OwnAccount };
type AccountsDeps = { sessions: Sessions; admissions: Admissions; securityEvents: SecurityEvents };

const minute = 60 * 1000;

/** Who may make an account. */
export function registrationOf(outside: AccountsOutside, securityEvents: SecurityEvents): OwnRegistration {
  const { environment, storages, now, random, randomBytes } = outside;
  const invitations = createInvitations({
    storage: storages.invitations,
    mode: environment.registration,
    securityEvents,
    now,
    random,
    randomBytes,
  });
  const admissions = createAdmissions({
    mode: environment.registration,
    storage: storages.accounts,
    invitations,
    wrongCodes: storages.throttle({ name: 'wrong codes', allowed: 10, windowMs: 5 * minute, now }),
    randomBytes,
  });
  return { invitations, admissions };
}

/** Accounts, and what a person does with their own. */
export function accountsOf(
  outside: AccountsOutside,
  { sessions, admissions, securityEvents }: AccountsDeps,
): OwnAccounts {
  const { environment, storages, passwords, now, random, randomBytes } = outside;
  const storage = storages.accounts;
  const hashing = createBoundedQueue({ atOnce: 2, waiting: 50 });
  const { minPasswordLength } = environment;
  const passwordRules = createPasswordRules({ minPasswordLength, isCommonPassword });
  const ownAccount = createOwnAccount({
    ...{ storage, sessions, passwords, hashing, passwordRules, securityEvents, now },
    administration: storages.administration,
    wrongPasswords: storages.throttle({ name: 'wrong passwords', allowed: 10, windowMs: 5 * minute, now }),
  });
  const accounts = createAccounts({
    storage,
    sessions,
    passwords,
    hashing,
    securityEvents,
    knownDevices: createKnownDevices({ storage, randomBytes }),
    countSignIn: createSignInLimits({
      device: storages.throttle({ name: 'sign-ins of a device', allowed: 10, windowMs: 5 * minute, now }),
      nameAndAddress: storages.throttle({
        name: 'sign-ins to a name',
        allowed: 10,
        windowMs: 5 * minute,
        now,
      }),
      address: storages.throttle({
        name: 'sign-ins from an address',
        allowed: 60,
        windowMs: 5 * minute,
        now,
      }),
    }),
    signUp: createSignUp({
      ...{ storage, passwords, hashing, admissions, passwordRules, now, random },
      registrations: storages.throttle({ name: 'registrations', allowed: 100, windowMs: 60 * minute, now }),
    }),
  });
  return { accounts, ownAccount };
}
