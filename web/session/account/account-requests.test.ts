import { expect, test } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { problemStatus } from '#shared/model/problem.ts';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { accountRequests } from './account-requests.ts';

function scene(answer: Answer) {
  const sent: unknown[] = [];
  const requests = accountRequests(
    async (request) => {
      sent.push(request);
      return answer;
    },
    async () => 41,
  );
  return { ...requests, sent };
}

const answered = (status: number, body: unknown): Answer => ({ status, retryAfter: null, body });
const problem = (code: keyof typeof problemStatus, more: object = {}): Answer => {
  const status = problemStatus[code];
  return answered(status, { type: 'about:blank', title: code, status, code, ...more });
};

test('each request about the account names whose library is open', async () => {
  const { actions, remove, sent } = scene(answered(200, {}));
  await actions.endSession('abc');
  await actions.withdrawInvitation(7);
  await remove('engine');
  const headers = { 'X-Promptory-User': '41' };
  expect(sent).toEqual([
    { method: 'DELETE', path: '/api/sessions/abc', headers },
    { method: 'DELETE', path: '/api/invitations/7', headers },
    { method: 'POST', path: '/api/account/deletion', body: { password: 'engine' }, headers },
  ]);
});

test('an answer of the server is read by its schema, and one that is not understood is named', async () => {
  const value = { isAdmin: true, minPasswordLength: 8, registration: 'invite' };
  expect(await scene(answered(200, value)).actions.read()).toEqual({ ok: true, value });
  const unreadable = { ok: false, message: messages.answerUnreadable };
  expect(await scene(answered(200, { isAdmin: 'perhaps' })).actions.read()).toEqual(unreadable);
  expect(await scene(answered(502, 'Bad gateway')).actions.endOtherSessions()).toEqual(unreadable);
});

test.each([
  ['no answer', null, { message: messages.needsServer }],
  ['an ended session', problem('signed_out'), { message: 'You are signed out. Sign in again to go on.' }],
  [
    'a wrong field',
    problem('invalid_fields', { errors: [{ path: 'newPassword', message: 'Too common' }] }),
    { message: 'Too common', field: 'newPassword' },
  ],
  [
    'too many invitations',
    problem('too_many_requests', { detail: messages.tooManyInvitations }),
    { message: messages.tooManyInvitations },
  ],
  [
    'too many guesses',
    problem('too_many_requests'),
    { message: expect.stringContaining('Too many attempts') },
  ],
])('%s becomes a sentence for the person', async (_, answer, expected) => {
  const { actions } = scene(answer);
  const change = { currentPassword: 'a', newPassword: 'b' };
  expect(await actions.changePassword(change)).toEqual({ ok: false, ...expected });
});
