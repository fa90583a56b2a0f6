/** The one place where this app meets the network, apart from the event stream. */

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Null: no answer, or one that is not the sync node's (a captive portal, a proxy's error page). */
export type ApiAnswer = { status: number; retryAfter: string | null; body: unknown } | null;

export type SendRequest = (request: ApiRequest) => Promise<ApiAnswer>;

export type ApiClientDeps = {
  fetch(input: string, init: RequestInit): Promise<Response>;
  /** An answer without this header was not written by the sync node. */
  protocolHeader: string;
  timeoutMs: number;
};

/** Sends JSON with the session's cookie. Never rejects: whatever goes wrong is `null`. */
export function createApiClient({ fetch, protocolHeader, timeoutMs }: ApiClientDeps): SendRequest {
  return async ({ method, path, body, headers }) => {
    try {
      const response = await fetch(path, {
        method,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        headers: { accept: 'application/json', ...(body === undefined ? {} : jsonType), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.headers.get(protocolHeader) === null) return null;
      const text = await response.text();
      return {
        status: response.status,
        retryAfter: response.headers.get('Retry-After'),
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
    } catch {
      // Cut off, timed out, or an answer that broke off in the middle of its JSON.
      return null;
    }
  };
}

const jsonType = { 'content-type': 'application/json' };
