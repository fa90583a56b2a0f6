/** Makes prompts of messages that a person picked out of conversations, or that a search finds. */
import { message } from '#shared/language/message.ts';
import { limits } from '#shared/model/limits.ts';
import { foldText } from '#shared/text/fold-text.ts';
import { readSearch } from '#shared/text/search-query.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import type { Reason } from '../../files.ts';
import type { LibraryFilesOptions } from '../../read-options.ts';
import { titleFromText } from '../titles.ts';
import { type ChatFiles, type ReadConversation, readConversations } from './chat-files.ts';
import type { PickedMessage } from './chat-options.ts';

/** So many conversations that cannot be read are named one by one. */
const mostNamed = 100;

export async function* chatCandidates(
  { files, attached }: ChatFiles,
  { project, chats }: LibraryFilesOptions,
): AsyncGenerator<Candidate> {
  const [first] = files;
  if (first !== undefined && attached > 0) yield refusedCandidate(first.path, attachments(attached));
  if (first === undefined || chats === undefined) return;
  if (chats.kind === 'picked') {
    for (const picked of chats.messages) yield promptOf(picked, project);
    return;
  }
  const finds = matcherOf(chats.query);
  const counts = { conversations: 0, messages: 0, answers: 0, unread: 0 };
  for await (const read of readConversations(files)) {
    if (!read.ok) {
      counts.unread += 1;
      if (counts.unread <= mostNamed) yield refusedCandidate(placeOf(read), read.reason);
      continue;
    }
    counts.conversations += 1;
    const { service, title, path } = read;
    for (const each of read.messages) {
      counts[each.role === 'user' ? 'messages' : 'answers'] += 1;
      if (each.role !== 'user' || !finds(each.text, title)) continue;
      yield promptOf({ ...each, service, title, path, id: chats.drawId() }, project);
    }
  }
  chats.onRead(counts);
}

const attachments = (count: number): Reason => ({
  sentence: message(
    '{count, plural, one {# picture or other file of the conversations is} other {# pictures and other files of the conversations are}} not imported.',
  ),
  values: { count },
});

/** Returns whether a message, with the title of its conversation, has all words and phrases of a query; false for none. */
export function matcherOf(query: string): (text: string, title: string) => boolean {
  const { terms } = readSearch(query);
  if (terms.length === 0) return () => false;
  return (text, title) => {
    const folded = foldText(text);
    return terms.every((term) => folded.includes(term) || foldText(title).includes(term));
  };
}

/** Returns where a conversation stands, as a person would look for it. */
export function placeOf({ path, number }: Pick<ReadConversation, 'path' | 'number'>): string {
  return number === null ? path : `${path}: ${number}`;
}

function promptOf(picked: PickedMessage, project: LibraryFilesOptions['project']): Candidate {
  const { id, path, title, text, at, hasMore } = picked;
  const remarks: Reason[] = hasMore
    ? [{ sentence: message('Pictures and files of the message do not come along.') }]
    : [];
  const named = titleOf(picked);
  return promptCandidate({
    ...{ source: `${path}: ${title || named}`, project, id, title: named, content: text },
    ...{ createdAt: at, notes: noteOf(picked), remarks },
  });
}

/** Returns the title of the conversation, with the number of the message where it is not the first. */
function titleOf({ title, text, ordinal }: PickedMessage): string {
  const known = title.trim() === '' ? titleFromText(text) : title.replace(/\s+/g, ' ');
  if (ordinal === 1) return shortTitle(known, limits.promptTitleLength);
  const end = ` (${ordinal})`;
  return `${shortTitle(known, limits.promptTitleLength - end.length)}${end}`;
}

/** Returns a note that names the origin: in no language, since it is a text of the person then. */
function noteOf({ service, title, at }: PickedMessage): string {
  const parts = [service, title, at?.slice(0, 10) ?? ''].filter((part) => part.trim() !== '');
  const created = at === null ? {} : { createdAt: at };
  return JSON.stringify([{ id: at ?? service, content: parts.join(' · '), ...created }]);
}
