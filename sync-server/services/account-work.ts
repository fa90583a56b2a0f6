/**
 * Shares the server between accounts: how much of one account is in memory and being worked on at once.
 *
 * 1. Of one account so many requests are worked on at a time; the others wait in line, and those of other accounts are
 *    answered in between. A body is received before its turn: a slow link holds up nobody.
 * 2. The bodies of one account that were received and not answered yet have a bound together; what is beyond it is refused
 *    and sent again later.
 */
import { setImmediate } from 'node:timers/promises';

export type AccountWork = {
  /** Returns false where the account has too much in memory already; `giveBack` takes it back. */
  hold(account: string, bytes: number): boolean;
  giveBack(account: string, bytes: number): void;
  /** Resolves with the way to end the turn, which may be called more than once. */
  turn(account: string): Promise<() => void>;
};

/** One request of an account: it holds what it receives, and begins when all of it is here. */
export type RequestTurn = {
  /** Returns false where the account has too much in memory already. */
  hold(bytes: number): boolean;
  begin(): Promise<void>;
  /** For each part of an answer that is made while it is read: resolves with the way to end the turn. */
  another(): Promise<() => void>;
};

type Account = { bytes: number; running: number; line: (() => void)[] };

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
    async turn(name) {
      const account = of(name);
      if (account.running < most.atOnce) account.running += 1;
      else {
        await new Promise<void>((resolve) => account.line.push(resolve));
        // Lets the requests of other accounts go first.
        await setImmediate();
      }
      let isEnded = false;
      return () => {
        if (isEnded) return;
        isEnded = true;
        const next = account.line.shift();
        if (next !== undefined) return next();
        account.running -= 1;
        forgetIdle(name, account);
      };
    },
  };
}
