/** Makes accounts: what a new one needs, who may have one, and that its name and id are free. */

import { type Registration, usernameKey } from '#shared/model/account/user.ts';
import { newId, type RandomWords } from '#shared/model/ids.ts';
import type { FieldError } from '#shared/model/problem.ts';
import type { AccountsStorage, Admission, NewUser } from '../../storage/ports/accounts-port.ts';
import type { AttemptThrottle } from '../../storage/ports/throttle-port.ts';
import type { BoundedQueue } from '../load/bounded-queue.ts';
import { addressKey } from './address-key.ts';
import type { Admissions, NotAdmitted } from './admissions.ts';
import type { PasswordRules } from './password-rules.ts';
import type { Passwords } from './passwords.ts';

export type SignUpDeps = {
  storage: AccountsStorage;
  passwords: Passwords;
  /** Bounds how many passwords are hashed at a time. */
  hashing: BoundedQueue;
  admissions: Pick<Admissions, 'admit'>;
  /** By address. */
  registrations: AttemptThrottle;
  passwordRules: PasswordRules;
  now: () => number;
  random: RandomWords;
};

export type SignUpOutcome =
  | { kind: 'added'; user: NewUser; isInvited: boolean }
  | { kind: 'busy' }
  | { kind: 'username_taken' }
  | { kind: 'invalid_fields'; errors: FieldError[] }
  | NotAdmitted;

export type SignUp = (registration: Registration, address: string | undefined) => Promise<SignUpOutcome>;

export function createSignUp(deps: SignUpDeps): SignUp {
  const { storage, passwords, hashing } = deps;
  return async (registration, address) => {
    const { username, password } = registration;
    const weak = await deps.passwordRules({ username, password });
    if (weak !== undefined) return { kind: 'invalid_fields', errors: [{ path: 'password', message: weak }] };
    const taken = address === undefined ? undefined : await deps.registrations.take(addressKey(address));
    if (taken?.kind === 'throttled') {
      return { kind: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds };
    }
    const admission = await deps.admissions.admit(registration, address);
    if (isRefusal(admission)) return admission;

    const key = usernameKey(username);
    if ((await storage.findUser(key)) !== undefined) return { kind: 'username_taken' };
    const hashed = await hashing.run(() => passwords.hash(password));
    if (hashed.kind === 'full') return { kind: 'busy' };

    const account = {
      username,
      usernameKey: key,
      displayName: registration.displayName.trim(),
      passwordHash: hashed.outcome,
      createdAt: deps.now(),
    };
    const added = await addAs(account, admission);
    if (added.kind !== 'not_admitted') return added;
    // Somebody else was faster: with the same invitation or code, or as the first one of an open server.
    const next = await deps.admissions.admit(registration, address);
    if (isRefusal(next)) return next;
    const second = await addAs(account, next);
    return second.kind === 'not_admitted' ? { kind: 'registration_closed' } : second;
  };

  async function addAs(
    account: Omit<NewUser, 'id' | 'isAdmin'>,
    admission: Admission,
  ): Promise<Extract<SignUpOutcome, { kind: 'added' | 'username_taken' }> | { kind: 'not_admitted' }> {
    const isAdmin = admission.kind === 'first';
    const user = await addWithFreeId(deps, { ...account, isAdmin }, admission);
    if (typeof user === 'string') return { kind: user };
    return { kind: 'added', user, isInvited: admission.kind === 'invitation' };
  }
}

/** Adds an account under an id that is free. */
export async function addWithFreeId(
  { storage, random }: Pick<SignUpDeps, 'storage' | 'random'>,
  account: Omit<NewUser, 'id'>,
  admission: Admission,
): Promise<NewUser | 'username_taken' | 'not_admitted'> {
  for (;;) {
    // Drawn, not counted: a device keeps a database a user id, and servers share addresses over time.
    const user = { ...account, id: newId(random) };
    const added = await storage.addUser(user, admission);
    if (added === 'added') return user;
    if (added !== 'id_taken') return added;
  }
}

function isRefusal(admission: Admission | NotAdmitted): admission is NotAdmitted {
  return !['open', 'first', 'invitation'].includes(admission.kind);
}
