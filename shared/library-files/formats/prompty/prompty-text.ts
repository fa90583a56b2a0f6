/** Writes a text as the body of a `.prompty` file: Jinja, with a line before each message that names its role. */
import { messagesOf, sentRole } from '#shared/templates/chat.ts';
import { textPiecesOf } from '../exported-prompt.ts';
import { nunjucks, variableNames } from '../promptfoo/nunjucks.ts';
import { fromJinja } from '../templates/jinja.ts';
import type { ReadTemplate } from '../templates/pieces.ts';
import { fromSections, messagesIn, type TemplateLanguage } from '../templates/role-sections.ts';

export function bodyOf(text: string): string {
  const names = variableNames(text);
  const messages = messagesOf(text) ?? [{ role: 'user' as const, content: text }];
  return messages
    .map(({ role, content }) => {
      const sent = role === 'developer' ? role : sentRole(role);
      return `${sent}:\n${nunjucks(textPiecesOf(content.toWellFormed()), names)}\n`;
    })
    .join('\n');
}

/** `form`: of the text that was written; a body of anything else is a chat where it names roles. */
export function textOfBody(
  body: string,
  { form, language }: { form: 'chat' | 'text'; language: TemplateLanguage },
): ReadTemplate {
  if (form === 'text') {
    const read = fromJinja(body);
    const [only, ...others] = messagesIn(read.text) ?? [];
    if (only?.role === 'user' && others.length === 0) return { ...read, text: only.content };
  }
  return fromSections(body, language);
}
