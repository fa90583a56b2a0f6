/** Declares which messages of a chat export come into a library. */
import type { ChatMessage, Conversation } from './conversation.ts';

/** A message with what it needs of its conversation. `title`: the conversation's. `path`: of its file. */
export type PickedMessage = ChatMessage &
  Pick<Conversation, 'service' | 'title'> & {
    /** Drawn for the prompt that it may become: without it, it would count as another text of a prompt of its title. */
    readonly id: number;
    readonly path: string;
  };

/** Counts of an export: conversations, messages of the person, answers, and conversations that could not be read. */
export type ChatCounts = {
  readonly conversations: number;
  readonly messages: number;
  readonly answers: number;
  readonly unread: number;
};

/** Says which messages become prompts: those that are given, or those of the person that a search finds; none for ''. */
export type ChatOptions =
  | { readonly kind: 'picked'; readonly messages: readonly PickedMessage[] }
  | {
      readonly kind: 'matching';
      readonly query: string;
      drawId(): number;
      onRead(counts: ChatCounts): void;
    };
