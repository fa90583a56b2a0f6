/** Declares the files that a library is read from and written to, wherever they lie: a folder, a zip, a person's choice. */
import type { MessageValues } from '#shared/language/translate.ts';

/** A sentence for a person, with what it names: shown by `t(sentence, values)`. */
export type Reason = { readonly sentence: string; readonly values?: MessageValues };

/** A file to be read. */
export type InputFile = {
  /** Relative, with `/` between its folders. */
  readonly path: string;
  /** Bytes, as the place that it lies in says. */
  readonly size: number;
  /** An ISO time; null where it is not known. */
  readonly modified: string | null;
  /** Reads it from its beginning at each call; throws `FileRefused` where its bytes are not those that were announced. */
  stream(): AsyncIterable<Uint8Array>;
  /** Reads the bytes from `start` to before `end`. Only where that is possible: a zip needs it. */
  slice?(start: number, end: number): Promise<Uint8Array>;
  /** The system does not give it, or not what is in this folder. */
  readonly isMissing?: true;
};

/** Returns what stands for a file or folder that could be found and not opened: a reader names it. */
export function missingFile(path: string): InputFile {
  const next = () => Promise.reject(new Error('This file is missing.'));
  return {
    ...{ path, size: 0, modified: null, isMissing: true },
    stream: () => ({ [Symbol.asyncIterator]: () => ({ next }) }),
  };
}

/** A file to be written. */
export type OutputFile = {
  readonly path: string;
  /** An ISO time. */
  readonly modified: string;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
};

/** Thrown while a file is read; it ends at the reader, which lists the reason. */
export class FileRefused extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.sentence);
    this.reason = reason;
  }
}
