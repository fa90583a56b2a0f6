import type { Hold } from './longest-hold.ts';

export type Prepared = {
  run(): Promise<void>;
  close(): Promise<void>;
  /** For how long the last run held the event loop at most, where that is measured. */
  longestHold?(): Hold | undefined;
};

/** Something whose cost is compared between sizes of a library, an outbox or a text. */
export type GrowthOperation = {
  name: string;
  /** Ascending; how many rows, entries or characters `run` is done with. */
  sizes: readonly number[];
  prepare(size: number): Promise<Prepared>;
  /** `run` leaves everything as it found it, so that one preparation serves all its runs. */
  isRepeatable?: boolean;
};
