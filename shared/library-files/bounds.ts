import { limits } from '#shared/model/limits.ts';

/** Bounds of what is read at all, above what a library writes itself. */
export const bounds = {
  /** Files of one import: 10,000 prompts with twenty versions each, and then some. */
  files: 300_000,
  /** UTF-8 bytes of a path. */
  pathBytes: 2048,
  /** UTF-8 bytes of a file with one prompt: its text, and what stands before it. */
  promptBytes: 2 * limits.contentMaxBytes,
  /** Bytes of a file that is read as a whole because its format asks for it: YAML, JSON. */
  wholeBytes: 16 * 1024 * 1024,
  /** Bytes of an own export in a zip, which is held while it is read; one that lies by itself may have any size. */
  heldBytes: 256 * 1024 * 1024,
  yamlBytes: 8 * 1024 * 1024,
  /** Bytes of a table, which is read row by row. */
  tableBytes: 512 * 1024 * 1024,
  rowBytes: 8 * 1024 * 1024,
  /** Bytes of the zips that lie in another one, together: they are held while they are read. */
  nestedZipBytes: 128 * 1024 * 1024,
  /** Bytes that all files of a zip have when they are inflated, and how many times the zip's own size. */
  inflatedBytes: 4 * 1024 * 1024 * 1024,
  inflatedRatio: 100,
  /** A zip may be inflated to so many bytes whatever its own size. */
  inflatedAnyway: 64 * 1024 * 1024,
} as const;
