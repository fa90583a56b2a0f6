/**
 * Asks the other tabs of this browser to store what is typed in them, before a sign-out counts.
 *
 *   store -> storing (at once, from every tab that has the library open) -> stored
 *
 * 1. Bounded: a tab that does not answer at once is not waited for, and no tab longer than `storedWithinMs`.
 *    A text that such a tab holds stays a draft of its own (`follow` in `session.ts`).
 * 2. The messages carry no text.
 */
import { z } from 'zod';
import type { Clock } from '../ui/clock.ts';

/** Carries messages between tabs; a tab does not receive its own. */
export interface TabChannel {
  post(message: unknown): void;
  /** Returns how to stop. */
  listen(listener: (message: unknown) => void): () => void;
}

/** `leaving`: a sign-out has closed the library, and takes back the lock when it is done. */
export type StoreRequest = { userId: number; leaving: boolean };

export interface OtherTabs {
  /** Resolves when every tab that answered has stored what is typed in it. */
  store(request: StoreRequest): Promise<void>;
  /** Answers the same question of other tabs. Null: this tab has nothing of that person open. */
  answer(respond: (request: StoreRequest) => Promise<void> | null): () => void;
}

const answeredWithinMs = 250;
const storedWithinMs = 3_000;

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('store'), ask: z.string(), userId: z.number(), leaving: z.boolean() }),
  z.object({ kind: z.enum(['storing', 'stored']), ask: z.string(), tab: z.string() }),
]);

export function otherTabs({
  channel,
  clock,
  newName,
}: {
  channel: TabChannel;
  clock: Clock;
  /** Draws a name that no other tab of this browser has. */
  newName(): string;
}): OtherTabs {
  const tab = newName();
  return {
    store(request) {
      const ask = newName();
      const storing = new Set<string>();
      let mayAnswer = true;
      return new Promise((resolve) => {
        const stopListening = channel.listen((raw) => {
          const message = Message.safeParse(raw).data;
          if (message === undefined || message.kind === 'store' || message.ask !== ask) return;
          if (message.kind === 'storing') storing.add(message.tab);
          else storing.delete(message.tab);
          endWhenDone();
        });
        const end = () => {
          stopListening();
          callOff();
          resolve();
        };
        const callOff = clock.after(storedWithinMs, end);
        const endWhenDone = () => {
          if (!mayAnswer && storing.size === 0) end();
        };
        clock.after(answeredWithinMs, () => {
          mayAnswer = false;
          endWhenDone();
        });
        channel.post({ kind: 'store', ask, ...request });
      });
    },
    answer(respond) {
      return channel.listen((raw) => {
        const message = Message.safeParse(raw).data;
        if (message?.kind !== 'store') return;
        const { ask, userId, leaving } = message;
        const stored = respond({ userId, leaving });
        if (stored === null) return;
        channel.post({ kind: 'storing', ask, tab });
        void stored.then(() => channel.post({ kind: 'stored', ask, tab }));
      });
    },
  };
}
