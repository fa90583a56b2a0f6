/**
 * Shares the server between accounts: how much of one account is in memory and being worked on at once.
 *
 * 1. Of one account, requests of so much weight are worked on at a time: small ones together, so that they commit
 *    together, and a large one alone. The others wait in line, and those of other accounts are answered in between.
 *    A body is received before its turn: a slow link holds up nobody.
 * 2. The bodies of one account that were received and not answered yet have a bound together; what is beyond it is refused
 *    and sent again later.
 */
import { setImmediate } from 'node:timers/promises';

export type AccountWork = {
  /** Returns false where the account has too much in memory already; `giveBack` takes it back. */
  hold(account: string, bytes: number): boolean;
  giveBack(account: string, bytes: number): void;
  /**
   * Gives the way to end the turn, which may be called more than once: at once where nobody has to be waited for.
   * `weight`: 1 unless it is given.
   */
  turn(account: string, weight?: number): EndTurn | Promise<EndTurn>;
};

export type EndTurn = () => void;

/** How many small requests of an account are worked on at a time. */
export const requestsAtOnce = 32;

/** Received bytes that weigh as much as one small request. */
const smallBytes = 4 * 1024;

/** Returns the weight of a request by what it received; one of 128 KB fills its account's turn. */
export function weightOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / smallBytes));
}

/** One request of an account: it holds what it receives, and begins when all of it is here. */
export type RequestTurn = {
  /** Returns false where the account has too much in memory already. */
  hold(bytes: number): boolean;
  begin(): void | Promise<void>;
  /** For each part of an answer that is made while it is read: gives the way to end the turn. */
  another(): EndTurn | Promise<EndTurn>;
};

type Account = { bytes: number; running: number; line: { weight: number; begin: () => void }[] };

/** `atOnce`: the weight that is worked on at a time. */
export function createAccountWork(most: { atOnce: number; bytes: number }): AccountWork {
  const accounts = new Map<string, Account>();

  function of(name: string): Account {
    const account = accounts.get(name) ?? { bytes: 0, running: 0, line: [] };
    accounts.set(name, account);
    return account;
  }

  function forgetIdle(name: string, { bytes, running }: Account): void {
    if (bytes === 0 && running === 0) accounts.delete(name);
  }

  /** In the order in which they came: a large one is not overtaken for ever. */
  function beginNext(account: Account): void {
    for (let next = account.line[0]; next !== undefined; next = account.line[0]) {
      if (account.running + next.weight > most.atOnce) return;
      account.line.shift();
      account.running += next.weight;
      next.begin();
    }
  }

  function endOf(name: string, account: Account, weight: number): EndTurn {
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      account.running -= weight;
      beginNext(account);
      forgetIdle(name, account);
    };
  }

  return {
    hold(name, bytes) {
      const account = of(name);
      // One body of the largest size always fits.
      if (account.bytes > 0 && account.bytes + bytes > most.bytes) return false;
      account.bytes += bytes;
      return true;
    },
    giveBack(name, bytes) {
      const account = of(name);
      account.bytes -= bytes;
      forgetIdle(name, account);
    },
    turn(name, asked = 1) {
      const account = of(name);
      const weight = Math.min(asked, most.atOnce);
      if (account.line.length === 0 && account.running + weight <= most.atOnce) {
        account.running += weight;
        return endOf(name, account, weight);
      }
      return inLine(account, weight).then(() => endOf(name, account, weight));
    },
  };
}

async function inLine(account: Account, weight: number): Promise<void> {
  await new Promise<void>((begin) => account.line.push({ weight, begin }));
  // Lets the requests of other accounts go first.
  await setImmediate();
}
