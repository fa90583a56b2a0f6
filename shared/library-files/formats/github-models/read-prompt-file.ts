/**
 * Reads a `.prompt.yml` file of GitHub Models (docs.github.com, "Storing prompts in GitHub repositories"): messages, the
 * model with its parameters, and test data, whose rows become value sets or test cases.
 *
 * 1. The description and fields that are not known stand in a note. Where evaluators judge the rows, each is a test case.
 * 2. Of a file that was written here, text, settings and value sets are what they were, unless they were changed in it.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isSameSetting, isSameSettings, PromptSettings } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import {
  type Candidate,
  type CandidateValueSet,
  type PromptCandidate,
  promptCandidate,
  refusedCandidate,
} from '../../candidate.ts';
import { baseOf, stemOf } from '../../paths.ts';
import type { ReadOptions } from '../../read-options.ts';
import { isChat } from '../chat-text.ts';
import { valueFormat } from '../format.ts';
import { asAttribute } from '../parameters.ts';
import { fieldsNote, notesOf } from '../parts/notes.ts';
import { projectOf } from '../text.ts';
import { evaluatorsIn, remarksOnEvaluators } from './evaluators.ts';
import { messagesFor, textOfMessages } from './file-messages.ts';
import { settingFieldNames, settingFields, settingsOfFields } from './file-settings.ts';
import { casesOfRows, rowsOf, rowsOfData, setsOfRows } from './test-data.ts';
import { ownField } from './write-prompt-files.ts';

type Fields = Readonly<Record<string, unknown>>;

const Fields = z.record(z.string(), z.unknown());
const Own = z.looseObject({
  form: z.enum(['chat', 'text']),
  project: z.string().optional(),
  text: z.string().optional(),
  settings: PromptSettings.optional().catch(undefined),
  valueSets: z
    .array(z.looseObject({ name: z.string(), values: z.record(z.string(), z.string()) }))
    .optional()
    .catch(undefined),
});
type Own = z.infer<typeof Own>;

/** Names of a file's fields for which other tools have none. */
const ownKeys = ['modelParameters', 'testData', 'evaluators', 'responseFormat', 'jsonSchema'];
const extension = /(?<=.)\.prompt\.ya?ml$/i;

export function isGithubPromptPath(path: string): boolean {
  return extension.test(baseOf(path));
}

export const githubModelsFormat = valueFormat({
  name: 'GitHub Models',
  find: (value, { file }) => githubPromptFields(file.path, value),
  read: (fields, { file, options }) => [readGithubPrompt(file.path, fields, options)],
});

/** Returns the fields if a value is such a file; null if it is anything else. */
function githubPromptFields(path: string, value: unknown): Fields | null {
  const fields = Fields.safeParse(value).data;
  if (fields === undefined || !('messages' in fields) || 'prompts' in fields || 'prompt' in fields)
    return null;
  const isOne = isChat(fields.messages) && ownKeys.some((key) => key in fields);
  return isGithubPromptPath(path) || isOne ? fields : null;
}

function readGithubPrompt(path: string, fields: Fields, options: ReadOptions): Candidate {
  const { name, messages = [], testData, evaluators, [ownField]: marked, ...others } = fields;
  const list = z.array(z.unknown()).safeParse(messages).data;
  if (list === undefined || (list.length > 0 && !isChat(list))) {
    const sentence = message('The field "{field}" is missing, or is not what it should be.');
    return refusedCandidate(path, { sentence, values: { field: 'messages' } });
  }
  const own = Own.safeParse(marked).data;
  const content = contentOf(list, own);
  if (own === undefined && list.every(isEmpty)) {
    return refusedCandidate(path, { sentence: message('This prompt has no text.') });
  }
  const { settings, rest } = settingsIn(others, own);
  const { valueSets, testCases, remarks } = rowsIn(content, { testData, evaluators, own });
  return promptCandidate({
    ...{
      source: path,
      content,
      valueSets,
      attributes: asAttribute(settings),
      notes: notesOf('github-models', [fieldsNote(rest)]),
    },
    title: typeof name === 'string' && !isBlank(name) ? name : stemOf(path).replace(/(?<=.)\.prompt$/i, ''),
    project: own?.project === undefined ? projectOf(path, options) : { id: null, name: own.project },
    ...{ testCases, remarks },
  });
}

function isEmpty(entry: unknown): boolean {
  const { content } = z.looseObject({ content: z.unknown() }).parse(entry);
  return typeof content === 'string' && isBlank(content);
}

function contentOf(messages: readonly unknown[], own: Own | undefined): string {
  const written = own?.text;
  const isAsWritten = written !== undefined && isSameSetting(messagesFor(written), messages);
  return isAsWritten ? written : textOfMessages(messages, own?.form ?? 'chat');
}

/** Returns the settings, and the fields that are none of them. */
function settingsIn(fields: Fields, own: Own | undefined): { settings: PromptSettings | null; rest: Fields } {
  const isOfSettings = (name: string) => settingFieldNames.some((each) => each === name);
  const inFile = (wanted: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => isOfSettings(name) === wanted));
  const written = inFile(true);
  const kept = own?.settings;
  const isAsWritten = kept !== undefined && isSameSettings(settingFields(kept), written);
  const settings = isAsWritten ? kept : settingsOfFields(written);
  return { settings, rest: settings === null ? fields : inFile(false) };
}

/** Rows that are judged are cases, others are value sets. */
function rowsIn(
  text: string,
  { testData, evaluators, own }: { testData: unknown; evaluators: unknown; own: Own | undefined },
): Pick<PromptCandidate, 'valueSets' | 'testCases' | 'remarks'> {
  const judges = evaluatorsIn(evaluators);
  const cases = casesOfRows(text, testData, judges);
  const lost = remarksOnEvaluators(judges, cases === null ? [] : rowsOfData(testData));
  const written = own?.valueSets;
  if (written !== undefined && isSameSetting(rowsOf(text, written), testData ?? [])) {
    const valueSets = written.map(({ name, values }): CandidateValueSet => ({ id: null, name, values }));
    return { valueSets, testCases: cases?.testCases ?? [], remarks: lost };
  }
  if (cases !== null)
    return { valueSets: [], testCases: cases.testCases, remarks: [...cases.remarks, ...lost] };
  const read = setsOfRows(text, testData);
  return { valueSets: read.valueSets, testCases: [], remarks: [...read.remarks, ...lost] };
}
