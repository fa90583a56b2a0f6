/** Writes a text as the messages of a `.prompt.yml` file, and reads them as one. */
import { messagesOf, sentRole } from '#shared/templates/chat.ts';
import { chatText } from '../chat-text.ts';
import { textPiecesOf } from '../exported-prompt.ts';

export type TextForm = 'chat' | 'text';

export function formOf(text: string): TextForm {
  return messagesOf(text) === null ? 'text' : 'chat';
}

/** Returns the messages of a text, with each variable as it is filled in there; a text that is no chat is one message. */
export function messagesFor(text: string): { role: string; content: string }[] {
  const messages = messagesOf(text) ?? [{ role: 'user', content: text }];
  return messages.map(({ role, content }) => ({ role: sentRole(role), content: filledThere(content) }));
}

function filledThere(text: string): string {
  return textPiecesOf(text.toWellFormed())
    .map((piece) => (piece.kind === 'variable' ? `{{${piece.text}}}` : piece.text))
    .join('');
}

/** `form`: of the text that was written; a file of anything else is a chat. */
export function textOfMessages(messages: readonly unknown[], form: TextForm): string {
  const [only, ...others] = messages.map(asSent);
  if (form === 'text' && others.length === 0 && only?.role === 'user' && typeof only.content === 'string')
    return only.content;
  return chatText(messages.map(asSent));
}

/** Roles are written there in letters of any size. */
function asSent(entry: unknown) {
  if (typeof entry !== 'object' || entry === null || !('role' in entry)) return null;
  const { role, ...others }: { role: unknown; content?: unknown } = entry;
  return { role: typeof role === 'string' ? role.toLowerCase() : role, ...others };
}
