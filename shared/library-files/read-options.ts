import type { CandidateProject } from './candidate.ts';
import type { ChatOptions } from './formats/chats/chat-options.ts';
import type { TableColumns } from './formats/table-columns.ts';
import type { Folders } from './tree/folders.ts';

export type LibraryFilesOptions = {
  /** The project for what names none itself. */
  readonly project: CandidateProject;
  /** Which columns of a CSV or JSONL file are what; without it, those whose names say so. */
  readonly columns?: TableColumns | undefined;
  /** Which messages of a chat export become prompts; without it, none. */
  readonly chats?: ChatOptions | undefined;
};

/** `folders`: the other files, which a file may name. */
export type ReadOptions = LibraryFilesOptions & { readonly folders: Folders };
