/**
 * Reads a `.prompt` file (google.github.io/dotprompt): front matter and a Handlebars template.
 *
 * 1. The template stays as it is, except that `{{role "system"}}` becomes a line `--- system ---` where every role of it
 *    stands outside of blocks; of the blank lines around a role, one line break counts as the template's layout.
 * 2. The front matter stands in a note, word for word, and its default values are a value set.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import { chatFromMessages, type Message, type Role } from '#shared/templates/chat.ts';
import { withoutMark } from '../bytes.ts';
import { type Candidate, type CandidateValueSet, promptCandidate, refusedCandidate } from '../candidate.ts';
import { readFrontMatter } from '../front-matter.ts';
import { stemOf } from '../paths.ts';
import type { ReadOptions } from '../read-options.ts';
import { projectOf } from './text.ts';

const Title = z.looseObject({ 'promptory.title': z.string().min(1) });
const Defaults = z.looseObject({ input: z.looseObject({ default: z.record(z.string(), z.unknown()) }) });

const roles: Readonly<Record<string, Role>> = {
  ...{
    system: 'system',
    developer: 'developer',
    user: 'user',
    assistant: 'assistant',
    model: 'assistant',
    tool: 'tool',
  },
};

export function* readDotprompt(path: string, text: string, options: ReadOptions): Generator<Candidate> {
  const split = readFrontMatter(withoutMark(text));
  if (split.kind === 'refused') {
    yield refusedCandidate(path, split.reason);
    return;
  }
  const template = split.kind === 'found' ? split.body : withoutMark(text);
  if (isBlank(template)) {
    yield refusedCandidate(path, { sentence: message('This file is empty.') });
    return;
  }
  const fields = split.kind === 'found' ? split.fields : {};
  yield promptCandidate({
    ...{ source: path, project: projectOf(path, options), content: chatOf(template) ?? template },
    title: Title.safeParse(fields).data?.['promptory.title'] ?? stemOf(path),
    notes: split.kind === 'found' ? noteOf(split.head) : '',
    valueSets: defaultSet(fields),
  });
}

function noteOf(head: string): string {
  if (isBlank(head)) return '';
  return JSON.stringify([{ id: 'dotprompt', content: `---\n${head.trimEnd()}\n---`, createdAt: '' }]);
}

function defaultSet(fields: Readonly<Record<string, unknown>>): CandidateValueSet[] {
  const defaults = Defaults.safeParse(fields).data?.input.default ?? {};
  const values = Object.entries(defaults).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return values.length === 0 ? [] : [{ id: null, name: 'Default', values: Object.fromEntries(values) }];
}

/** Returns a template with roles as a chat, or null if it has none, or has what a chat cannot have. */
function chatOf(template: string): string | null {
  if (/\{\{~?\s*[#^/]|\{\{~?\s*(else|history)\b/.test(template)) return null;
  const messages: Message[] = [];
  let role: Role | null = null;
  let end = 0;
  for (const found of template.matchAll(/(?<!\\)\{\{\s*role\s+(["'])([a-z]+)\1\s*\}\}/g)) {
    const next = roles[found[2] ?? ''];
    const before = template.slice(end, found.index);
    if (next === undefined) return null;
    if (role !== null) messages.push({ role, content: withoutLayout(before) });
    else if (!isBlank(before)) messages.push({ role: 'user', content: withoutLayout(before) });
    role = next;
    end = found.index + found[0].length;
  }
  if (role === null) return null;
  messages.push({ role, content: withoutLayout(template.slice(end)) });
  return chatFromMessages(messages.filter(({ content }) => content !== ''));
}

function withoutLayout(text: string): string {
  return text.replace(/^[ \t]*\r?\n|^[ \t]+/, '').replace(/(\r?\n)?\r?\n$/, '');
}
