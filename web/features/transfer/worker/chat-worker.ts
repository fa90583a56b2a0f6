/**
 * A thread of its own for the conversations of a chat export: typing goes on while it reads and searches.
 *
 * 1. The files are read once, one conversation at a time; their messages stay here packed, and the page gets some words
 *    of those that it shows.
 * 2. A search goes through what has been read, and on through what follows while the files are still read.
 */
import '#shared/model/zod-without-eval.ts';
import type { InputFile } from '#shared/library-files/files.ts';
import { matcherOf, placeOf } from '#shared/library-files/formats/chats/chat-candidates.ts';
import { readConversations } from '#shared/library-files/formats/chats/chat-files.ts';
import { chatFilesIn } from '#shared/library-files/read-library-files.ts';
import { newId } from '#shared/model/ids.ts';
import { foldText } from '#shared/text/fold-text.ts';
import { readSearch } from '#shared/text/search-query.ts';
import { inputFile } from '../../../data/transfer/library-files/input-file.ts';
import {
  type ChatAnswer,
  type ChatRequest,
  type ChatSearch,
  type FoundMessage,
  mostFound,
  type UnreadChat,
} from '../chats/chat-messages.ts';
import { type PackedMessage, PackedMessages } from './packed-messages.ts';

/** Half of what an import may hold; the rest is for the conversation that is read. */
const mostPackedBytes = 192 * 1024 * 1024;
const progressBytes = 16 * 1024 * 1024;
/** A count without rows is sent after so many portions: each is drawn by the page. */
const countedPortions = 16;
const mostUnread = 100;
const wordsLength = 200;

const messages = new PackedMessages(mostPackedBytes);
let isRead = false;
let turn = 0;
let grown = Promise.withResolvers<void>();

function answer(message: ChatAnswer): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<ChatRequest>) => {
  void run(data).catch((error: unknown) => answer({ kind: 'failed', reason: String(error) }));
});

async function run(request: ChatRequest): Promise<void> {
  switch (request.kind) {
    case 'open': {
      const files = await chatFilesIn(request.files.map(inputFile));
      if (files.length === 0) answer({ kind: 'none' });
      else await read(files);
      return;
    }
    case 'search':
      turn = request.turn;
      return search(request);
    case 'pick':
      return pick(request.keys);
  }
}

async function read(files: readonly InputFile[]): Promise<void> {
  const counts = { conversations: 0, messages: 0, answers: 0, unread: 0 };
  const unread: UnreadChat[] = [];
  const of = files.reduce((sum, { size }) => sum + size, 0);
  let [done, shown] = [0, 0];
  const onBytes = (bytes: number) => {
    done += bytes;
    if (done - shown < progressBytes) return;
    shown = done;
    answer({ kind: 'reading', ...counts, done, of });
  };
  answer({ kind: 'reading', ...counts, done, of });
  for await (const conversation of readConversations(files, onBytes)) {
    if (!conversation.ok) {
      counts.unread += 1;
      if (unread.length < mostUnread)
        unread.push({ source: placeOf(conversation), reason: conversation.reason });
      continue;
    }
    counts.conversations += 1;
    const { service, title, path } = conversation;
    const before = messages.portions;
    for (const message of conversation.messages) {
      counts[message.role === 'user' ? 'messages' : 'answers'] += 1;
      await messages.add({ ...message, service, title, path });
    }
    if (messages.portions > before) grow();
    if (messages.isFull) break;
  }
  await messages.flush();
  isRead = true;
  grow();
  answer({ kind: 'read', counts, unread, isFull: messages.isFull });
}

/** Wakes a search that waits for what follows. */
function grow(): void {
  grown.resolve();
  grown = Promise.withResolvers<void>();
}

async function search({ turn: own, query, answers }: ChatSearch): Promise<void> {
  const { terms } = readSearch(query);
  const finds = terms.length === 0 ? () => true : matcherOf(query);
  let count = 0;
  let index = 0;
  for (;;) {
    while (index < messages.portions) {
      const found = (await messages.portion(index, answers)).filter(({ text, title }) => finds(text, title));
      if (turn !== own) return;
      const rows = found.slice(0, Math.max(0, mostFound - count)).map((each) => foundMessage(each, terms));
      count += found.length;
      index += 1;
      const isWhole = isRead && index === messages.portions;
      if (rows.length > 0 || isWhole || index % countedPortions === 0)
        answer({ kind: 'found', turn: own, rows, count, isWhole });
      if (isWhole) return;
    }
    if (isRead) return answer({ kind: 'found', turn: own, rows: [], count, isWhole: true });
    await grown.promise;
    if (turn !== own) return;
  }
}

/** Returns a message as it is listed: with the words around what was found in it, or its first ones. */
function foundMessage({ key, role, title, at, text }: PackedMessage, terms: readonly string[]): FoundMessage {
  const [first] = terms;
  const place = first === undefined ? -1 : foldText(text).indexOf(first);
  const start = place < wordsLength / 2 ? 0 : place - wordsLength / 4;
  const cut = text
    .slice(start, start + wordsLength)
    .replace(/\s+/g, ' ')
    .trim();
  const words = `${start > 0 ? '…' : ''}${cut}${start + wordsLength < text.length ? '…' : ''}`;
  return { key, role, title, at, words: words.toWellFormed() };
}

async function pick(keys: readonly number[]): Promise<void> {
  const picked = await messages.pick(keys);
  const withIds = picked.map(({ key: _, ...message }) => ({
    ...message,
    id: newId((words) => crypto.getRandomValues(words)),
  }));
  answer({ kind: 'picked', messages: withIds });
}
