import { expect, test } from 'vitest';
import { invitationToken } from '#shared/model/account/registration.ts';
import { cookieOf, jsonRequest, type TestApp, testApp } from '../../testing/test-app.ts';

const ada = { displayName: 'Ada Lovelace', username: 'Ada', password: 'correct horse' };
const eve = { ...ada, username: 'Eve' };
const day = 24 * 60 * 60 * 1000;

const register = ({ app }: TestApp, body: object, headers: Record<string, string> = {}) =>
  app.request('/api/register', jsonRequest('POST', body, headers));

const state = async ({ app }: TestApp) => (await app.request('/api/registration')).json();

function server(registration: string, more: Parameters<typeof testApp>[0] = {}): TestApp {
  return testApp({ ...more, variables: { REGISTRATION: registration, ...more.variables } });
}

/** A server that takes accounts by invitation, with its admin signed in. */
async function withAdmin() {
  const scene = server('invite');
  const code = await scene.services.admissions.drawFirstCode();
  const Cookie = cookieOf(await register(scene, { ...ada, code }));
  const invite = async (body: object = {}) =>
    scene.app.request('/api/invitations', jsonRequest('POST', body, { Cookie }));
  const token = async (body?: object) => {
    const { link } = await (await invite(body)).json();
    return String(invitationToken(new URL(link).hash));
  };
  return { ...scene, scene, Cookie, invite, token };
}

test('an open server takes anybody without a code, and makes the first account the admin', async () => {
  using open = server('open');
  expect(await open.services.admissions.drawFirstCode()).toBeUndefined();
  expect(await state(open)).toEqual({ registration: 'open', needsCode: false });
  const answers = await Promise.all([ada, eve].map((each) => register(open, each)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const third = await register(open, { ...ada, username: 'Bob' });
  const list = (answer: Response) =>
    open.app.request('/api/invitations', { headers: { Cookie: cookieOf(answer) } });
  const lists = await Promise.all(answers.map(list));
  expect(lists.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect((await list(third)).status).toBe(403);
});

test('a server behind a proxy on its own machine takes no accounts unless its admin says so', async () => {
  using proxied = testApp({ variables: { PUBLIC_ORIGIN: 'https://prompts.example.org' } });
  expect(await state(proxied)).toEqual({ registration: 'closed', needsCode: false });
  expect((await register(proxied, ada)).status).toBe(403);
});

test.each(['closed', 'invite'])(
  'a server without accounts whose registration is %s takes the first account with the code of its start',
  async (registration) => {
    using fresh = server(registration);
    const code = await fresh.services.admissions.drawFirstCode();
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    expect(await state(fresh)).toEqual({ registration, needsCode: true });
    for (const wrong of [{}, { code: '' }, { code: 'AAAA-AAAA-AAAA' }]) {
      const answer = await register(fresh, { ...ada, ...wrong });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'wrong_code', errors: [{ path: 'code' }] });
    }
    const asTyped = ` ${code?.toLowerCase().replaceAll('-', ' ')} `;
    const made = await register(fresh, { ...ada, code: asTyped });
    expect(made.status).toBe(201);
    const headers = { Cookie: cookieOf(made) };
    expect((await fresh.app.request('/api/invitations', { headers })).status).toBe(200);
    expect(await state(fresh)).toEqual({ registration, needsCode: false });
    expect(await (await register(fresh, { ...eve, code })).json()).toMatchObject({
      code: 'registration_closed',
    });
    expect(await fresh.services.admissions.drawFirstCode()).toBeUndefined();
  },
);

test('a new start makes the code of the one before worthless', async () => {
  using fresh = server('closed');
  const before = await fresh.services.admissions.drawFirstCode();
  const code = await fresh.services.admissions.drawFirstCode();
  expect(code).not.toBe(before);
  expect((await register(fresh, { ...ada, code: before })).status).toBe(403);
  expect((await register(fresh, { ...ada, code })).status).toBe(201);
});

test('two first accounts at the same moment are one', async () => {
  using fresh = server('closed');
  const code = await fresh.services.admissions.drawFirstCode();
  const answers = await Promise.all([ada, eve].map((each) => register(fresh, { ...each, code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
});

test('after ten wrong codes an address waits, and another address does not', async () => {
  using fresh = server('closed', { variables: { TRUST_PROXY: 'on' } });
  const code = await fresh.services.admissions.drawFirstCode();
  const from = (address: string, sent: string | undefined) =>
    register(fresh, { ...ada, code: sent }, { 'X-Forwarded-For': address });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await from('192.0.2.66', `${attempt}`)).status).toBe(403);
  }
  const stopped = await from('192.0.2.66', code);
  expect([stopped.status, stopped.headers.get('Retry-After')]).toEqual([429, '300']);
  expect((await from('192.0.2.1', code)).status).toBe(201);
});

test('a closed server refuses a sign-up without telling whether the name is taken, and makes no invitation', async () => {
  using closed = server('closed');
  const code = await closed.services.admissions.drawFirstCode();
  const Cookie = cookieOf(await register(closed, { ...ada, code }));
  for (const each of [ada, eve]) {
    const answer = await register(closed, each);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'registration_closed',
      title: 'This server does not take new accounts.',
    });
  }
  const invitation = await closed.app.request('/api/invitations', jsonRequest('POST', {}, { Cookie }));
  expect(invitation.status).toBe(403);
});

