/** Tests the commands about accounts beside a server that runs on the same folder. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { invitationToken } from '#shared/model/account/registration.ts';
import { limits } from '#shared/model/limits.ts';
import { createArgon2Passwords } from '../../passwords/argon2-passwords.ts';
import { runPromptory, spawnPromptory } from '../../testing/run-promptory.ts';
import { cookieOf, jsonRequest, registered, type TestApp, testApp } from '../../testing/test-app.ts';
import { multipart } from '../../testing/upload-requests.ts';
import { askSecret } from '../ask-secret.ts';

const day = 24 * 60 * 60 * 1000;

/** A server with real passwords; `run` is a command in this process, `spawned` one in its own. */
function scene() {
  const app = testApp({ outside: { passwords: createArgon2Passwords() } });
  const variables = { DATA_DIR: app.dataFolder };
  const now = () => app.clock.at;
  return {
    app,
    run: (...args: string[]) => runPromptory(variables, ['user', ...args, '--json'], { now }),
    spawned: (args: string[], input?: string) =>
      spawnPromptory(variables, ['user', ...args], input === undefined ? {} : { input }),
    signIn: (username: string, password = 'correct horse', headers: Record<string, string> = {}) =>
      app.app.request('/api/login', jsonRequest('POST', { username, password }, headers)),
    async status(cookie: string) {
      return (await app.app.request('/api/user', { headers: { cookie } })).status;
    },
    [Symbol.dispose]: () => app[Symbol.dispose](),
  };
}

async function bodyOf(answer: Response) {
  return { status: answer.status, body: await answer.json() };
}

test('an added account can sign in at once, and its name is taken', async () => {
  using here = scene();
  const added = await here.spawned(
    ['add', 'Grace', '--display-name', 'Grace H', '--password-stdin'],
    'a real secret\n',
  );
  expect(added).toEqual({ code: 0, out: 'Grace can sign in.\n', err: '' });
  const answer = await here.signIn('grace', 'a real secret');
  expect(await bodyOf(answer)).toMatchObject({
    status: 200,
    body: { username: 'Grace', displayName: 'Grace H' },
  });
  const twice = await here.spawned(['add', 'GRACE', '--password-stdin'], 'a real secret');
  expect(twice).toEqual({ code: 2, out: '', err: 'The name GRACE is taken.\n' });
});

test.each([
  ['a short password', 'add', 'abc', 'The password must have at least 6 characters.'],
  ['a short name', 'ad', 'long enough', 'at least 3'],
])('an account with %s is refused in a sentence', async (_, name, input, sentence) => {
  using here = scene();
  const variables = { DATA_DIR: here.app.dataFolder };
  const args = ['user', 'add', name, '--password-stdin'];
  const ended = await runPromptory(variables, args, { readInput: async () => input });
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain(sentence);
});

test.each([
  ['add', 'Grace Hopper', 'grace hopper', 'Password must not be the username.'],
  ['add', 'grace', 'password1', 'This password is among the most common ones.'],
  ['add', 'gr\u202eace', 'a real secret', 'Username has a character that cannot be seen.'],
  ['reset-password', 'ada', 'password1', 'This password is among the most common ones.'],
])('user %s %j follows the rules of a sign-up: %j is refused', async (command, name, input, sentence) => {
  using here = scene();
  await registered(here.app.app, 'ada');
  const variables = { DATA_DIR: here.app.dataFolder, MIN_PASSWORD_LENGTH: '8' };
  const args = ['user', command, name, '--password-stdin'];
  const ended = await runPromptory(variables, args, { readInput: async () => input });
  expect(ended).toEqual({ code: 2, out: '', err: `${sentence}\n` });
  expect((await here.signIn('ada')).status).toBe(200);
});

test('a name is normalized as at a sign-up, and found as it was typed', async () => {
  using here = scene();
  const variables = { DATA_DIR: here.app.dataFolder };
  const readInput = async () => 'a real secret';
  const added = await runPromptory(variables, ['user', 'add', '\uff27race', '--password-stdin'], {
    readInput,
  });
  expect(added).toMatchObject({ code: 0, out: 'Grace can sign in.\n' });
  expect(await here.run('disable', '\uff27race')).toMatchObject({ code: 0, err: '' });
});

test('an invitation is printed once as a link, and makes one account until it expires', async () => {
  using invited = testApp({ variables: { REGISTRATION: 'invite' } });
  const variables = { DATA_DIR: invited.dataFolder, REGISTRATION: 'invite' };
  const run = (args: string[], more: Record<string, string> = {}) =>
    runPromptory({ ...variables, ...more }, ['user', 'invite', ...args], { now: () => invited.clock.at });
  const spawned = await spawnPromptory({ ...variables, PORT: '9400' }, ['user', 'invite', '--json']);
  expect(spawned).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(spawned.out).link).toMatch(/^http:\/\/127\.0\.0\.1:9400\/auth#invite=[\w-]{43}$/);

  const { out } = await run(['--days', '2'], { PUBLIC_ORIGIN: 'https://prompts.example.org' });
  expect(out).toMatch(/^https:\/\/prompts\.example\.org\/auth#invite=[\w-]{43}\n$/);
  const invite = invitationToken(new URL(out.trim()).hash);
  const register = (username: string) => {
    const registration = { displayName: username, username, password: 'correct horse', invite };
    return invited.app.request('/api/register', jsonRequest('POST', registration));
  };
  invited.clock.at += 2 * day - 1;
  expect([(await register('Eve')).status, (await register('Bob')).status]).toEqual([201, 403]);

  for (const wrong of ['0', '91', '1.5']) {
    const refused = await run(['--days', wrong]);
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('from 1 to 90') });
  }
  const closed = await run([], { REGISTRATION: 'closed' });
  expect(closed).toMatchObject({ code: 2, out: '', err: expect.stringContaining('REGISTRATION=invite') });
});

