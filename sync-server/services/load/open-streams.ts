/**
 * Bounds the event streams that are open at once, of one account and of all. A new one is refused, because ending an
 * older one would make its client open it again, and so on; a client without a stream pulls twice a minute.
 */
export type OpenStreams = {
  /** Returns the way to give the place back, which may be called more than once. */
  open(userId: number): { kind: 'open'; close: () => void } | { kind: 'full'; of: 'account' | 'server' };
};

export function createOpenStreams(most: { perUser: number; inAll: number }): OpenStreams {
  const countOf = new Map<number, number>();
  let inAll = 0;
  return {
    open(userId) {
      const mine = countOf.get(userId) ?? 0;
      if (mine >= most.perUser) return { kind: 'full', of: 'account' };
      if (inAll >= most.inAll) return { kind: 'full', of: 'server' };
      countOf.set(userId, mine + 1);
      inAll += 1;
      let isOpen = true;
      return {
        kind: 'open',
        close() {
          if (!isOpen) return;
          isOpen = false;
          inAll -= 1;
          const left = (countOf.get(userId) ?? 1) - 1;
          if (left === 0) countOf.delete(userId);
          else countOf.set(userId, left);
        },
      };
    },
  };
}
