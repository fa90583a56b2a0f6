/** Declares what a round needs and what it reports. */
import type { FolderFiles, FoundPrompt } from './folder-files.ts';
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
  failed: boolean;
  /** Something changed meanwhile: another round is due. */
  again: boolean;
};

/** The title that a known prompt's file has: the one in it if that was changed, or else its new name. */
export function titleHere({ path, title }: FoundPrompt, known: Known): string {
  if (title !== null && title !== known.title) return title;
  const name = titleOfPath(path, known.id);
  return name === titleOfPath(known.path, known.id) ? known.title : name;
}
