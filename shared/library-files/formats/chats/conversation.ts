/**
 * Reads one conversation of a data export.
 *
 * ChatGPT: an object with `title`, `create_time` and a `mapping` of nodes, of which each may have a `message` with
 * `author.role` and `content.parts`, a tree of which every branch counts. OpenAI describes no format; this is what
 * exports hold: https://github.com/mitkury/chatgpt-export-parser/blob/main/docs/chatgpt-data-export-format.md, and of
 * those in several files https://difegam.github.io/chatgpt-to-markdown/explanation/export-format.
 * Claude: an object with `uuid`, `name` and `chat_messages`, each with `sender` ("human", "assistant"), `text` and
 * `content`: https://github.com/withLinda/claude-conversation-exporter.
 */
import { z } from 'zod';
import { pastTime } from '#shared/model/past-row.ts';
import { isBlank } from '#shared/model/text.ts';

/** `ordinal`: of those of its role in the conversation, from 1 on. `at`: an ISO time; null where it has none. */
export type ChatMessage = {
  readonly role: 'user' | 'assistant';
  readonly ordinal: number;
  readonly text: string;
  readonly at: string | null;
  /** It has pictures, files or recordings, which do not come along. */
  readonly hasMore: boolean;
};

export type Conversation = {
  readonly service: 'ChatGPT' | 'Claude';
  /** '' where it has none. */
  readonly title: string;
  readonly at: string | null;
  /** In the order of their times; those of systems and tools, hidden ones and empty ones are left out. */
  readonly messages: readonly ChatMessage[];
};

const GptConversation = z.looseObject({
  title: z.string().nullish(),
  create_time: z.unknown().optional(),
  mapping: z.record(z.string(), z.unknown()),
});
const GptNode = z.looseObject({
  message: z.looseObject({
    author: z.looseObject({ role: z.enum(['user', 'assistant']) }),
    create_time: z.unknown().optional(),
    content: z.looseObject({ parts: z.array(z.unknown()) }),
    metadata: z.looseObject({ is_visually_hidden_from_conversation: z.unknown().optional() }).nullish(),
  }),
});
const ClaudeConversation = z.looseObject({
  uuid: z.string(),
  name: z.string().nullish(),
  created_at: z.unknown().optional(),
  chat_messages: z.array(z.unknown()),
});
const ClaudeMessage = z.looseObject({
  sender: z.enum(['human', 'assistant']),
  text: z.string().nullish(),
  content: z.array(z.unknown()).nullish(),
  created_at: z.unknown().optional(),
  attachments: z.array(z.unknown()).nullish(),
  files: z.array(z.unknown()).nullish(),
});
const TextPart = z.looseObject({ type: z.literal('text'), text: z.string() });
/** Of a message that was spoken. */
const Transcript = z.looseObject({ content_type: z.literal('audio_transcription'), text: z.string() });

type Found = Omit<ChatMessage, 'ordinal'>;

/** Returns null for what is no conversation. */
export function conversationOf(value: unknown): Conversation | null {
  const gpt = GptConversation.safeParse(value);
  if (gpt.success) {
    const { title, create_time: at, mapping } = gpt.data;
    const messages = numbered(inTime(Object.values(mapping).flatMap(gptMessage)));
    return { service: 'ChatGPT', title: title ?? '', at: timeOf(at), messages };
  }
  const claude = ClaudeConversation.safeParse(value);
  if (!claude.success) return null;
  const { name, created_at: at, chat_messages: list } = claude.data;
  const messages = numbered(list.flatMap(claudeMessage));
  return { service: 'Claude', title: name ?? '', at: timeOf(at), messages };
}

function gptMessage(node: unknown): Found[] {
  const read = GptNode.safeParse(node);
  if (!read.success) return [];
  const { author, create_time: at, content, metadata } = read.data.message;
  if (metadata?.is_visually_hidden_from_conversation === true) return [];
  const texts = content.parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    const spoken = Transcript.safeParse(part);
    return spoken.success ? [spoken.data.text] : [];
  });
  const hasMore = content.parts.some((part) => typeof part !== 'string');
  return withText({ role: author.role, text: joinedTexts(texts), at: timeOf(at), hasMore });
}

function claudeMessage(value: unknown): Found[] {
  const read = ClaudeMessage.safeParse(value);
  if (!read.success) return [];
  const { sender, text, content, created_at: at, attachments, files } = read.data;
  const texts = (content ?? []).flatMap((part) => {
    const { data } = TextPart.safeParse(part);
    return data === undefined ? [] : [data.text];
  });
  const own = joinedTexts(texts);
  return withText({
    role: sender === 'human' ? 'user' : 'assistant',
    text: isBlank(own) ? (text ?? '') : own,
    at: timeOf(at),
    hasMore: (attachments ?? []).length + (files ?? []).length > 0,
  });
}

function joinedTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function withText(found: Found): Found[] {
  return isBlank(found.text) ? [] : [found];
}

/** Sorts nodes, which stand in no order that is promised; one without a time follows the one before it. */
function inTime(found: readonly Found[]): Found[] {
  let last = '';
  const timed = found.map((each) => {
    last = each.at ?? last;
    return { each, time: last };
  });
  return timed.toSorted((a, b) => Number(a.time > b.time) - Number(a.time < b.time)).map(({ each }) => each);
}

function numbered(found: readonly Found[]): ChatMessage[] {
  const counts = { user: 0, assistant: 0 };
  return found.map((each) => {
    counts[each.role] += 1;
    return { ...each, ordinal: counts[each.role] };
  });
}

/** Returns a time in seconds, or as ISO text, as rows have it. */
function timeOf(value: unknown): string | null {
  if (typeof value === 'string') return pastTime(value);
  if (typeof value !== 'number' || value <= 0 || value > 8.64e12) return null;
  return pastTime(new Date(Math.floor(value * 1000)).toISOString());
}
