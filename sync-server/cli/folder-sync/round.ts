/** Declares what a round needs and what it reports. */
import { type FolderFiles, type FoundPrompt, plainName } from './folder-files.ts';
import type { FolderState, Known } from './folder-state.ts';
import type { LibraryClient } from './library-client.ts';
import { titleOfPath } from './prompt-file.ts';

export type RoundDeps = {
  client: LibraryClient;
  files: FolderFiles;
  state: FolderState;
  /** Its id. */
  project: number;
  newId(): number;
  /** Milliseconds. */
  now(): number;
  allowDeletes: boolean;
  onProgress?: ((changed: number) => void) | undefined;
};

type Changes = { added: number; changed: number; deleted: number };

export type RoundReport = {
  /** Files that the round changed, and prompts on the server. */
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

/** Returns whether a file has the name of the title in it. */
export function isNamedByTitle({ path, id, title }: FoundPrompt): boolean {
  if (id === null || title === null) return false;
  return titleOfPath(plainName(title, id), id) === titleOfPath(path, id);
}

/** The title under which a file stands for its prompt. */
export function titleOf(found: FoundPrompt, known: Known | undefined): string {
  return known === undefined ? (found.title ?? titleOfPath(found.path, found.id)) : titleHere(found, known);
}

/** The title that a known prompt's file has: the one in it if that was changed, or else its new name. */
export function titleHere({ path, title }: FoundPrompt, known: Known): string {
  if (title !== null && title !== known.title) return title;
  const name = titleOfPath(path, known.id);
  return name === titleOfPath(known.path, known.id) ? known.title : name;
}
