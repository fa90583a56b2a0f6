/** Declares what a round needs and what it reports. */

import type { AdmitText } from './admit-text.ts';
import type { FilesBeside } from './beside/files-beside.ts';
import type { FoundPrompt, PromptFiles } from './files/prompt-files.ts';
import type { FolderState, Known } from './folder-state.ts';
import type { LibraryPart } from './library-part.ts';

export type RoundDeps = {
  client: LibraryPart;
  files: PromptFiles;
  /** Null: the layout has no files beside its prompts. */
  beside: FilesBeside | null;
  state: FolderState;
  /** Its id. */
  project: number;
  newId(): number;
  /** Milliseconds. */
  now(): number;
  allowDeletes: boolean;
  /** Called before a text comes into a file; throws `SecretFound`. */
  admit: AdmitText;
  onProgress?: ((changed: number) => void) | undefined;
};

type Changes = { added: number; changed: number; deleted: number };

export type RoundReport = {
  /** Files that the round changed, and prompts and files on the server. */
  here: Changes;
  there: Changes;
  /** Texts of the server that became versions. */
  conflicts: number;
  complaints: string[];
  /** Sentences about what went well and may surprise. */
  notices: string[];
  failed: boolean;
  /** Something changed meanwhile: another round is due. */
  again: boolean;
};

const fewDeletes = 10;

/** Returns whether so many of all are deleted that it may be a mistake. */
export function isMany(count: number, all: number): boolean {
  return count > fewDeletes && count * 2 > all;
}

/** Returns whether a file has the name of the title in it. */
export function isNamedByTitle(files: PromptFiles, { path, id, title }: FoundPrompt): boolean {
  return id !== null && title !== null && files.isNamed(path, title, id);
}

/** The title under which a file stands for its prompt. */
export function titleOf(files: PromptFiles, found: FoundPrompt, known: Known | undefined): string {
  if (known !== undefined) return titleHere(files, found, known);
  return found.title ?? files.titleOfPath(found.path, found.id);
}

/** The title that a known prompt's file has: the one in it if that was changed, or else its new name. */
export function titleHere(files: PromptFiles, { path, title }: FoundPrompt, known: Known): string {
  if (title !== null && title !== known.title) return title;
  const name = files.titleOfPath(path, known.id);
  return name === files.titleOfPath(known.path, known.id) ? known.title : name;
}
