import { type User, usernameKey } from '#shared/model/account/user.ts';
import { messages } from '#shared/model/messages.ts';
import type { SignedIn } from './account/account-calls.ts';
import type { SessionState } from './session-state.ts';

export interface SignInRefusal {
  /** A sentence that says why it did not work. */
  readonly message: string;
  /** The server does not say whether it knows the account: it may have been emptied. */
  readonly mayBeGone: boolean;
}

/**
 * Signs in in place, with the library that is open; null: it worked. A server that was emptied gives the same person
 * another account; that the name is theirs is what it has just accepted.
 */
export async function signInAgain(
  state: SessionState,
  ask: (user: User) => Promise<SignedIn>,
): Promise<SignInRefusal | null> {
  if (state.kind !== 'open') return null;
  const { library, sync } = state;
  const answer = await ask(library.user);
  if (!answer.ok) {
    const message = answer.code === 'username_taken' ? messages.accountIsThere : answer.message;
    return { message, mayBeGone: answer.code === 'wrong_credentials' };
  }
  if (usernameKey(answer.user.username) !== usernameKey(library.user.username)) {
    return { message: messages.otherAccount, mayBeGone: false };
  }
  try {
    await sync.resume(answer.user.id);
    return null;
  } catch (error) {
    console.error('The account could not be noted on this device.', error);
    return { message: messages.deviceRefuses, mayBeGone: false };
  }
}
