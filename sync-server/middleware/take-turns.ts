/**
 * Gives each request of an account its turn, once all of it is here: one with a body when `json-body.ts` has received it,
 * one without at once. Event streams and the bytes of files take none: they mostly wait for their client.
 */
import type { MiddlewareHandler } from 'hono';
import {
  type AccountWork,
  type EndTurn,
  type RequestTurn,
  requestsAtOnce,
  weightOf,
} from '../services/load/account-work.ts';
import type { RouteRow } from './route-row.ts';
import type { ServerContext } from './server-context.ts';

export function takeTurns(work: AccountWork): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const user: { id: number } | undefined = c.get('user');
    if (user === undefined) return next();
    const row = c.get('route');
    const turn = new TurnOfRequest(work, String(user.id), row);
    c.set('turn', turn);
    await turn.beginWithoutBody(row);
    try {
      await next();
    } finally {
      turn.end();
    }
  };
}

class TurnOfRequest implements RequestTurn {
  readonly #work: AccountWork;
  readonly #account: string;
  readonly #line: string;
  #held = 0;
  #end: EndTurn = () => {};

  constructor(work: AccountWork, account: string, { rate }: RouteRow) {
    this.#work = work;
    this.#account = account;
    // A search of a large library takes seconds, and nobody should wait for it to save a text.
    this.#line = rate === 'costly' ? `${account} costly` : account;
  }

  hold(bytes: number): boolean {
    const isHeld = this.#work.hold(this.#account, bytes);
    if (isHeld) this.#held += bytes;
    return isHeld;
  }

  begin(): Promise<void> {
    return this.#beginWith(weightOf(this.#held));
  }

  /** A request that may read a whole library is worked on alone. */
  async beginWithoutBody({ body, isStream, readsOneRow }: RouteRow): Promise<void> {
    if (body !== undefined || isStream === true) return;
    await this.#beginWith(readsOneRow === true ? 1 : requestsAtOnce);
  }

  another() {
    return this.#work.turn(this.#line, requestsAtOnce);
  }

  readonly end = () => {
    this.#end();
    if (this.#held > 0) this.#work.giveBack(this.#account, this.#held);
    this.#held = 0;
  };

  async #beginWith(weight: number): Promise<void> {
    this.#end = await this.#work.turn(this.#line, weight);
  }
}
