/** Describes what a row keeps that was elsewhere before: its time, and the number of a version. */
import { z } from 'zod';

/** As all times of rows are written, so that they can be sorted as texts. */
export const PastTime = z.iso.datetime({ precision: 3 });
/** Beyond what any prompt has: numbers go on from the highest one. */
export const PastNumber = z.int().positive().max(1_000_000);

/** Returns the arguments with which a mutation makes a row as it was elsewhere; none for what is not known. */
export function pastArgs({
  createdAt,
  version = null,
}: {
  createdAt: string | null;
  version?: number | null;
}) {
  const time = pastTime(createdAt);
  return {
    ...(time === null ? {} : { createdAt: time }),
    ...(PastNumber.safeParse(version).success && version !== null ? { version } : {}),
  };
}

/** Returns a time as rows have it; null where it is none. */
export function pastTime(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  const time = Number.isNaN(at) ? null : new Date(at).toISOString();
  return PastTime.safeParse(time).success ? time : null;
}
