import { limits } from '#shared/model/limits.ts';
import { messagesOf } from '#shared/templates/chat.ts';
import { shortTitle } from '#shared/text/short-title.ts';

/** Returns the first line of a text that has letters, as a title for what has none; of a chat, that of its first message. */
export function titleFromText(text: string): string {
  const content = messagesOf(text)?.[0]?.content ?? text;
  for (const line of content.slice(0, 2000).split(/\r?\n|\r/)) {
    const title = line.replace(/^[#>*\-\s]+/, '').trim();
    if (/[\p{L}\p{N}]/u.test(title)) return shortTitle(title, limits.promptTitleLength);
  }
  return 'Untitled';
}
