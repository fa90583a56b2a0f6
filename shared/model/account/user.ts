import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { storableText, utf8Bytes } from '../text.ts';

export const User = z.object({ id: z.int().positive(), username: z.string(), displayName: z.string() });
export type User = z.infer<typeof User>;

/** Two names are the same when they differ only in case or in how their accents are composed. */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFC').toLowerCase().normalize('NFC');
}

/** Control characters, bidi controls, lone surrogates, and what no eye can see: two names with them look like one. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The name of a new account. Accounts that have another one from before still sign in. */
const Username = z
  .string()
  .trim()
  .normalize('NFKC')
  .trim()
  .min(limits.usernameMinLength, messages.usernameTooShort)
  .max(limits.usernameMaxLength)
  .refine((name) => !unseen.test(name), messages.usernameUnseen);

const password = z
  .string()
  .refine((text) => utf8Bytes(text) <= limits.passwordMaxBytes, messages.passwordTooLong);

export const Credentials = z.strictObject({
  username: z.string().trim().min(1, messages.usernameRequired).max(limits.usernameMaxLength),
  password: password.min(1, messages.passwordRequired),
});
export type Credentials = z.infer<typeof Credentials>;

export const Registration = z.strictObject({
  displayName: storableText.trim().min(1, messages.displayNameRequired).max(limits.displayNameMaxLength),
  username: Username,
  password: password.min(limits.passwordMinLength, messages.passwordTooShort),
  /** The token of an invitation's link. */
  invite: z.string().max(100).optional(),
  /** The code for the first account, which the server printed. */
  code: z.string().max(100).optional(),
});
export type Registration = z.infer<typeof Registration>;

/** The body of `PUT /api/account/password`. */
export const PasswordChange = z.strictObject({
  currentPassword: password.min(1, messages.passwordRequired),
  newPassword: password.min(limits.passwordMinLength, messages.passwordTooShort),
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The body of `POST /api/account/deletion`. */
export const AccountDeletion = z.strictObject({ password: password.min(1, messages.passwordRequired) });
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** The answer of `GET /api/session`: who is signed in; null for a visitor, for whom that is no error. */
export const SessionAnswer = z.looseObject({ user: User.nullable() });
export type SessionAnswer = z.infer<typeof SessionAnswer>;
