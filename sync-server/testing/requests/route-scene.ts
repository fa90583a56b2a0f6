/** Two accounts on one server: Ada, an admin with the sampled library, and Eve, with nothing. */
import { z } from 'zod';
import { invitationToken } from '#shared/model/account/registration.ts';
import { cookieOf, jsonRequest, testApp } from '../test-app.ts';
import {
  libraryOf,
  marker,
  type RouteName,
  requestOf,
  routeSamples,
  sampled,
  webhook,
} from './route-samples.ts';

const origin = 'http://localhost';
const account = (username: string) => ({ displayName: username, username, password: 'correct horse' });

export type RouteScene = Awaited<ReturnType<typeof routeScene>>;

export async function routeScene() {
  const server = testApp({ variables: { HOST: '0.0.0.0', REGISTRATION: 'invite' } });
  const { app, services, rows } = server;
  const post = (path: string, body: unknown, Cookie = '') =>
    app.request(path, jsonRequest('POST', body, { Cookie }));

  const code = await services.admissions.drawFirstCode();
  const madeAda = await post('/api/register', { ...account(`${marker} name`), code });
  const ada = { id: idOf(await madeAda.json()), cookie: cookieOf(madeAda) };
  await post('/api/login', { username: `${marker} name`, password: account('').password });
  const sessions = z
    .array(z.object({ id: z.string(), isCurrent: z.boolean() }))
    .parse(await (await app.request('/api/sessions', { headers: { Cookie: ada.cookie } })).json());
  const other = sessions.find(({ isCurrent }) => !isCurrent);
  await rows.sql(`UPDATE sessions SET public_id = '${sampled.session}' WHERE public_id = '${other?.id}'`);
  const link = async () => {
    const answer = await (await post('/api/invitations', {}, ada.cookie)).json();
    return z.object({ id: z.int(), link: z.string() }).parse(answer);
  };
  const invite = invitationToken(new URL((await link()).link).hash);
  const madeEve = await post('/api/register', { ...account('eve'), invite });
  const eve = { id: idOf(await madeEve.json()), cookie: cookieOf(madeEve) };
  const invitation = (await link()).id;
  const token = { name: `${marker} token`, scope: 'write', projectId: null, expiresAt: null } as const;
  await services.apiTokens.create({ user: { ...ada, username: '' } }, token);
  await rows.sql(`UPDATE api_tokens SET id = ${sampled.token}`);

  for (const { method, path, json } of libraryOf) {
    const answer = await app.request(path, jsonRequest(method, json, { Cookie: ada.cookie }));
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  }
  await post('/api/links', { promptId: sampled.prompt }, ada.cookie);
  await rows.sql(`UPDATE read_links SET id = ${sampled.link}`);
  await post('/api/webhooks', webhook, ada.cookie);
  await rows.sql(`UPDATE webhooks SET id = ${sampled.webhook}`);
  const tested = await post(`/api/webhooks/${sampled.webhook}/test`, undefined, ada.cookie);
  // Settled: what still waits is not sent again.
  await rows.sql("UPDATE webhook_deliveries SET state = 'failed'");
  if (tested.status !== 202) throw new Error(`the test of the webhook was answered ${tested.status}`);
  const put = requestOf('PUT /api/files/:sha256', { Cookie: ada.cookie });
  const stored = await app.request(`/api/files/${sampled.blob}`, put);
  if (!stored.ok) throw new Error(`the bytes were answered ${stored.status}`);

  return {
    ...server,
    ada,
    eve,
    invitation,
    /** Sends a row's sample request; a host other than ours only where it is given. */
    send(route: RouteName, path: string, headers: Record<string, string>, host = origin) {
      return app.request(`${host}${path}${routeSamples[route].query ?? ''}`, requestOf(route, headers));
    },
    /** Everything that the database has of Ada and of the server, but attempts at passwords, which are of nobody. */
    async rowsOfAda(): Promise<string> {
      const all = await Promise.all(
        [...(await rows.tables())]
          .filter(([table]) => table !== 'attempts')
          .map(async ([table, columns]) => {
            const owner = table === 'users' ? 'id' : columns.find((name) => name === 'user_id');
            const own = owner === undefined ? '' : `WHERE ${owner} = ${ada.id}`;
            const live = table === 'sessions' ? ` AND expires_at > ${server.clock.at}` : '';
            const found = await rows.sql(`SELECT * FROM "${table}" ${own}${live}`);
            // PostgreSQL reads them in any order.
            return [table, found.map((row) => JSON.stringify(row)).sort()];
          }),
      );
      return JSON.stringify(all);
    },
    [Symbol.dispose]: () => server[Symbol.dispose](),
  };
}

function idOf(answer: unknown): number {
  return z.looseObject({ id: z.int() }).parse(answer).id;
}
