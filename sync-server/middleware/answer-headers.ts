/**
 * Node's own answer, with headers that are sent with whatever it is answered with, and with `Connection: close` where it
 * ends the connection because its request has not come in whole.
 *
 * The headers go into the one list that Node writes its head from. Setting each of them on the answer makes Node keep a table
 * and copy it; changing the headers of a Response makes the adaptor copy and sort all of them.
 */
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import { canKeepConnection } from './unread-body.ts';

export type HeaderPairs = readonly (readonly [string, string])[];

/** `lower`: the name in lower case. */
export type CommonHeaders = readonly { name: string; lower: string; value: string }[];

export function commonHeaders(pairs: HeaderPairs): CommonHeaders {
  return pairs.map(([name, value]) => ({ name, lower: name.toLowerCase(), value }));
}

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[];

export class AnswerWithCommonHeaders<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #common: CommonHeaders = [];
  #requestId: OutgoingHttpHeader[] = [];

  /** Sends these with the answer, which prefers headers of its own. */
  setCommon(headers: CommonHeaders, requestId: readonly [name: string, value: string]): void {
    this.#common = headers;
    this.#requestId = [...requestId];
  }

  override writeHead(status: number, reason?: string, headers?: Given): this;
  override writeHead(status: number, headers?: Given): this;
  override writeHead(status: number, reason?: string | Given, headers?: Given): this {
    if (!canKeepConnection(this.req)) this.shouldKeepAlive = false;
    if (typeof reason === 'string') return super.writeHead(status, reason, this.#withCommon(headers));
    return super.writeHead(status, this.#withCommon(reason));
  }

  #withCommon(given: Given = {}): Given {
    if (this.#common.length === 0 || Array.isArray(given)) return given;
    const all = [...this.#requestId];
    const own: string[] = [];
    for (const name in given) {
      const value = given[name];
      if (value === undefined) continue;
      own.push(name.toLowerCase());
      all.push(name, value);
    }
    for (const { name, lower, value } of this.#common) if (!own.includes(lower)) all.push(name, value);
    return all;
  }
}