test('an account is made an admin and no admin any more, and the list tells who is one', async () => {
  using here = scene();
  await registered(here.app.app, 'ada');
  const cookie = await registered(here.app.app, 'eve');
  const invitations = async () =>
    (await here.app.app.request('/api/invitations', { headers: { cookie } })).status;
  expect(await invitations()).toBe(403);
  const promoted = await here.spawned(['promote', 'eve']);
  expect(promoted).toEqual({ code: 0, out: 'eve is an admin.\n', err: '' });
  expect(await invitations()).toBe(200);
  expect(await here.run('demote', 'ada')).toMatchObject({ code: 0 });
  expect(JSON.parse((await here.run('list')).out)).toMatchObject([
    { username: 'ada', isAdmin: false },
    { username: 'eve', isAdmin: true },
  ]);
  const variables = { DATA_DIR: here.app.dataFolder };
  const shown = await runPromptory(variables, ['user', 'list']);
  expect(shown.out).toMatch(/^eve: .*, admin, last signed in /m);
});

test('a password is asked for twice on a terminal, and without a terminal the option is named', async () => {
  using here = scene();
  const variables = { DATA_DIR: here.app.dataFolder };
  const answers = ['a real secret', 'another one'];
  const askSecret = async () => answers.shift() ?? '';
  const differ = await runPromptory(variables, ['user', 'add', 'grace'], { askSecret });
  expect(differ).toMatchObject({ code: 2, err: 'The two passwords differ.\n' });
  const nobody = await here.spawned(['add', 'grace']);
  expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('use --password-stdin') });
});

test('a secret that is typed on a terminal is not shown', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked = askSecret('New password: ', { input, output });
  input.write('hidden\r');
  expect(await asked).toBe('hidden');
  expect(output.read().toString()).toBe('New password: \n');
});

test('accounts are listed with what they hold, and control characters of a name do not reach the terminal', async () => {
  using here = scene();
  await registered(here.app.app, 'ada');
  const hostile = { username: 'eve\u001b[2J', usernameKey: 'eve', displayName: 'Eve' };
  const stored = { id: 7, passwordHash: 'x', createdAt: here.app.clock.at };
  await here.app.outside.storages.accounts.addUser({ ...hostile, ...stored });
  const listed = JSON.parse((await here.run('list')).out);
  expect(listed).toMatchObject([
    {
      username: 'ada',
      createdAt: '2026-01-01T12:00:00.000Z',
      rows: 0,
      fileBytes: 0,
      sessions: 1,
      deletedAt: null,
    },
    { username: 'eve\u001b[2J' },
  ]);
  const shown = await here.spawned(['list']);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(
    /^ada: since 2026-01-01, 0 rows, \d+ bytes of text, .* last signed in 2026-01-01$/m,
  );
  expect(shown.out).not.toContain('\u001b');
});

test('another password ends all sessions, and the old one signs nobody in', async () => {
  using here = scene();
  const cookie = await registered(here.app.app, 'ada');
  const reset = await here.spawned(['reset-password', 'ada', '--password-stdin'], 'a new secret\r\n');
  expect(reset).toEqual({
    code: 0,
    out: 'ada has another password, and is signed out everywhere.\n',
    err: '',
  });
  expect(await here.status(cookie)).toBe(401);
  expect((await here.signIn('ada')).status).toBe(401);
  expect((await here.signIn('ada', 'a new secret')).status).toBe(200);
});

test('a disabled account is signed out at once and refused like a wrong password, until it is enabled', async () => {
  using here = scene();
  const cookie = await registered(here.app.app, 'ada');
  const events = await here.app.app.request('/api/sync/events', { headers: { cookie } });
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(': listening\n\n');
  expect(await here.spawned(['disable', 'ada'])).toMatchObject({ code: 0, err: '' });
  expect(await here.status(cookie)).toBe(401);
  // The periodic check of an open stream.
  await here.app.beat();
  expect((await reader?.read())?.value).toBe(': still here\n\n');
  expect((await reader?.read())?.done).toBe(true);
  const wrong = await bodyOf(await here.signIn('ada', 'wrong'));
  expect(wrong.status).toBe(401);
  expect(await bodyOf(await here.signIn('ada'))).toEqual(wrong);
  expect(await here.spawned(['enable', 'ada'])).toEqual({ code: 0, out: 'ada can sign in.\n', err: '' });
  expect(await here.status(cookie)).toBe(401);
  expect((await here.signIn('ada')).status).toBe(200);
});

