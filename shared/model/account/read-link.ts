/** Links to read: by one anybody reads a prompt or a version as a page, without an account and without a script. */
import { z } from 'zod';
import { Id } from '../ids.ts';

/** 256 random bits in the alphabet of base64url. */
export const readLinkPattern = /^[A-Za-z0-9_-]{43}$/;

/** `origin`: with the path below which the server answers. */
export function readLinkAddress(origin: string, token: string): string {
  return `${origin}/read/${token}`;
}

/** The body of `POST /api/links`. */
export const ReadLinkRequest = z.strictObject({
  promptId: Id,
  /** The number of a version, which stays as it is; null: the current text, as it changes. */
  version: z.int().positive().nullable().default(null),
  /** Null: it does not end. */
  expiresAt: z.iso.datetime().nullable().default(null),
  /** Without it, a text with what looks like a key or password gets no link, and is not shown by one later. */
  withSecrets: z.boolean().default(false),
});
export type ReadLinkRequest = z.infer<typeof ReadLinkRequest>;

/** A link in the list of `GET /api/links`. The link itself is nowhere stored. */
export const ReadLink = z.object({
  id: Id,
  promptId: Id,
  version: z.int().nullable(),
  withSecrets: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
});
export type ReadLink = z.infer<typeof ReadLink>;

/** The answer of `POST /api/links`: the only one that has the link. */
export const MadeReadLink = ReadLink.extend({ link: z.string() });
export type MadeReadLink = z.infer<typeof MadeReadLink>;

/** A place that looks like a secret: in the title, or at a line of the text, counted from 1. `kind`: of the rule that found it. */
export const SecretInLink = z.object({ line: z.int().nullable(), kind: z.string() });
export type SecretInLink = z.infer<typeof SecretInLink>;

/** The member of the problem `secrets_found` that names them. */
export const SecretsFound = z.looseObject({ secrets: z.array(SecretInLink) });
