/**
 * Reads prompts of OpenAI as its guide moves them into code (developers.openai.com/api/docs/guides/prompting/
 * migrate-from-prompt-object): a request or an answer of the Responses API, and prompt objects as people kept them.
 *
 * 1. Instructions and input become the messages of a chat, parameters become settings, variables a value set.
 * 2. Several versions of one prompt are its versions. A file that names a prompt by its id alone has no text.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isBlank } from '#shared/model/text.ts';
import {
  type Candidate,
  candidateVersion,
  type PromptCandidate,
  promptCandidate,
  refusedCandidate,
} from '../../candidate.ts';
import type { Reason } from '../../files.ts';
import { stemOf } from '../../paths.ts';
import { valueText } from '../cases/case-notes.ts';
import { chatText } from '../chat-text.ts';
import { type ReadFile, valueFormat } from '../format.ts';
import { asAttribute } from '../parameters.ts';
import { listed } from '../parts/listed.ts';
import { fieldsNote, notesOf } from '../parts/notes.ts';
import { cellsOf } from '../table.ts';
import { settingsOfRequest } from './request-settings.ts';

type Fields = Readonly<Record<string, unknown>>;

const Reference = z
  .looseObject({
    id: z.string().optional(),
    prompt_id: z.string().optional(),
    version: z.unknown().optional(),
    variables: z.unknown().optional(),
  })
  .transform(({ id, prompt_id: other, version, variables }) => ({
    id: id ?? other ?? '',
    version,
    variables,
  }))
  .refine(({ id }) => id.startsWith('pmpt_'));
const Items = z.array(z.looseObject({ role: z.string(), content: z.unknown() })).min(1);
const Text = z.union([z.string(), Items]);
const Request = z.looseObject({
  id: z.string().optional().catch(undefined),
  object: z.string().optional().catch(undefined),
  model: z.string().optional().catch(undefined),
  name: z.string().min(1).optional().catch(undefined),
  title: z.string().min(1).optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  version: z.coerce.number().int().positive().optional().catch(undefined),
  instructions: Text.optional().catch(undefined),
  messages: Text.optional().catch(undefined),
  input: Text.optional().catch(undefined),
  prompt: Reference.optional().catch(undefined),
  variables: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
type Request = z.infer<typeof Request>;

export const openaiFormat = valueFormat({
  name: 'OpenAI',
  find(value) {
    const wrapped = cellsOf(value) ?? {};
    const lists = [value, wrapped.prompts, wrapped.versions, wrapped.data];
    const list: unknown = lists.find((each) => Array.isArray(each));
    const found = requestOf(value);
    if (found !== null) return [found];
    if (!Array.isArray(list) || list.length === 0) return null;
    const all = list.map(requestOf);
    return all.every((each) => each !== null) ? all : null;
  },
  read: readRequests,
});

function requestOf(value: unknown): Request | null {
  const request = Request.safeParse(value).data;
  if (request === undefined) return null;
  const { id, object, model, instructions, input, prompt } = request;
  const isObject = id?.startsWith('pmpt_') === true || object === 'prompt' || prompt !== undefined;
  const isAnswer = object === 'response' && instructions !== undefined;
  const isSent = model !== undefined && (typeof instructions === 'string' || Items.safeParse(input).success);
  return isObject || isAnswer || isSent ? request : null;
}

function* readRequests(found: readonly Request[], of: ReadFile): Generator<Candidate> {
  const byId = Map.groupBy(found, (request) => idOf(request) ?? request);
  const indexes = new Map(found.map((request, index) => [request, index]));
  for (const [key, versions] of byId) {
    const inOrder = versions.toSorted((a, b) => (versionOf(a) ?? 0) - (versionOf(b) ?? 0));
    const source =
      byId.size === 1
        ? of.file.path
        : `${of.file.path}: ${nameOf(inOrder, versions[0] === undefined ? 0 : (indexes.get(versions[0]) ?? 0))}`;
    const isNamed = typeof key === 'string';
    yield candidateOf(inOrder, { source, id: isNamed ? key : null, of });
  }
}

function nameOf(versions: readonly Request[], index: number): string {
  const newest = versions.at(-1);
  return newest?.name ?? newest?.title ?? (newest === undefined ? undefined : idOf(newest)) ?? `${index + 1}`;
}

function idOf({ id, prompt }: Request): string | undefined {
  return id?.startsWith('pmpt_') === true ? id : prompt?.id;
}

function versionOf({ version, prompt }: Request): number | undefined {
  const given = Number(prompt?.version);
  return version ?? (Number.isInteger(given) && given > 0 ? given : undefined);
}

function candidateOf(
  versions: readonly Request[],
  { source, id, of }: { source: string; id: string | null; of: ReadFile },
): Candidate {
  const newest = versions.at(-1);
  const content = newest === undefined ? '' : textOf(newest);
  if (newest === undefined || isBlank(content)) {
    return refusedCandidate(source, {
      sentence: message(
        'This file names a prompt of OpenAI by its id and has no text. Copy the text of the prompt.',
      ),
    });
  }
  const { values, lost } = valuesOf(newest);
  const settings = settingsOfRequest(newest);
  return promptCandidate({
    ...{ source, project: of.options.project, content },
    title: newest.name ?? newest.title ?? id ?? stemOf(of.file.path),
    notes: notesOf('openai', [
      fieldsNote({ description: newest.description, ...(id === null ? {} : { id }) }),
    ]),
    valueSets: Object.keys(values).length === 0 ? [] : [{ id: null, name: 'Variables', values }],
    versions: versions.length < 2 ? [] : versionsOf(versions),
    attributes: asAttribute(settings),
    remarks: lost.length === 0 ? [] : [notText(lost)],
  });
}

function versionsOf(versions: readonly Request[]): PromptCandidate['versions'] {
  return versions.flatMap((each) => {
    const content = textOf(each);
    if (isBlank(content)) return [];
    const version = versionOf(each) ?? null;
    const description = version === null ? 'Imported' : `Imported version ${version}`;
    return [candidateVersion({ version, content, description, settings: settingsOfRequest(each) })];
  });
}

/** Instructions are what the developer sends before all input. */
function textOf({ instructions, messages, input }: Request): string {
  const parts = [
    ...itemsOf(instructions, 'developer'),
    ...itemsOf(messages, 'user'),
    ...itemsOf(input, 'user'),
  ];
  return parts.length === 0 || parts.every(({ content }) => content === '') ? '' : chatText(parts);
}

