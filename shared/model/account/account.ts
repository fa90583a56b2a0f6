import { z } from 'zod';
import { RegistrationMode } from './registration.ts';

/** The answer of `GET /api/account`: what the person signed in may do, beside `GET /api/user`. */
export const Account = z.object({
  isAdmin: z.boolean(),
  minPasswordLength: z.int(),
  registration: RegistrationMode,
});
export type Account = z.infer<typeof Account>;

/** A session as its person sees it, in `GET /api/sessions`. `id` signs nobody in. */
export const AccountSession = z.object({
  id: z.string(),
  /** As the browser names itself. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;
