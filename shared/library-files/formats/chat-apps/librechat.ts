/**
 * Reads presets of LibreChat (librechat.ai/docs/user_guides/presets), one or a list of them, as its dialog exports them, and
 * prompts as its API gives them (`GET /api/prompts/groups`, librechat.ai/docs/features/prompts).
 *
 * 1. The instructions of a preset are the text, its parameters settings. Ids and places of LibreChat stay there; other
 *    fields stand in a note.
 * 2. `{{tone:warm|plain}}`, a choice in LibreChat, is one here.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import { stemOf } from '../../paths.ts';
import { type ReadFile, valueFormat } from '../format.ts';
import { asAttribute } from '../parameters.ts';
import { fieldsNote, notesOf } from '../parts/notes.ts';
import { OwnPart, ownField, ownProject, ownSets } from '../parts/own-part.ts';
import { cellsOf } from '../table.ts';
import { tagsOf } from '../tags.ts';
import { projectOf } from '../text.ts';
import { fromLibrechat, presetSettings, toLibrechat } from './preset-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

const Preset = z
  .looseObject({
    endpoint: z.string(),
    title: z.string().nullish().catch(null),
    promptPrefix: z.string().nullish().catch(null),
    system: z.string().nullish().catch(null),
    instructions: z.string().nullish().catch(null),
    [ownField]: OwnPart.optional().catch(undefined),
  })
  .refine((fields) =>
    ['presetId', 'promptPrefix', 'chatGptLabel', 'modelLabel'].some((key) => key in fields),
  );
type Preset = z.infer<typeof Preset>;
const Body = z.looseObject({ prompt: z.string() });
const Group = z.looseObject({
  name: z.string().min(1),
  productionPrompt: Body,
  oneliner: z.string().nullish().catch(null),
  category: z.string().nullish().catch(null),
  command: z.string().nullish().catch(null),
});
const Created = z.looseObject({ prompt: Body, group: Group.omit({ productionPrompt: true }) });

export const librechatFormat = valueFormat({
  name: 'LibreChat',
  find(value) {
    const list = listIn(value);
    return isOne(list[0]) ? list : null;
  },
  *read(list, of) {
    for (const [index, entry] of list.entries()) {
      const source = list.length === 1 ? of.file.path : `${of.file.path}:${index + 1}`;
      yield candidateOf(entry, { of, source });
    }
  },
});

function listIn(value: unknown): readonly unknown[] {
  const groups = cellsOf(value)?.promptGroups;
  return Array.isArray(groups) ? groups : Array.isArray(value) ? value : [value];
}

function isOne(value: unknown): boolean {
  return [Preset, Group, Created].some((schema) => schema.safeParse(value).success);
}

type Of = { readonly of: ReadFile; readonly source: string };

function candidateOf(entry: unknown, { of, source }: Of): Candidate {
  const preset = Preset.safeParse(entry).data;
  if (preset !== undefined) return presetOf(preset, { of, source });
  const created = Created.safeParse(entry).data;
  const group = Group.safeParse(
    created === undefined ? entry : { ...created.group, productionPrompt: created.prompt },
  );
  if (!group.success) {
    return refusedCandidate(source, { sentence: message('This entry is not a prompt of LibreChat.') });
  }
  const { name, productionPrompt, oneliner, category, command } = group.data;
  if (isBlank(productionPrompt.prompt)) return refusedCandidate(source, noText);
  const read = fromLibrechat(productionPrompt.prompt);
  const tags = tagsOf(category);
  return promptCandidate({
    ...{ source, project: of.options.project, title: name, content: read.text, remarks: read.remarks },
    notes: notesOf('librechat', [oneliner ?? '', isBlank(command ?? '') ? '' : `/${command}`]),
    attributes: tags.length === 0 ? {} : { tags },
  });
}

const noText = { sentence: message('This prompt has no text.') };

function presetOf(preset: Preset, { of, source }: Of): Candidate {
  const { title, promptPrefix, system, instructions, [ownField]: own, ...others } = preset;
  const written = [promptPrefix, system, instructions].find(
    (each) => typeof each === 'string' && !isBlank(each),
  );
  if (own === undefined && (written === undefined || written === null))
    return refusedCandidate(source, noText);
  const prefix = promptPrefix ?? written ?? '';
  const read = fromLibrechat(own === undefined ? (written ?? '') : prefix);
  const isAsWritten = own?.text !== undefined && toLibrechat(own.text) === prefix;
  const { settings, rest } = presetSettings(others, own?.settings);
  return promptCandidate({
    ...{ source, project: ownProject(own, projectOf(of.file.path, of.options)) },
    title: own?.title ?? (typeof title === 'string' && !isBlank(title) ? title : stemOf(of.file.path)),
    content: isAsWritten && own.text !== undefined ? own.text : read.text,
    notes: notesOf('librechat', [own === undefined ? fieldsNote(withoutPlace(rest)) : '']),
    valueSets: own === undefined ? [] : ownSets(own),
    attributes: asAttribute(settings),
    remarks: isAsWritten ? [] : read.remarks,
  });
}

const places =
  /^(presetId|_id|__v|id|user|order|defaultPreset|conversationId|createdAt|updatedAt|iconURL|spec)$/;

function withoutPlace(fields: Fields): Fields {
  const isKept = ([name, value]: [string, unknown]) => !places.test(name) && value !== null && value !== '';
  return Object.fromEntries(Object.entries(fields).filter(isKept));
}
