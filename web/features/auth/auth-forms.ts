import { z } from 'zod';
import { messages } from '#shared/model/messages.ts';
import { Credentials, Registration } from '#shared/model/user.ts';

export const SignInForm = Credentials;

const passwords = z.object({ password: z.string(), confirmPassword: z.string().min(1) });

/** The registration, and the password once more; the second one never leaves the form. */
export const SignUpForm = Registration.extend({
  confirmPassword: z.string().min(1, messages.confirmPasswordRequired),
}).refine((form) => form.confirmPassword === form.password, {
  path: ['confirmPassword'],
  message: messages.passwordsDiffer,
  // Reported also while another field is still wrong, and not one submit later.
  when: (payload) => passwords.safeParse(payload.value).success,
});
export type SignUpForm = z.infer<typeof SignUpForm>;

export function registrationOf({ displayName, username, password }: SignUpForm): Registration {
  return { displayName, username, password };
}
