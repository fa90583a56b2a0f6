import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { chatFromMessages, type Message, type Role } from '#shared/templates/chat.ts';
import type { Reason } from '../files.ts';

/** Names that other tools have for our roles. */
const roles: Readonly<Record<string, Role>> = {
  ...{ system: 'system', developer: 'developer', user: 'user', assistant: 'assistant', tool: 'tool' },
  ...{ human: 'user', ai: 'assistant', model: 'assistant' },
};

/** A place that a program fills with messages: those of a conversation so far, for one. */
const Place = z.looseObject({ type: z.literal('placeholder'), name: z.string().min(1) });
const Spoken = z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(z.unknown())]) });
const Messages = z.array(z.union([Spoken, Place])).min(1);
const TextPart = z.strictObject({ type: z.literal('text'), text: z.string() });

/** Returns true for a list of messages as chat models take it. */
export function isChat(value: unknown): boolean {
  return Messages.safeParse(value).success;
}

/**
 * Returns a list of messages as the text of a chat. One that a text cannot have, with pictures, calls of tools or roles
 * of its own, stays JSON: nothing of it is lost.
 */
export function chatText(value: unknown): string {
  const messages = textMessages(value);
  return messages === null ? JSON.stringify(value, null, 2) : chatFromMessages(messages);
}

function textMessages(value: unknown): Message[] | null {
  const parsed = Messages.safeParse(value);
  if (!parsed.success) return null;
  const messages: Message[] = [];
  for (const entry of parsed.data) {
    const place = Place.safeParse(entry);
    if (place.success) {
      messages.push(placeMessage(place.data.name));
      continue;
    }
    const { role: name, content, ...others } = Spoken.parse(entry);
    const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
    const text = typeof content === 'string' ? content : onlyText(content);
    if (role === undefined || text === null || !hasNothingElse(others)) return null;
    messages.push({ role, content: text });
  }
  return messages;
}

/** Returns what stands for a place of other messages: a message with a variable. */
export function placeMessage(name: string): Message {
  return { role: 'user', content: `{{${name}}}` };
}

export function placeRemark(name: string): Reason {
  return {
    sentence: message('The place for other messages "{name}" is a message with a variable here.'),
    values: { name },
  };
}

/** Returns a remark for each place of other messages in a chat. */
export function placeRemarks(value: unknown): Reason[] {
  const parsed = Messages.safeParse(value);
  const places = (parsed.data ?? []).map((entry) => Place.safeParse(entry));
  return places.flatMap(({ data }) => (data === undefined ? [] : [placeRemark(data.name)]));
}

function onlyText(parts: readonly unknown[]): string | null {
  const part = TextPart.safeParse(parts[0]);
  return parts.length === 1 && part.success ? part.data.text : null;
}

/** Fields that stand empty, and the kind that some exports give each message, are nothing. */
function hasNothingElse(others: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(others).every(
    ([key, value]) => value === null || (key === 'type' && (value === 'message' || value === 'chatmessage')),
  );
}
