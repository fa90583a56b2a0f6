import { z } from 'zod';
import { Account, AccountSession } from '#shared/model/account/account.ts';
import { ApiToken, MadeApiToken } from '#shared/model/account/api-token.ts';
import { MadeReadLink, ReadLink, SecretsFound } from '#shared/model/account/read-link.ts';
import { Invitation, MadeInvitation } from '#shared/model/account/registration.ts';
import { messages, problemMessages } from '#shared/model/messages.ts';
import { Problem } from '#shared/model/problem.ts';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { userHeader } from '#shared/sync/wire.ts';
import type { AccountActions } from './account-actions.ts';
import type { Done, Failed, Loaded } from './account-answers.ts';
import type { SendAccountRequest } from './account-calls.ts';
import type { LinkActions } from './link-actions.ts';
import { webhookRequests } from './webhook-requests.ts';

type AccountRequest = Parameters<SendAccountRequest>[0];

export type AccountRequests = {
  readonly actions: AccountActions;
  /** Marks the account as deleted on the server. */
  remove(password: string): Promise<Done>;
};

/**
 * Sends the requests about the account of the open library.
 * `account`: its id on the server; null where none is open. Somebody else may be signed in by now in the same browser.
 */
export function accountRequests(
  send: SendAccountRequest,
  account: () => Promise<number | null>,
): AccountRequests {
  async function ask(request: AccountRequest): Promise<Answer> {
    const id = await account();
    return send(id === null ? request : { ...request, headers: { [userHeader]: String(id) } });
  }

  const load = async <T>(request: AccountRequest, schema: z.ZodType<T>): Promise<Loaded<T>> =>
    loaded(await ask(request), schema);

  async function act(request: AccountRequest): Promise<Done> {
    const answer = await ask(request);
    return answer !== null && answer.status < 300 ? { ok: true } : failed(answer);
  }

  return {
    actions: {
      read: () => load({ method: 'GET', path: '/api/account' }, Account),
      changePassword: (body) => act({ method: 'PUT', path: '/api/account/password', body }),
      sessions: () => load({ method: 'GET', path: '/api/sessions' }, z.array(AccountSession)),
      endSession: (id) => act({ method: 'DELETE', path: `/api/sessions/${id}` }),
      endOtherSessions: () => act({ method: 'DELETE', path: '/api/sessions' }),
      invitations: () => load({ method: 'GET', path: '/api/invitations' }, z.array(Invitation)),
      invite: (expiresInDays) =>
        load({ method: 'POST', path: '/api/invitations', body: { expiresInDays } }, MadeInvitation),
      links: {
        list: () => load({ method: 'GET', path: '/api/links' }, z.array(ReadLink)),
        make: async (body) => madeLink(await ask({ method: 'POST', path: '/api/links', body })),
        revoke: (id) => act({ method: 'DELETE', path: `/api/links/${id}` }),
      },
      webhooks: webhookRequests({ load, act }),
      withdrawInvitation: (id) => act({ method: 'DELETE', path: `/api/invitations/${id}` }),
      apiTokens: () => load({ method: 'GET', path: '/api/tokens' }, z.array(ApiToken)),
      makeApiToken: (body) => load({ method: 'POST', path: '/api/tokens', body }, MadeApiToken),
      revokeApiToken: (id) => act({ method: 'DELETE', path: `/api/tokens/${id}` }),
    },
    remove: (password) => act({ method: 'POST', path: '/api/account/deletion', body: { password } }),
  };
}

function loaded<T>(answer: Answer, schema: z.ZodType<T>): Loaded<T> {
  const read = answer !== null && answer.status < 300 ? schema.safeParse(answer.body) : undefined;
  return read?.success ? { ok: true, value: read.data } : failed(answer);
}

function madeLink(answer: Answer): Awaited<ReturnType<LinkActions['make']>> {
  const made = loaded(answer, MadeReadLink);
  const found = SecretsFound.safeParse(answer?.body);
  return made.ok || !found.success ? made : { ...made, secrets: found.data.secrets };
}

function failed(answer: Answer): Failed {
  if (answer === null) return { ok: false, message: messages.needsServer };
  const problem = Problem.safeParse(answer.body);
  if (!problem.success) return { ok: false, message: messages.answerUnreadable };
  const { code, errors, detail } = problem.data;
  const [first] = errors ?? [];
  if (first !== undefined) return { ok: false, message: first.message, field: first.path };
  return {
    ok: false,
    message: code === 'too_many_requests' ? (detail ?? problemMessages[code]) : problemMessages[code],
  };
}
