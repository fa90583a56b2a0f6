import { type Credentials, usernameKey } from '#shared/model/account/user.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';

/** Returns why a new password of this user is refused, as a sentence; undefined where it is not. */
export type PasswordRules = (given: Credentials) => Promise<string | undefined>;

/** Matches the name of the product, alone or between digits and signs: the first guess of a visitor. */
const contextWord = /^[^\p{L}]*promptory[^\p{L}]*$/iu;

/** A server that asks for more than the least length also refuses what is guessed first. */
export function createPasswordRules({
  minPasswordLength,
  isCommonPassword,
}: {
  minPasswordLength: number;
  /** Whether it is among the passwords that are guessed first. */
  isCommonPassword: (password: string) => Promise<boolean>;
}): PasswordRules {
  return async ({ username, password }) => {
    if (password.length < minPasswordLength) {
      return `Password must be at least ${minPasswordLength} characters`;
    }
    if (minPasswordLength <= limits.passwordMinLength) return undefined;
    if (usernameKey(password) === usernameKey(username)) return messages.passwordIsUsername;
    const isGuessedFirst = contextWord.test(password) || (await isCommonPassword(password));
    return isGuessedFirst ? messages.passwordIsCommon : undefined;
  };
}
