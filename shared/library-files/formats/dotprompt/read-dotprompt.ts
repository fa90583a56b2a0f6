/**
 * Reads a `.prompt` file (google.github.io/dotprompt): front matter and a Handlebars template.
 *
 * 1. The front matter stands in a note, word for word; its model and its configuration are settings, its default values a
 *    value set.
 * 2. Of a file that was written here the text is what it was, and the note has only what was written into it since.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isSameSetting, isSameSettings, PromptSettings } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import {
  type Candidate,
  type CandidateValueSet,
  promptCandidate,
  refusedCandidate,
} from '../../candidate.ts';
import { readFrontMatter } from '../../front-matter.ts';
import { stemOf } from '../../paths.ts';
import type { ReadOptions } from '../../read-options.ts';
import { writeYaml } from '../../yaml.ts';
import { textFormat } from '../format.ts';
import { asAttribute } from '../parameters.ts';
import { notesOf } from '../parts/notes.ts';
import { fromHandlebars } from '../templates/handlebars.ts';
import { projectOf } from '../text.ts';
import { settingFieldNames, settingFields, settingsOfFields } from './dotprompt-settings.ts';
import { templateOf, textOfTemplate } from './dotprompt-template.ts';
import { inputOf, ownFields } from './write-dotprompt.ts';

type Fields = Readonly<Record<string, unknown>>;

const Own = z.looseObject({
  [ownFields.title]: z.string().min(1),
  [ownFields.project]: z.string().optional(),
  [ownFields.text]: z.string().optional(),
  [ownFields.settings]: PromptSettings.optional().catch(undefined),
});
const Defaults = z.looseObject({ input: z.looseObject({ default: z.record(z.string(), z.unknown()) }) });

export const dotpromptFormat = textFormat({
  ...{ name: 'dotprompt', extensions: ['.prompt'] },
  find: (text) => text,
  read: (text, { file, options }) => readDotprompt(file.path, text, options),
});

function* readDotprompt(path: string, text: string, options: ReadOptions): Generator<Candidate> {
  const split = readFrontMatter(text);
  if (split.kind === 'refused') {
    yield refusedCandidate(path, split.reason);
    return;
  }
  const { fields, head, body } = split.kind === 'found' ? split : { fields: {}, head: '', body: text };
  const own = Own.safeParse(fields);
  if (own.success) {
    yield ownPrompt(path, { own: own.data, body }, options);
    return;
  }
  if (isBlank(body)) {
    yield refusedCandidate(path, { sentence: message('This file is empty.') });
    return;
  }
  const read = fromHandlebars(textOfTemplate(body));
  yield promptCandidate({
    ...{ source: path, project: projectOf(path, options), content: read.text },
    ...{ title: stemOf(path), notes: noteOf(head, read.comments), valueSets: defaultSet(fields) },
    attributes: asAttribute(settingsOfFields(fields)),
    remarks: read.remarks,
  });
}

/** Returns the prompt of a file that was written here; what was changed in it since counts. */
function ownPrompt(
  path: string,
  { own, body }: { own: z.infer<typeof Own>; body: string },
  options: ReadOptions,
): Candidate {
  const {
    [ownFields.title]: title,
    [ownFields.project]: project,
    [ownFields.text]: written,
    [ownFields.settings]: kept,
    input,
    ...unknown
  } = own;
  // The export ends a file with a line break of its own.
  const template = body.replace(/\n$/, '');
  const isAsWritten = written !== undefined && templateOf(written.toWellFormed()) === template;
  const content = isAsWritten ? written : textOfTemplate(template);
  const { settings, others } = ownSettings(kept, unknown);
  const isOwnInput = JSON.stringify(input) === JSON.stringify(inputOf(content).input);
  const more = isOwnInput || input === undefined ? others : { ...others, input };
  return promptCandidate({
    ...{ source: path, title, content },
    project: project === undefined ? projectOf(path, options) : { id: null, name: project },
    notes: Object.keys(more).length === 0 ? '' : noteOf(writeYaml(more)),
    valueSets: defaultSet(more),
    attributes: asAttribute(settings),
  });
}

/** Returns the settings as they were written, unless their fields have changed since, and the fields that are none. */
function ownSettings(
  kept: PromptSettings | undefined,
  fields: Fields,
): { settings: PromptSettings; others: Record<string, unknown> } {
  const inFile = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  const isAsWritten = kept !== undefined && isSameSettings(settingFields(kept), inFile(settingFieldNames));
  const settings = isAsWritten ? kept : (settingsOfFields(fields) ?? {});
  const written: Fields = settingFields(settings);
  const isTaken = (name: string) => name in written && isSameSetting(written[name], fields[name]);
  return { settings, others: Object.fromEntries(Object.entries(fields).filter(([name]) => !isTaken(name))) };
}

function noteOf(head: string, comments: readonly string[] = []): string {
  return notesOf('dotprompt', [isBlank(head) ? '' : `---\n${head.trimEnd()}\n---`, ...comments]);
}

function defaultSet(fields: Fields): CandidateValueSet[] {
  const defaults = Defaults.safeParse(fields).data?.input.default ?? {};
  const values = Object.entries(defaults).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return values.length === 0 ? [] : [{ id: null, name: 'Default', values: Object.fromEntries(values) }];
}
