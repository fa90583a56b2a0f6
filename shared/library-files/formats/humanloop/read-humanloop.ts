/**
 * Reads a `.prompt` file of Humanloop (humanloop.com/docs/reference/serialized-files): parameters in the front matter, and
 * messages between tags that name their role.
 *
 * 1. The front matter stands in a note, word for word; model, parameters and tools are settings.
 * 2. A message with pictures or calls of tools keeps their tags in its text, and they are named.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { chatFromMessages, type Message, type Role } from '#shared/templates/chat.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import { type ReadFrontMatter, readFrontMatter } from '../../front-matter.ts';
import { stemOf } from '../../paths.ts';
import { type ReadFile, textFormat } from '../format.ts';
import { asAttribute, settingsOfParameters } from '../parameters.ts';
import { listed } from '../parts/listed.ts';
import { notesOf } from '../parts/notes.ts';
import { projectOf } from '../text.ts';

type Fields = Readonly<Record<string, unknown>>;

const opening = /^\s*<(system|developer|user|assistant|tool)(\s[^<>]{0,500})?>/;
const parameters = [
  ...['model', 'temperature', 'max_tokens', 'top_p', 'stop', 'seed', 'presence_penalty', 'frequency_penalty'],
  ...['response_format', 'reasoning_effort', 'tools', 'other'],
];
const Tools = z.array(z.looseObject({ name: z.string() }));

export const humanloopFormat = textFormat({
  ...{ name: 'Humanloop', extensions: ['.prompt'] },
  find(text) {
    const split = readFrontMatter(text);
    const body = split.kind === 'found' ? split.body : text;
    const messages = split.kind === 'refused' ? null : messagesIn(body);
    return messages === null ? null : { split, messages };
  },
  read: ({ split, messages }, of) => [promptOf(split, messages, of)],
});

function promptOf(
  split: ReadFrontMatter,
  messages: readonly Message[],
  { file: { path }, options }: ReadFile,
): Candidate {
  const { fields, head } = split.kind === 'found' ? split : { fields: {}, head: '' };
  if (messages.every(({ content }) => content.trim() === '')) {
    return refusedCandidate(path, { sentence: message('This prompt has no text.') });
  }
  const tags = new Set(messages.flatMap(({ content }) => content.match(/<(?:image|tool|text)\b/g) ?? []));
  const names = [...tags].map((tag) => `${tag}>`);
  return promptCandidate({
    ...{ source: path, project: projectOf(path, options), title: stemOf(path) },
    content: chatFromMessages(messages),
    notes: notesOf('humanloop', [head.trim() === '' ? '' : `---\n${head.trimEnd()}\n---`]),
    attributes: asAttribute(settingsOf(fields)),
    remarks:
      names.length === 0
        ? []
        : [
            {
              sentence: message(
                'Code of a template that has no equal here stays as it is written: {examples}.',
              ),
              values: { examples: listed(names) },
            },
          ],
  });
}

/** Returns null where a body is anything but messages between tags. */
function messagesIn(body: string): Message[] | null {
  const messages: Message[] = [];
  let rest = body;
  for (let found = opening.exec(rest); found !== null; found = opening.exec(rest)) {
    const [tag, name = ''] = found;
    const end = rest.indexOf(`</${name}>`, tag.length);
    if (end < 0) return null;
    messages.push({ role: name as Role, content: contentOf(rest.slice(tag.length, end)) });
    rest = rest.slice(end + name.length + '</>'.length);
  }
  return messages.length === 0 || rest.trim() !== '' ? null : messages;
}

/** The lines between the tags are indented as a whole. */
function contentOf(inside: string): string {
  const content = inside.replace(/^[ \t]*\r?\n/, '').replace(/\r?\n[ \t]*$/, '');
  const lines = content.split('\n');
  const isIndented = lines.every((line) => line.trim() === '' || line.startsWith('  '));
  return isIndented ? lines.map((line) => line.replace(/^ {2}/, '')).join('\n') : content;
}

/** A maximum of -1 is none. */
function settingsOf(fields: Fields) {
  const given = parameters.flatMap((name): [string, unknown][] => {
    const value = fields[name];
    return value === undefined || (name === 'max_tokens' && value === -1) ? [] : [[name, value]];
  });
  const { tools, other, ...plain } = Object.fromEntries(given);
  const functions = Tools.safeParse(tools).data;
  return settingsOfParameters({
    ...plain,
    ...z.record(z.string(), z.unknown()).catch({}).parse(other),
    ...(functions === undefined ? {} : { tools: functions }),
  });
}
