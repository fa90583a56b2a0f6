/**
 * Reads prompts of PromptHub as its API gives them (docs.prompthub.us, "Get a project's head"): an object with the request
 * that it would send, alone, under `data`, or in a list.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import { stemOf } from '../../paths.ts';
import { valueText } from '../cases/case-notes.ts';
import { chatText, isChat } from '../chat-text.ts';
import { type ReadFile, valueFormat } from '../format.ts';
import { asAttribute, settingsOfParameters } from '../parameters.ts';
import { notesOf } from '../parts/notes.ts';
import { cellsOf } from '../table.ts';

const Text = z.string().nullish().catch(null);
const Entry = z.looseObject({
  formatted_request: z.looseObject({ messages: z.unknown().optional(), model: z.unknown().optional() }),
  prompt: Text,
  system_message: Text,
  name: Text,
  title: Text,
  commit_title: Text,
  commit_description: Text,
  project: z.looseObject({ name: Text }).nullish().catch(null),
  variables: z.unknown().optional(),
});
type Entry = z.infer<typeof Entry>;

export const prompthubFormat = valueFormat({
  name: 'PromptHub',
  find(value) {
    const inside = cellsOf(value)?.data ?? value;
    const list: unknown[] = Array.isArray(inside) ? inside : [inside];
    return Entry.safeParse(list[0]).success ? list : null;
  },
  *read(list, of) {
    for (const [index, entry] of list.entries()) {
      const source = list.length === 1 ? of.file.path : `${of.file.path}:${index + 1}`;
      yield candidateOf(entry, { of, source });
    }
  },
});

function candidateOf(value: unknown, { of, source }: { of: ReadFile; source: string }): Candidate {
  const entry = Entry.safeParse(value).data;
  const content = entry === undefined ? '' : textOf(entry);
  if (entry === undefined || isBlank(content))
    return refusedCandidate(source, { sentence: message('This prompt has no text.') });
  const { formatted_request: request, project, name, title, commit_title: commit } = entry;
  const { messages: _, system: __, prompt: ___, ...parameters } = request;
  const values = Object.entries(cellsOf(entry.variables) ?? {}).filter(([, each]) => each !== null);
  const titles = [project?.name, name, title].filter((each) => typeof each === 'string' && !isBlank(each));
  return promptCandidate({
    ...{ source, project: of.options.project, content, title: titles[0] ?? stemOf(of.file.path) },
    notes: notesOf('prompthub', [
      [commit, entry.commit_description].filter((part) => part && !isBlank(part)).join('\n\n'),
    ]),
    valueSets:
      values.length === 0
        ? []
        : [
            {
              ...{ id: null, name: 'Default' },
              values: Object.fromEntries(values.map(([key, each]) => [key, valueText(each)])),
            },
          ],
    attributes: asAttribute(settingsOfParameters(parameters)),
  });
}

function textOf({ formatted_request: request, prompt, system_message: system }: Entry): string {
  const before = typeof request.system === 'string' ? [{ role: 'system', content: request.system }] : [];
  if (Array.isArray(request.messages) && isChat(request.messages))
    return chatText([...before, ...request.messages]);
  if (!prompt) return '';
  if (!system) return prompt;
  return chatText([
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ]);
}
