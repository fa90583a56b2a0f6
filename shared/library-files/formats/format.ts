import type { Candidate } from '../candidate.ts';
import type { InputFile } from '../files.ts';
import type { ReadOptions } from '../read-options.ts';

/** A file that is read, and how. */
export type ReadFile = { readonly file: InputFile; readonly options: ReadOptions };

type Candidates = AsyncIterable<Candidate> | Iterable<Candidate>;

/** A format of files, which is recognised by what a file holds: a value of JSON or YAML, or a text. */
export type Format<Content> = {
  /** The name of the tool, as its people write it. */
  readonly name: string;
  /** Returns the candidates in what a file of this format holds; null for any other. Reading throws `FileRefused`. */
  candidates(content: Content, of: ReadFile): Candidates | null;
};

type Described<Content, Found> = {
  readonly name: string;
  /** Returns what `read` needs; null where the content is of another format. */
  find(content: Content, of: ReadFile): Found | null;
  read(found: Found, of: ReadFile): Candidates;
};

/** Describes a format of JSON and YAML. */
export function valueFormat<Found>(format: Described<unknown, Found>): Format<unknown> {
  return found(format);
}

/** A format of texts, in files whose names end as one of the extensions: `.md`. */
export type TextFormat = Format<string> & { readonly extensions: readonly string[] };

/** `find` gets the text without a byte order mark. */
export function textFormat<Found>({
  extensions,
  ...format
}: Described<string, Found> & { readonly extensions: readonly string[] }): TextFormat {
  return { ...found(format), extensions };
}

function found<Content, Found>({ name, find, read }: Described<Content, Found>): Format<Content> {
  return {
    name,
    candidates(content, of) {
      const inside = find(content, of);
      return inside === null ? null : read(inside, of);
    },
  };
}
