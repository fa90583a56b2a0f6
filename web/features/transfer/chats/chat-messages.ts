/** Declares what page and worker send each other about the conversations of a chat export. */

import type { Reason } from '#shared/library-files/files.ts';
import type { ChatCounts, PickedMessage } from '#shared/library-files/formats/chats/chat-options.ts';
import type { ChosenFile } from '../transfer-messages.ts';

/** A message in a list. `key`: its number among all of the export, from 0 on. `words`: some of its text, in one line. */
export type FoundMessage = Pick<PickedMessage, 'role' | 'title' | 'at'> & {
  readonly key: number;
  readonly words: string;
};

/** A question to the messages; '' finds all. `turn`: the answers have it again. */
export type ChatSearch = { readonly turn: number; readonly query: string; readonly answers: boolean };

/** A conversation, or a file, that could not be read. */
export type UnreadChat = { readonly source: string; readonly reason: Reason };

export type ChatRequest =
  /** Reads the files to their end, once. */
  | { readonly kind: 'open'; readonly files: readonly ChosenFile[] }
  /** Looks for messages in what has been read, and in what follows; a later one ends it. */
  | ({ readonly kind: 'search' } & ChatSearch)
  /** Asks for messages as a whole. */
  | { readonly kind: 'pick'; readonly keys: readonly number[] };

export type ChatReading = ChatCounts & {
  /** Bytes of the files, as they are when they are not packed. */
  readonly done: number;
  readonly of: number;
};

export type ChatAnswer =
  /** The files are no chat export. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'reading' } & ChatReading)
  /** `isFull`: messages were left out at the end, since there is no room for more. `unread`: the first of them. */
  | ({ readonly kind: 'read'; readonly isFull: boolean; readonly unread: readonly UnreadChat[] } & {
      readonly counts: ChatCounts;
    })
  /** `count`: of all that were found so far; `rows`: those that were not sent yet, up to `mostFound`. */
  | {
      readonly kind: 'found';
      readonly turn: number;
      readonly rows: readonly FoundMessage[];
      readonly count: number;
      readonly isWhole: boolean;
    }
  | { readonly kind: 'picked'; readonly messages: readonly PickedMessage[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

/** More are only counted: who has so many types another word. */
export const mostFound = 2_000;
/** Messages that are picked for one import. */
export const mostPicked = 1_000;
