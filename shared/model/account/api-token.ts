/** API tokens: by one a program uses an account, without its password and without a session. */
import { z } from 'zod';
import { Id } from '../ids.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { storableText } from '../text.ts';

/** A recognisable beginning: by it secret scanners find a token that was published. */
export const apiTokenPrefix = 'pty_';

/** 256 random bits in hexadecimal digits, after the prefix. */
export const apiTokenPattern = /^pty_[0-9a-f]{64}$/;

/** `read`: reads only. `write`: reads and changes. `run`: reads, and runs the models of the server. */
export const ApiTokenScope = z.enum(['read', 'write', 'run']);
export type ApiTokenScope = z.infer<typeof ApiTokenScope>;

/** The name says to its owner who uses it. */
const ApiTokenName = storableText
  .trim()
  .min(1, messages.apiTokenNameRequired)
  .max(limits.apiTokenNameLength, messages.apiTokenNameTooLong);

/** The body of `POST /api/tokens`. */
export const ApiTokenRequest = z.strictObject({
  name: ApiTokenName,
  scope: ApiTokenScope,
  /** The only project that it reaches; null: all of them, with what is added later. */
  projectId: Id.nullable().default(null),
  /** Null: it does not expire. */
  expiresAt: z.iso.datetime().nullable().default(null),
});
export type ApiTokenRequest = z.infer<typeof ApiTokenRequest>;

/** A token in the list of `GET /api/tokens`. The token itself is nowhere stored. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scope: ApiTokenScope,
  projectId: Id.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  /** Up to a minute before the latest use; null: it was not used yet. */
  usedAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** The answer of `POST /api/tokens`: the only one that has the token. */
export const MadeApiToken = ApiToken.extend({ token: z.string() });
export type MadeApiToken = z.infer<typeof MadeApiToken>;
