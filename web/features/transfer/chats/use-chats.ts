import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChatCounts, PickedMessage } from '#shared/library-files/formats/chats/chat-options.ts';
import type { WorkerClient } from '../../../ui/worker-client.ts';
import type { ChosenFile } from '../transfer-messages.ts';
import type { ChatAnswer, ChatReading, ChatRequest, FoundMessage, UnreadChat } from './chat-messages.ts';
import { startChats } from './chat-thread.ts';

/** The messages that a search has found so far. */
type FoundMessages = {
  readonly turn: number;
  readonly rows: readonly FoundMessage[];
  readonly count: number;
  readonly isWhole: boolean;
};

export type ChatState = {
  /** Null when the files are read. */
  readonly reading: ChatReading | null;
  readonly counts: ChatCounts;
  readonly unread: readonly UnreadChat[];
  readonly isFull: boolean;
  readonly found: FoundMessages;
  readonly hasFailed: boolean;
};

/** Chats of the files that were chosen; `state`: null where they are no chat export. */
export type Chats = {
  readonly state: ChatState | null;
  search(query: string, answers: boolean): void;
  /** Ends with `onPicked`. */
  pick(keys: readonly number[]): void;
};

const noCounts: ChatCounts = { conversations: 0, messages: 0, answers: 0, unread: 0 };
const noneFound: FoundMessages = { turn: 0, rows: [], count: 0, isWhole: false };
const atFirst: ChatState = {
  ...{ reading: null, counts: noCounts, unread: [], isFull: false, found: noneFound, hasFailed: false },
};

/** Returns the conversations of the files that were chosen, where they are a chat export; its worker lives as long as they do. */
export function useChats(
  files: readonly ChosenFile[],
  onPicked: (messages: readonly PickedMessage[]) => void,
): Chats {
  const [read, setRead] = useState<{ of: typeof files; state: ChatState } | null>(null);
  const client = useRef<WorkerClient<ChatRequest> | null>(null);
  const turn = useRef(0);
  const take = useEffectEvent((answer: ChatAnswer) => {
    if (answer.kind === 'none') client.current?.end();
    else if (answer.kind === 'picked') onPicked(answer.messages);
    else
      setRead((was) => ({ of: files, state: afterAnswer(was?.of === files ? was.state : atFirst, answer) }));
  });
  useEffect(() => {
    if (!mayBeChats(files)) return;
    const started = startChats((answer) => take(answer));
    client.current = started;
    turn.current += 1;
    started.send({ kind: 'open', files });
    started.send({ kind: 'search', turn: turn.current, query: '', answers: false });
    return () => {
      started.end();
      client.current = null;
    };
  }, [files]);
  return {
    state: read?.of === files ? read.state : null,
    search(query, answers) {
      turn.current += 1;
      client.current?.send({ kind: 'search', turn: turn.current, query, answers });
    },
    pick: (keys) => client.current?.send({ kind: 'pick', keys }),
  };
}

/** Returns whether it is worth a look: an export is a zip, or has its conversations in files that are named so. */
function mayBeChats(files: readonly ChosenFile[]): boolean {
  const [only] = files;
  if (files.length === 1 && only !== undefined && /\.(json|zip)$/i.test(only.path)) return true;
  return files.some(({ path }) => /(^|\/)conversations[^/]*\.(json|zip)$/i.test(path));
}

type StateAnswer = Exclude<ChatAnswer, { kind: 'none' | 'picked' }>;

function afterAnswer(before: ChatState, answer: StateAnswer): ChatState {
  switch (answer.kind) {
    case 'reading':
      return { ...before, reading: answer, counts: answer };
    case 'read':
      return {
        ...before,
        reading: null,
        counts: answer.counts,
        unread: answer.unread,
        isFull: answer.isFull,
      };
    case 'found':
      return answer.turn < before.found.turn ? before : { ...before, found: withMore(before.found, answer) };
    case 'missing':
    case 'failed':
      return { ...before, reading: null, hasFailed: true };
  }
}

/** The first answer of a search takes the place of what the one before has found. */
function withMore(
  before: FoundMessages,
  { turn, rows, count, isWhole }: Extract<ChatAnswer, { kind: 'found' }>,
): FoundMessages {
  if (turn !== before.turn) return { turn, rows, count, isWhole };
  // The same rows stay the same list, which then need not be laid out again.
  return { turn, rows: rows.length === 0 ? before.rows : [...before.rows, ...rows], count, isWhole };
}
