/** An account on the real server, for tools of others that read its library. */
import { jsonRequest } from '../../sync-server/testing/test-app.ts';

export const username = 'ada';

export type Account = {
  /** Resolves to the body of the answer; throws where the server refuses. */
  send(method: string, path: string, sent: RequestInit | object): Promise<unknown>;
};

export async function accountOn(origin: string): Promise<Account> {
  const person = { displayName: 'Ada', username, password: 'correct horse battery' };
  const registered = await fetch(`${origin}/api/register`, jsonRequest('POST', person, { Origin: origin }));
  if (!registered.ok) throw new Error(`The registration was answered ${registered.status}.`);
  const Cookie = registered.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  return {
    async send(method, path, sent) {
      const request = 'body' in sent ? sent : jsonRequest(method, sent);
      const headers = { ...Object.fromEntries(new Headers(request.headers)), Cookie, Origin: origin };
      const answer = await fetch(`${origin}${path}`, { ...request, method, headers });
      const text = await answer.text();
      if (!answer.ok)
        throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}
