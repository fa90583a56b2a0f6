import { z } from 'zod';

/** Who may make an account: anybody, whoever has an invitation, nobody. */
export const RegistrationMode = z.enum(['open', 'invite', 'closed']);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** The answer of `GET /api/registration`. `needsCode`: the first account is made with the code that the server printed. */
export const RegistrationState = z.object({ registration: RegistrationMode, needsCode: z.boolean() });
export type RegistrationState = z.infer<typeof RegistrationState>;

/** Whether an invitation can be used. `unknown`: there never was one, or it was withdrawn or removed. */
export const InvitationState = z.enum(['usable', 'used', 'expired', 'unknown']);
export type InvitationState = z.infer<typeof InvitationState>;

/** The body of `POST /api/registration/invitation`, whose answer is `{state}`. */
export const InvitationQuestion = z.strictObject({ invite: z.string().max(100) });
export const InvitationAnswer = z.object({ state: InvitationState });
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

/** The body of `POST /api/invitations`. */
export const InvitationRequest = z.strictObject({ expiresInDays: z.int().min(1).max(90).default(7) });

/** An invitation in the list of `GET /api/invitations`. */
export const Invitation = z.object({
  id: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Null: nobody has used it. */
  usedAt: z.iso.datetime().nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

/** Returns the link of an invitation. Browsers send nothing behind the #, so no server or proxy logs the token. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/auth#invite=${token}`;
}

/** Returns the token in the fragment of an invitation's link, null where there is none. */
export function invitationToken(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('invite');
}

/** The answer of `POST /api/invitations`: the only one that has the link. */
export const MadeInvitation = z.object({ id: z.int(), link: z.string(), expiresAt: z.iso.datetime() });
export type MadeInvitation = z.infer<typeof MadeInvitation>;
