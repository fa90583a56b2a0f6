import { z } from 'zod';

/** Who may make an account: anybody, whoever has an invitation, nobody. */
export const RegistrationMode = z.enum(['open', 'invite', 'closed']);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** The answer of `GET /api/registration`. `needsCode`: the first account is made with the code that the server printed. */
export const RegistrationState = z.object({ registration: RegistrationMode, needsCode: z.boolean() });
export type RegistrationState = z.infer<typeof RegistrationState>;

/** The body of `POST /api/invitations`. */
export const InvitationRequest = z.strictObject({ expiresInDays: z.int().min(1).max(90).default(7) });
