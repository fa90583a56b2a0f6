/**
 * Reads and writes matches of the text expander espanso (espanso.org/docs/matches/basics): a trigger, and the text that
 * comes in its place. A form asks for values, as a prompt asks for those of its variables.
 *
 * 1. What a program fills in (dates, commands of a shell, the clipboard) is not run: its name is a variable, and is named.
 * 2. A text that is written here comes back as it was.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import { utf8 } from '../../bytes.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import type { OutputFile, Reason } from '../../files.ts';
import { writeYaml } from '../../yaml.ts';
import { skillName } from '../agents/skill-fields.ts';
import type { ExportedPrompt } from '../exported-prompt.ts';
import { type ReadFile, valueFormat } from '../format.ts';
import { asAttribute } from '../parameters.ts';
import { FreeNames } from '../parts/free-names.ts';
import { listed } from '../parts/listed.ts';
import { OwnPart, ownField, ownPartOf, ownProject, ownSets } from '../parts/own-part.ts';
import { formOf, fromForm } from './forms.ts';

const Match = z.looseObject({
  trigger: z.string().optional().catch(undefined),
  triggers: z.array(z.string()).optional().catch(undefined),
  regex: z.string().optional().catch(undefined),
  label: z.string().optional().catch(undefined),
  replace: z.string().optional().catch(undefined),
  markdown: z.string().optional().catch(undefined),
  html: z.string().optional().catch(undefined),
  form: z.string().optional().catch(undefined),
  form_fields: z.record(z.string(), z.unknown()).optional().catch(undefined),
  vars: z
    .array(z.looseObject({ name: z.string(), type: z.string() }))
    .optional()
    .catch(undefined),
  [ownField]: OwnPart.optional().catch(undefined),
});
const File = z.looseObject({ matches: z.array(z.unknown()).min(1) });
const textFields = ['replace', 'markdown', 'html', 'form'] as const;

export const espansoFormat = valueFormat({
  name: 'espanso',
  find(value) {
    const matches = File.safeParse(value).data?.matches;
    const first = Match.safeParse(matches?.[0]).data;
    const isOne =
      first !== undefined && [first.trigger, first.triggers, first.regex].some((each) => each !== undefined);
    return isOne && matches !== undefined ? matches : null;
  },
  *read(matches, of) {
    for (const [index, entry] of matches.entries()) yield promptOf(entry, { of, index });
  },
});

function promptOf(entry: unknown, { of, index }: { of: ReadFile; index: number }): Candidate {
  const match = Match.safeParse(entry).data;
  const trigger = match?.trigger ?? match?.triggers?.[0] ?? match?.regex;
  const source = `${of.file.path}: ${trigger ?? index + 1}`;
  const field = textFields.find((name) => match?.[name] !== undefined);
  const written = field === undefined ? undefined : match?.[field];
  if (match === undefined || written === undefined || (isBlank(written) && match[ownField] === undefined)) {
    return refusedCandidate(source, { sentence: message('This prompt has no text.') });
  }
  const { label, form_fields: fields, vars = [], [ownField]: own } = match;
  const text = fromForm(written, field === 'form' ? (fields ?? {}) : null);
  const isAsWritten = own?.text !== undefined && formOf(own.text).text === written;
  return promptCandidate({
    ...{
      source,
      project: ownProject(own, of.options.project),
      title: own?.title ?? label ?? trigger ?? 'Match',
    },
    content: isAsWritten && own.text !== undefined ? own.text : text,
    valueSets: own === undefined ? [] : ownSets(own),
    attributes: asAttribute(own?.settings ?? null),
    remarks: remarksOf(vars.map(({ name }) => name)),
  });
}

function remarksOf(names: readonly string[]): Reason[] {
  if (names.length === 0) return [];
  const sentence = message('Values that a program fills in are not imported: {names}.');
  return [{ sentence, values: { names: listed(names) } }];
}

/** Returns one file for the folder `match` of espanso, with a trigger for each prompt. */
export async function writeEspanso(
  prompts: AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>,
  { modified }: { modified: string },
): Promise<OutputFile> {
  const triggers = new FreeNames();
  const matches: unknown[] = [];
  for await (const { title, text, settings, valueSets, project } of prompts) {
    const trigger = triggers.take(`:${skillName(title)}`);
    const form = formOf(text.toWellFormed());
    const read = { title, text: fromForm(form.text, form.fields) };
    const own = ownPartOf({ title, text, settings, valueSets, project }, read);
    matches.push({
      ...{ trigger, label: title },
      ...(form.fields === null ? { replace: form.text } : { form: form.text, form_fields: form.fields }),
      [ownField]: own,
    });
  }
  const content = utf8(writeYaml({ matches }, { compat: 'yaml-1.1', asBlocks: ['replace', 'form', 'text'] }));
  return { path: 'promptory.yml', modified, content };
}
