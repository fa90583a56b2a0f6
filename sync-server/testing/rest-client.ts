import { jsonRequest, registered, type TestApp } from './test-app.ts';

/** `body`: parsed, of any shape; a test says with `toMatchObject` what it expects of it. */
export type RestAnswer = { status: number; body: unknown; headers: Headers };

export type RestClient = {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  get(path: string, headers?: Record<string, string>): Promise<RestAnswer>;
  /** Sends the body as it is, by default under the type of JSON. */
  send(
    method: string,
    path: string,
    sent: { body: BodyInit; headers?: Record<string, string> },
  ): Promise<RestAnswer>;
};

/** An ordinary client with a cookie, signed up under this name. */
export async function restClient({ app }: TestApp, username = 'ada'): Promise<RestClient> {
  const Cookie = await registered(app, username);
  const answerTo = async (path: string, sent: RequestInit): Promise<RestAnswer> => {
    const answer = await app.request(path, sent);
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: answer.headers,
    };
  };
  const call: RestClient['call'] = (method, path, body, headers = {}) => {
    const sent = body === undefined ? { method, headers: {} } : jsonRequest(method, body);
    return answerTo(path, { ...sent, headers: { ...sent.headers, Cookie, ...headers } });
  };
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    send: (method, path, { body, headers = {} }) =>
      answerTo(path, { method, body, headers: { 'Content-Type': 'application/json', Cookie, ...headers } }),
  };
}
