/** Signing in, the account of the person signed in, and what admins do. */
import { z } from 'zod';
import { Account, AccountSession } from '#shared/model/account/account.ts';
import { ApiToken, ApiTokenRequest, MadeApiToken } from '#shared/model/account/api-token.ts';
import {
  Invitation,
  InvitationAnswer,
  InvitationQuestion,
  InvitationRequest,
  MadeInvitation,
  RegistrationState,
} from '#shared/model/account/registration.ts';
import {
  AccountDeletion,
  Credentials,
  PasswordChange,
  Registration,
  SessionAnswer,
  User,
} from '#shared/model/account/user.ts';
import { type Answer, json, type Operations } from './operation.ts';

const Done = z.object({ message: z.string() });
const signedIn: Answer = {
  ...json(User, ['Set-Cookie']),
  description: 'Signed in; the cookie is the session.',
};
const account = { tag: 'Account' } as const;
const administration = { tag: 'Administration' } as const;

export const accountOperations = {
  'GET /api/registration': {
    ...account,
    id: 'registrationState',
    summary: 'Who may make an account',
    description: 'Anybody, whoever has an invitation, or nobody.',
    answers: { 200: json(RegistrationState) },
  },
  'POST /api/registration/invitation': {
    ...account,
    id: 'invitationState',
    summary: 'Whether an invitation can be used',
    description: 'For the page of the link, before a person fills in the form.',
    bodies: [{ schema: InvitationQuestion }],
    answers: { 200: json(InvitationAnswer) },
  },
  'POST /api/register': {
    ...account,
    id: 'register',
    summary: 'Make an account and sign in',
    description: 'With the code of the first start or an invitation where the server asks for one.',
    bodies: [{ schema: Registration }],
    answers: { 201: signedIn },
    problems: ['wrong_code', 'invitation_ended', 'registration_closed', 'username_taken', 'busy'],
  },
  'POST /api/login': {
    ...account,
    id: 'login',
    summary: 'Sign in',
    description: 'Sets the cookie of the session. Wrong passwords are counted: 429 after ten.',
    bodies: [{ schema: Credentials }],
    answers: { 200: signedIn },
    problems: ['wrong_credentials', 'busy'],
  },
  'POST /api/logout': {
    ...account,
    id: 'logout',
    summary: 'Sign out',
    description: 'Ends this session alone. Without one it is done as well.',
    answers: { 200: json(Done, ['Set-Cookie']) },
  },
  'GET /api/session': {
    ...account,
    id: 'session',
    summary: 'Who is signed in, or null',
    description: 'For a page that is opened: having no session is no error here.',
    answers: { 200: json(SessionAnswer) },
  },
  'GET /api/user': {
    ...account,
    id: 'user',
    summary: 'Who is signed in',
    description: 'Without a session it is answered 401; `GET /api/session` answers null.',
    answers: { 200: json(User) },
  },
  'GET /api/account': {
    ...account,
    id: 'account',
    summary: 'What the person signed in may do',
    description: 'What the screens of the account need beside the person themselves.',
    answers: { 200: json(Account) },
  },
  'PUT /api/account/password': {
    ...account,
    id: 'changePassword',
    summary: 'Change the password',
    description: 'All other sessions end.',
    bodies: [{ schema: PasswordChange }],
    answers: { 200: json(Done) },
    problems: ['wrong_password', 'busy'],
  },
  'POST /api/account/deletion': {
    ...account,
    id: 'deleteAccount',
    summary: 'Delete the account',
    description:
      'The password confirms it. It is erased after some days, until when an admin can bring it back. The only admin of a server with other accounts is refused.',
    bodies: [{ schema: AccountDeletion }],
    answers: { 200: json(Done, ['Set-Cookie']) },
    problems: ['wrong_password', 'only_admin', 'busy'],
  },
  'GET /api/sessions': {
    ...account,
    id: 'listSessions',
    summary: 'Where the account is signed in',
    description: 'The latest first, with the device as it named itself.',
    answers: { 200: json(z.array(AccountSession)) },
  },
  'DELETE /api/sessions': {
    ...account,
    id: 'endOtherSessions',
    summary: 'End all sessions but this one',
    description: 'Their devices are signed out with their next request.',
    answers: { 200: json(Done) },
  },
  'DELETE /api/sessions/:id': {
    ...account,
    id: 'endSession',
    summary: 'End a session',
    description: 'By the id of the list, which signs nobody in.',
    answers: { 200: json(Done) },
  },

  'GET /api/tokens': {
    ...account,
    id: 'listTokens',
    summary: 'List API tokens',
    description: 'Without the tokens themselves, which are shown once.',
    answers: { 200: json(z.array(ApiToken)) },
  },
  'POST /api/tokens': {
    ...account,
    id: 'createToken',
    summary: 'Create an API token',
    description: 'Only this answer has the token itself.',
    bodies: [{ schema: ApiTokenRequest }],
    answers: { 201: { ...json(MadeApiToken), description: 'Created.' } },
  },
  'DELETE /api/tokens/:id': {
    ...account,
    id: 'revokeToken',
    summary: 'Revoke an API token',
    description: 'It is refused from then on, and its streams end.',
    answers: { 200: json(Done) },
  },

  'GET /api/invitations': {
    ...administration,
    id: 'listInvitations',
    summary: 'List invitations',
    description: 'Of all admins, used ones and expired ones as well, without their links.',
    answers: { 200: json(z.array(Invitation)) },
  },
  'POST /api/invitations': {
    ...administration,
    id: 'createInvitation',
    summary: 'Create an invitation',
    description: 'Only this answer has its link.',
    bodies: [{ schema: InvitationRequest }],
    answers: { 201: { ...json(MadeInvitation), description: 'Created.' } },
    problems: ['registration_closed'],
  },
  'DELETE /api/invitations/:id': {
    ...administration,
    id: 'deleteInvitation',
    summary: 'Remove an invitation',
    description: 'Its link is refused from then on.',
    answers: { 200: json(Done) },
  },
} as const satisfies Operations;
