/** Something whose cost is compared between sizes of a library, an outbox or a text. */
export type GrowthOperation = {
  name: string;
  /** Ascending; how many rows, entries or characters `run` is done with. */
  sizes: readonly number[];
  prepare(size: number): Promise<{ run(): Promise<void>; close(): Promise<void> }>;
  /** `run` leaves everything as it found it, so that one preparation serves all its runs. */
  isRepeatable?: boolean;
};