test('an invitation makes one account, which is no admin', async () => {
  using admin = await withAdmin();
  expect((await register(admin.scene, eve)).status).toBe(403);
  const invite = await admin.token();
  expect(invite).toMatch(/^[\w-]{43}$/);
  const made = await register(admin.scene, { ...eve, invite });
  expect(made.status).toBe(201);
  const headers = { Cookie: cookieOf(made) };
  expect((await admin.app.request('/api/invitations', { headers })).status).toBe(403);
  const again = await register(admin.scene, { ...eve, username: 'Mallory', invite });
  expect(again.status).toBe(403);
  expect(await again.json()).toMatchObject({
    code: 'invitation_ended',
    errors: [{ path: 'invite', message: 'This invitation was already used. Ask for a new one.' }],
  });
});

test('one invitation that two people use at the same moment makes one account', async () => {
  using admin = await withAdmin();
  const invite = await admin.token();
  const answers = await Promise.all(
    ['Eve', 'Bob'].map((username) => register(admin.scene, { ...eve, username, invite })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
});

test('an invitation expires after a week or as many days as it was made for, and says so', async () => {
  using admin = await withAdmin();
  const week = await admin.token();
  const twoDays = await admin.token({ expiresInDays: 2 });
  admin.clock.at += 2 * day;
  const late = await register(admin.scene, { ...eve, invite: twoDays });
  expect(await late.json()).toMatchObject({
    errors: [{ message: 'This invitation has expired. Ask for a new one.' }],
  });
  admin.clock.at += 5 * day - 1;
  expect((await register(admin.scene, { ...eve, invite: week })).status).toBe(201);
});

test('an admin lists invitations without their tokens, and withdraws one', async () => {
  using admin = await withAdmin();
  const invite = await admin.token();
  const headers = { Cookie: admin.Cookie };
  const list = await (await admin.app.request('/api/invitations', { headers })).text();
  expect(list).not.toContain(invite);
  expect(JSON.parse(list)).toEqual([
    {
      id: expect.any(Number),
      createdAt: '2026-01-01T12:00:00.000Z',
      expiresAt: '2026-01-08T12:00:00.000Z',
      usedAt: null,
    },
  ]);
  const path = `/api/invitations/${JSON.parse(list)[0].id}`;
  expect((await admin.app.request(path, { method: 'DELETE', headers })).status).toBe(200);
  expect((await admin.app.request(path, { method: 'DELETE', headers })).status).toBe(404);
  expect(await (await register(admin.scene, { ...eve, invite })).json()).toMatchObject({
    errors: [{ message: 'This invitation does not exist or was withdrawn. Ask for a new one.' }],
  });
});

test('the state of an invitation is answered to a visitor who has its token, and to nobody else', async () => {
  using admin = await withAdmin();
  const stateOf = async (invite: string) => {
    const asked = jsonRequest('POST', { invite });
    return (await admin.app.request('/api/registration/invitation', asked)).json();
  };
  const [used, late] = [await admin.token(), await admin.token({ expiresInDays: 1 })];
  expect(await stateOf(used)).toEqual({ state: 'usable' });
  await register(admin.scene, { ...eve, invite: used });
  expect(await stateOf(used)).toEqual({ state: 'used' });
  expect(await stateOf(late)).toEqual({ state: 'usable' });
  admin.clock.at += day;
  expect(await stateOf(late)).toEqual({ state: 'expired' });
  expect(await stateOf('x'.repeat(43))).toEqual({ state: 'unknown' });
  using open = server('open');
  const asked = jsonRequest('POST', { invite: 'any' });
  const answer = await open.app.request('/api/registration/invitation', asked);
  expect(await answer.json()).toEqual({ state: 'usable' });
});

test.each([{ expiresInDays: 0 }, { expiresInDays: 91 }, { expiresInDays: 1.5 }, { for: 'Eve' }])(
  'an invitation with %o is refused',
  async (body) => {
    using admin = await withAdmin();
    expect((await admin.invite(body)).status).toBe(400);
  },
);

test('the link of an invitation leads to the public origin, and the database has only its hash', async () => {
  using admin = await withAdmin();
  const { link } = await (await admin.invite()).json();
  expect(link).toMatch(/^http:\/\/localhost\/auth#invite=[\w-]{43}$/);
  const rows = await admin.rows.sql('SELECT * FROM invitations');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(invitationToken(new URL(link).hash));
});