/** The names of all files under the folder of blobs. */
function filesOf({ dataFolder }: TestApp): string[] {
  const all = readdirSync(join(dataFolder, 'files'), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('a deleted account comes back within 30 days; after them it is erased with its files, and others stay', async () => {
  using here = scene();
  const { app } = here.app;
  for (const name of ['ada', 'eve']) {
    const cookie = await registered(app, name);
    const project = { id: 5, name: 'P', color: 'red' };
    await app.request('/api/projects', jsonRequest('POST', project, { cookie }));
    const form = multipart({ bytes: `# Of ${name}`, fields: { description: 'd' } });
    const headers = { ...form.headers, cookie };
    const path = '/api/projects/5/resources';
    expect((await app.request(path, { method: 'POST', body: form.body, headers })).status).toBe(201);
  }
  expect(await here.run('delete', 'ada')).toMatchObject({
    code: 2,
    err: expect.stringContaining('add --yes'),
  });
  expect(await here.spawned(['delete', 'ada', '--yes'])).toMatchObject({ code: 0, err: '' });
  expect((await here.signIn('ada')).status).toBe(401);
  const taken = { displayName: 'Other', username: 'ada', password: 'correct horse' };
  expect((await app.request('/api/register', jsonRequest('POST', taken))).status).toBe(409);
  expect(await here.run('enable', 'ada')).toMatchObject({ code: 0 });
  expect((await here.signIn('ada')).status).toBe(200);

  expect(await here.run('delete', 'ada', '--yes')).toMatchObject({ code: 0 });
  await here.app.services.eraseOldDeletions();
  expect(filesOf(here.app)).toHaveLength(2);
  here.app.clock.at += limits.deletedKeptDays * day + 1;
  expect(await here.run('enable', 'ada')).toMatchObject({ code: 1 });
  await here.app.services.eraseOldDeletions();
  expect(filesOf(here.app)).toHaveLength(1);
  expect(JSON.parse((await here.run('list')).out)).toMatchObject([{ username: 'eve' }]);
});

test('sessions are listed by public ids that sign nobody in, and end one by one or together', async () => {
  using here = scene();
  const first = await registered(here.app.app, 'ada');
  here.app.clock.at += day;
  const userAgent = `Firefox/150 ${'x'.repeat(300)}`;
  const second = cookieOf(await here.signIn('ada', 'correct horse', { 'User-Agent': userAgent }));
  const sessions = JSON.parse((await here.run('sessions', 'ada')).out);
  expect(sessions).toMatchObject([
    {
      createdAt: '2026-01-02T12:00:00.000Z',
      usedAt: '2026-01-02T12:00:00.000Z',
      device: userAgent.slice(0, 200),
    },
    { createdAt: '2026-01-01T12:00:00.000Z' },
  ]);
  const [{ id }] = sessions;
  expect(await here.status(`promptory_session=${id}`)).toBe(401);
  expect(await here.run('sessions', 'ada', '--end', 'unknown')).toMatchObject({ code: 1 });
  expect(await here.spawned(['sessions', 'ada', '--end', id])).toEqual({ code: 0, out: 'Ended.\n', err: '' });
  expect([await here.status(first), await here.status(second)]).toEqual([200, 401]);
  expect(await here.run('sessions', 'ada', '--end-all')).toMatchObject({ code: 0 });
  expect(await here.status(first)).toBe(401);
  expect(await here.run('sessions', 'ada', '--end', id, '--end-all')).toMatchObject({ code: 2 });
});

test.each(['reset-password', 'disable', 'enable', 'delete', 'sessions', 'promote', 'demote'])(
  'the command user %s names an account that is not there',
  async (command) => {
    using here = scene();
    const ended = await here.run(command, 'nobody');
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('There is no user named nobody') });
  },
);

test('with LOG_FILE commands about accounts are recorded as security events of the same hashed name', async () => {
  using here = scene();
  const LOG_FILE = join(here.app.dataFolder, 'promptory.log');
  const variables = { DATA_DIR: here.app.dataFolder, LOG_FILE };
  await registered(here.app.app, 'ada');
  for (const command of [
    ['reset-password', 'ada', '--password-stdin'],
    ['sessions', 'ada', '--end-all'],
    ['disable', 'ada'],
    ['enable', 'ada'],
    ['delete', 'ada', '--yes'],
  ]) {
    const readInput = async () => 'a new secret';
    expect(await runPromptory(variables, ['user', ...command], { readInput })).toMatchObject({
      code: 0,
      err: '',
    });
  }
  const [created] = here.app.lines.map((line) => JSON.parse(line));
  expect(statSync(LOG_FILE).mode & 0o777).toBe(0o600);
  const written = readFileSync(LOG_FILE, 'utf8').trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line))).toMatchObject(
    ['password_reset', 'session_ended', 'account_disabled', 'account_enabled', 'account_deleted'].map(
      (event) => ({
        event,
        level: 'info',
        user: created.user,
      }),
    ),
  );
});
