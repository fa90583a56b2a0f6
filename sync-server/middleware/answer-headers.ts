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

/** `flat`: names and values by turns. `lower`: the names in lower case. */
export type CommonHeaders = { pairs: HeaderPairs; flat: readonly string[]; lower: ReadonlySet<string> };

export function commonHeaders(pairs: HeaderPairs): CommonHeaders {
  return { pairs, flat: pairs.flat(), lower: new Set(pairs.map(([name]) => name.toLowerCase())) };
}

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[];

export class AnswerWithCommonHeaders<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #common: CommonHeaders | undefined;
  #requestId: readonly [name: string, value: string] | undefined;

  /** Sends these with the answer, which prefers headers of its own. */
  setCommon(headers: CommonHeaders, requestId: readonly [name: string, value: string]): void {
    this.#common = headers;
    this.#requestId = requestId;
  }

  override writeHead(status: number, reason?: string, headers?: Given): this;
  override writeHead(status: number, headers?: Given): this;
  override writeHead(status: number, reason?: string | Given, headers?: Given): this {
    if (!canKeepConnection(this.req)) this.shouldKeepAlive = false;
    if (typeof reason === 'string') return super.writeHead(status, reason, this.#withCommon(headers));
    return super.writeHead(status, this.#withCommon(reason));
  }

  #withCommon(given: Given = {}): Given {
    const common = this.#common;
    if (common === undefined || Array.isArray(given)) return given;
    const all: OutgoingHttpHeader[] = [];
    if (this.#requestId !== undefined) all.push(...this.#requestId);
    let own: string[] | undefined;
    for (const name in given) {
      const value = given[name];
      if (value === undefined) continue;
      const lower = name.toLowerCase();
      if (common.lower.has(lower)) {
        own ??= [];
        own.push(lower);
      }
      all.push(name, value);
    }
    if (own === undefined) return all.concat(common.flat);
    for (const [name, value] of common.pairs) {
      if (!own.includes(name.toLowerCase())) all.push(name, value);
    }
    return all;
  }
}
