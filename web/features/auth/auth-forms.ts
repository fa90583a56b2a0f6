import { z } from 'zod';
import { Credentials, Registration } from '#shared/model/account/user.ts';
import { messages } from '#shared/model/messages.ts';

export const SignInForm = Credentials;

const passwords = z.object({ password: z.string(), confirmPassword: z.string().min(1) });

/** The registration, and the password once more; the second one never leaves the form. */
const signUpForm = (code: z.ZodType<string>) =>
  Registration.omit({ invite: true })
    .extend({ code, confirmPassword: z.string().min(1, messages.confirmPasswordRequired) })
    .refine((form) => form.confirmPassword === form.password, {
      path: ['confirmPassword'],
      message: messages.passwordsDiffer,
      // Reported also while another field is still wrong, and not one submit later.
      when: (payload) => passwords.safeParse(payload.value).success,
    });

export const SignUpForm = signUpForm(z.string());
export type SignUpForm = z.infer<typeof SignUpForm>;

/** For the first account, which needs the code that the server printed. */
export const FirstSignUpForm = signUpForm(z.string().trim().min(1, messages.codeRequired));

export function registrationOf(
  { displayName, username, password, code }: SignUpForm,
  invite: string | null,
): Registration {
  return {
    ...{ displayName, username, password },
    ...(code === '' ? {} : { code }),
    ...(invite === null ? {} : { invite }),
  };
}
