/** The one place where this app meets the network, apart from the event stream. */
import type { Exchange, ExchangeAnswer } from './exchange.ts';
import { gzipped } from './gzipped.ts';

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Null: no answer, or the 5xx of a proxy that has none itself. */
export type ApiAnswer = {
  status: number;
  retryAfter: string | null;
  body: unknown;
  /** Bytes of the request's body on the wire, and of the answer's once it was read. */
  sentBytes?: number;
  receivedBytes?: number;
  /** Somebody on the way answered: a proxy that takes no request of this size, or wants a sign-in of its own first. */
  isForeign?: true;
} | null;

export type SendRequest = (request: ApiRequest) => Promise<ApiAnswer>;

export type ApiClientDeps = {
  exchange: Exchange;
  /** An answer without this header was not written by the sync node. */
  protocolHeader: string;
};

/**
 * Sends JSON with the session's cookie. Never rejects: whatever goes wrong is `null`. A body is compressed once
 * the server has announced that it takes that (`Accept-Encoding` in an answer: RFC 7694).
 */
export function createApiClient({ exchange, protocolHeader }: ApiClientDeps): SendRequest {
  let takesGzip = false;
  return async ({ method, path, body, headers }) => {
    try {
      const json = body === undefined ? undefined : JSON.stringify(body);
      const small = json === undefined || !takesGzip ? null : await gzipped(json);
      // In memory, where a Blob would be another process's, which the request waits for.
      const sent = small ?? (json === undefined ? undefined : new TextEncoder().encode(json));
      const answer = await exchange({
        method,
        path,
        headers: {
          accept: 'application/json',
          ...(sent === undefined ? {} : jsonType),
          ...(small === null ? {} : { 'content-encoding': 'gzip' }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      });
      const sentBytes = sent?.byteLength ?? 0;
      if (answer.header(protocolHeader) === null) return foreign(answer.status, sentBytes);
      // Asked again in each answer: a server that was put back may be an older one.
      takesGzip = /\bgzip\b/.test(answer.header('Accept-Encoding') ?? '');
      return { ...parsed(answer), sentBytes, receivedBytes: answer.bytes.byteLength };
    } catch {
      // Cut off, stalled, or an answer that broke off in the middle of its JSON.
      return null;
    }
  };
}

const jsonType = { 'content-type': 'application/json' };

/** Returns the status of somebody on the way, and nothing that it says. */
function foreign(status: number, sentBytes: number): ApiAnswer {
  if (status >= 500) return null;
  return { status, retryAfter: null, body: undefined, sentBytes, isForeign: true };
}

/** Takes a foreign answer for none: for requests of which nobody shows who answered. */
export function ownAnswers(send: SendRequest): SendRequest {
  return async (request) => {
    const answer = await send(request);
    return answer?.isForeign ? null : answer;
  };
}

function parsed(answer: ExchangeAnswer): NonNullable<ApiAnswer> {
  const text = new TextDecoder().decode(answer.bytes);
  return {
    status: answer.status,
    retryAfter: answer.header('Retry-After'),
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}
