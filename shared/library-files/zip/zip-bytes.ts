/** A zip to be read; a `Blob` or an open file is one with a line of code. */
export type ZipBytes = {
  readonly size: number;
  /** Returns the bytes from `start` to before `end`. */
  slice(start: number, end: number): Promise<Uint8Array>;
};
