/**
 * Reads and writes the prompts of Open WebUI as its workspace exports and imports them (docs.openwebui.com/features/
 * ai-knowledge/prompts): a JSON list of a command, a title or name, and a text. Whose a prompt is and who may use it stays
 * there.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import { utf8 } from '../../bytes.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import type { OutputFile } from '../../files.ts';
import { skillName } from '../agents/skill-fields.ts';
import type { ExportedPrompt } from '../exported-prompt.ts';
import { type ReadFile, valueFormat } from '../format.ts';
import { asAttribute } from '../parameters.ts';
import { FreeNames } from '../parts/free-names.ts';
import { notesOf } from '../parts/notes.ts';
import { OwnPart, ownField, ownPartOf, ownProject, ownSets } from '../parts/own-part.ts';
import { tagsOf } from '../tags.ts';
import { fromWebui, toWebui } from './webui-variables.ts';

const Item = z
  .looseObject({
    command: z.string().min(1),
    content: z.string(),
    title: z.string().optional().catch(undefined),
    name: z.string().optional().catch(undefined),
    tags: z.array(z.unknown()).nullish().catch(null),
    [ownField]: OwnPart.optional().catch(undefined),
  })
  .refine(({ title, name }) => title !== undefined || name !== undefined);

export const openWebuiFormat = valueFormat({
  name: 'Open WebUI',
  find(value) {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return Item.safeParse(list[0]).success ? list : null;
  },
  *read(list, of) {
    for (const [index, entry] of list.entries()) yield promptOf(entry, { of, index });
  },
});

function promptOf(entry: unknown, { of, index }: { of: ReadFile; index: number }): Candidate {
  const source = `${of.file.path}:${index + 1}`;
  const item = Item.safeParse(entry).data;
  if (item === undefined) {
    return refusedCandidate(source, { sentence: message('This entry is not a prompt of Open WebUI.') });
  }
  const { command, content, title, name, tags, [ownField]: own } = item;
  if (own === undefined && isBlank(content))
    return refusedCandidate(source, { sentence: message('This prompt has no text.') });
  const read = fromWebui(content);
  const isAsWritten = own?.text !== undefined && toWebui(own.text) === content;
  const all = tagsOf(tags);
  return promptCandidate({
    ...{
      source,
      title: [title, name, command].find((each) => each !== undefined && !isBlank(each)) ?? command,
    },
    project: ownProject(own, of.options.project),
    content: isAsWritten && own.text !== undefined ? own.text : read.text,
    notes: own === undefined ? notesOf('open-webui', [`/${command.replace(/^\//, '')}`]) : '',
    valueSets: own === undefined ? [] : ownSets(own),
    attributes: { ...(all.length === 0 ? {} : { tags: all }), ...asAttribute(own?.settings ?? null) },
    remarks: isAsWritten ? [] : read.remarks,
  });
}

type Prompts = AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>;

/** Returns one file that the workspace imports. */
export async function writeOpenWebui(
  prompts: Prompts,
  { modified }: { modified: string },
): Promise<OutputFile> {
  const commands = new FreeNames();
  const items: unknown[] = [];
  for await (const { title, text, settings, valueSets, project } of prompts) {
    const command = commands.take(skillName(title));
    const content = toWebui(text.toWellFormed());
    const own = ownPartOf({ title, text, settings, valueSets, project }, { text: fromWebui(content).text });
    items.push({ command, title, name: title, content, [ownField]: own });
  }
  return { path: 'open-webui-prompts.json', modified, content: utf8(JSON.stringify(items, null, 2)) };
}
