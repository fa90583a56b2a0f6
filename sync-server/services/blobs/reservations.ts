/**
 * Reserves room for the bytes of files that are coming in, so that many at once cannot take more than there is.
 *
 * 1. A reservation is made before the first byte is read and lasts as long as its request: what is left of a request
 *    that broke off counts as the partial file that it is, until that is cleared by its age.
 * 2. Only reservations made before it count against one: of two for the last room, one gets it.
 * 3. In the memory of one server, which a crash frees.
 */
import type { Partial } from '../../storage/ports/blob-storage.ts';

export type Reservation = Disposable & {
  /** Bytes that were taken before this reservation: stored ones, partial files, earlier reservations. */
  taken(usage: StorageUsage): number;
  /** Whether nothing else is coming in that was reserved before it. */
  isFirst(): boolean;
};

export type StorageUsage = { stored: number; partials: readonly Pick<Partial, 'sha256' | 'size'>[] };

/** `name`: the SHA-256 of bytes whose partial file counts with the reservation, else any name of its own. */
export type Reserve = (userId: number, room: { name: string; bytes: number }) => Reservation;

type Held = { name: string; bytes: number };

export function createReservations(): Reserve {
  // In the order in which they were made.
  const heldOf = new Map<number, Set<Held>>();
  return (userId, room) => {
    const mine: Held = { ...room };
    const all = heldOf.get(userId) ?? new Set();
    heldOf.set(userId, all.add(mine));
    const earlier = () => {
      const held = [...all];
      return held.slice(0, held.indexOf(mine));
    };
    return {
      taken({ stored, partials }) {
        const before = earlier();
        const reserved = new Set([...before.map(({ name }) => name), mine.name]);
        const lying = partials.filter(({ sha256 }) => !reserved.has(sha256));
        return stored + sum(lying.map(({ size }) => size)) + sum(before.map(({ bytes }) => bytes));
      },
      isFirst: () => earlier().length === 0,
      [Symbol.dispose]() {
        all.delete(mine);
        if (all.size === 0 && heldOf.get(userId) === all) heldOf.delete(userId);
      },
    };
  };
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
