import {
  InvitationAnswer,
  type InvitationState,
  RegistrationState,
} from '#shared/model/account/registration.ts';
import { type Credentials, type Registration, SessionAnswer, User } from '#shared/model/account/user.ts';
import { messages, problemMessages } from '#shared/model/messages.ts';
import { Problem, type ProblemCode } from '#shared/model/problem.ts';
import type { Answer } from '#shared/sync/classify-answer.ts';

export type SendAccountRequest = (request: {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}) => Promise<Answer>;

export type Known =
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'visitor' }
  /** Nobody answered who could know. */
  | { readonly kind: 'unknown' };

export async function currentUser(send: SendAccountRequest): Promise<Known> {
  const answer = await send({ method: 'GET', path: '/api/session' });
  const read = answer?.status === 200 ? SessionAnswer.safeParse(answer.body) : undefined;
  if (!read?.success) return { kind: 'unknown' };
  const { user } = read.data;
  return user === null ? { kind: 'visitor' } : { kind: 'user', user };
}

/** Returns null where the server does not answer, or in a way that this version does not understand. */
export async function registrationState(send: SendAccountRequest): Promise<RegistrationState | null> {
  const answer = await send({ method: 'GET', path: '/api/registration' });
  const state = answer?.status === 200 ? RegistrationState.safeParse(answer.body) : undefined;
  return state?.success ? state.data : null;
}

/** The same for an invitation by its token. */
export async function invitationState(
  send: SendAccountRequest,
  invite: string,
): Promise<InvitationState | null> {
  const answer = await send({ method: 'POST', path: '/api/registration/invitation', body: { invite } });
  const read = answer?.status === 200 ? InvitationAnswer.safeParse(answer.body) : undefined;
  return read?.success ? read.data.state : null;
}

export type SignedIn =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly message: string; readonly reached: boolean; readonly code?: ProblemCode };

export async function login(send: SendAccountRequest, credentials: Credentials): Promise<SignedIn> {
  return signedIn(await send({ method: 'POST', path: '/api/login', body: credentials }));
}

export async function register(send: SendAccountRequest, registration: Registration): Promise<SignedIn> {
  return signedIn(await send({ method: 'POST', path: '/api/register', body: registration }));
}

/** Returns false where the server does not know of it, and the session is alive. */
export async function logout(send: SendAccountRequest): Promise<boolean> {
  const answer = await send({ method: 'POST', path: '/api/logout' });
  return answer !== null && answer.status < 500;
}

function signedIn(answer: Answer): SignedIn {
  if (answer === null) return { ok: false, message: messages.serverUnreachable, reached: false };
  const user = User.safeParse(answer.body);
  if (answer.status < 300 && user.success) return { ok: true, user: user.data };
  const problem = Problem.safeParse(answer.body);
  if (!problem.success) return { ok: false, message: messages.answerUnreadable, reached: true };
  const { code, errors, detail } = problem.data;
  // It names the address at which the server is to be opened.
  const address = code === 'forbidden_origin' ? detail : undefined;
  return {
    ok: false,
    message: errors?.[0]?.message ?? address ?? problemMessages[code],
    reached: true,
    code,
  };
}