function itemsOf(given: z.infer<typeof Text> | undefined, role: string) {
  if (given === undefined || given === '') return [];
  if (typeof given === 'string') return [{ role, content: given }];
  return given.map(({ role: own, content, ...others }) => {
    const { type, id: _, status: __, ...rest } = others as Fields;
    const shown = type === 'message' || type === undefined ? rest : { ...rest, type };
    return { role: own, content: plainContent(content), ...shown };
  });
}

const TextPart = z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() });

/** Returns the text of content that is one piece of text; anything else as it is. */
function plainContent(content: unknown): unknown {
  const parts = z.array(TextPart).length(1).safeParse(content).data;
  return parts?.[0]?.text ?? content;
}

function valuesOf({ variables, prompt }: Request): { values: Record<string, string>; lost: string[] } {
  const given = variables ?? cellsOf(prompt?.variables) ?? {};
  const lost: string[] = [];
  const values: [string, string][] = [];
  for (const [name, value] of Object.entries(given)) {
    const text = plainContent([value]);
    if (typeof text === 'string') values.push([name, text]);
    else if (typeof value === 'object' && value !== null) lost.push(name);
    else values.push([name, valueText(value)]);
  }
  return { values: Object.fromEntries(values), lost };
}

function notText(names: readonly string[]): Reason {
  return {
    sentence: message('Values that are no texts are not imported: {names}.'),
    values: { names: listed(names) },
  };
}
