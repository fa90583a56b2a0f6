/** A zip to be read; a `Blob` or an open file is one with a line of code. */
export type ZipBytes = {
  readonly size: number;
  /** Returns the bytes from `start` to before `end`. */
  slice(start: number, end: number): Promise<Uint8Array>;
};

const blockBytes = 256 * 1024;

/**
 * Returns the same bytes, with small reads out of the block that was read last: files lie side by side, and each read of
 * a file in a browser asks another process, which takes longer than to inflate a prompt.
 */
export function inBlocks(zip: ZipBytes): ZipBytes {
  let block = { start: 0, bytes: new Uint8Array() };
  return {
    size: zip.size,
    async slice(start, end) {
      if (end - start > blockBytes / 2) return zip.slice(start, end);
      let from = block;
      if (start < from.start || end > from.start + from.bytes.length) {
        const upTo = Math.max(end, Math.min(zip.size, start + blockBytes));
        from = { start, bytes: new Uint8Array(await zip.slice(start, upTo)) };
        block = from;
      }
      return from.bytes.subarray(start - from.start, end - from.start);
    },
  };
}
