/**
 * Gives each request of an account its turn, once all of it is here: one with a body when `json-body.ts` has received it,
 * one without at once. Event streams and the bytes of files take none: they mostly wait for their client.
 */
import {
  type AccountWork,
  type EndTurn,
  type RequestTurn,
  requestsAtOnce,
  weightOf,
} from '../services/load/account-work.ts';
import { endingWith, type Layer, whenThere } from './layers.ts';
import type { RouteRow } from './route-row.ts';

export function takeTurns(work: AccountWork): Layer {
  return (below) => (c) => {
    const user: { id: number } | undefined = c.get('user');
    if (user === undefined) return below(c);
    const row = c.get('route');
    const turn = new TurnOfRequest(work, String(user.id), row);
    c.set('turn', turn);
    return whenThere(turn.beginWithoutBody(row), () => endingWith(() => below(c), turn.end));
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

  begin() {
    return this.#beginWith(weightOf(this.#held));
  }

  /** A request that may read a whole library is worked on alone. */
  beginWithoutBody({ body, isStream, readsOneRow }: RouteRow): void | Promise<void> {
    if (body !== undefined || isStream === true) return;
    return this.#beginWith(readsOneRow === true ? 1 : requestsAtOnce);
  }

  another() {
    return this.#work.turn(this.#line, requestsAtOnce);
  }

  readonly end = () => {
    this.#end();
    if (this.#held > 0) this.#work.giveBack(this.#account, this.#held);
    this.#held = 0;
  };

  #beginWith(weight: number): void | Promise<void> {
    return whenThere(this.#work.turn(this.#line, weight), (end) => {
      this.#end = end;
    });
  }
}
