/**
 * Reads a `.prompty` file (prompty.ai/docs, and github.com/microsoft/prompty for both versions of its fields): front matter,
 * then a template of Jinja or Mustache in which `system:` and the like begin a message.
 *
 * 1. The front matter stands in a note, word for word and without keys of an API; the model and its parameters are
 *    settings, defaults and samples are value sets, tags are tags.
 * 2. Of a file that was written here text, settings and value sets are what they were, unless they were changed in it.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { isSameSetting } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import { readFrontMatter } from '../../front-matter.ts';
import { stemOf } from '../../paths.ts';
import { type ReadFile, textFormat } from '../format.ts';
import { asAttribute } from '../parameters.ts';
import { fieldsNote, notesOf } from '../parts/notes.ts';
import { OwnPart, ownField, ownProject, ownSets } from '../parts/own-part.ts';
import { variableNames } from '../promptfoo/nunjucks.ts';
import { tagsOf } from '../tags.ts';
import type { ReadTemplate } from '../templates/pieces.ts';
import { projectOf } from '../text.ts';
import { inputsOf, modelField, setsOfInputs, settingsOfModel } from './prompty-fields.ts';
import { bodyOf, textOfBody } from './prompty-text.ts';
import { sampleOf } from './write-prompty.ts';

type Fields = Readonly<Record<string, unknown>>;

const Metadata = z.looseObject({
  [ownField]: OwnPart.optional().catch(undefined),
  tags: z.unknown().optional(),
});
const Language = z.union([
  z.string(),
  z.looseObject({ format: z.unknown().optional(), type: z.unknown().optional() }),
]);

export const promptyFormat = textFormat({
  ...{ name: 'Prompty', extensions: ['.prompty'] },
  find: (text) => text,
  read: (text, of) => [readPrompty(text, of)],
});

function readPrompty(text: string, { file: { path }, options }: ReadFile): Candidate {
  const split = readFrontMatter(text, { asTexts: ['name', 'description', 'title', 'tags'] });
  if (split.kind === 'refused') return refusedCandidate(path, split.reason);
  const none: Fields = {};
  const { fields, head, body } = split.kind === 'found' ? split : { fields: none, head: '', body: text };
  const metadata = Metadata.safeParse(fields.metadata).data;
  const own = metadata?.[ownField];
  if (own === undefined && isBlank(body)) {
    return refusedCandidate(path, { sentence: message('This prompt has no text.') });
  }
  const language = isMustache(fields.template) ? 'handlebars' : 'jinja';
  const read = textOfBody(body, { form: own?.form ?? 'chat', language });
  const title = typeof fields.name === 'string' && !isBlank(fields.name) ? fields.name : stemOf(path);
  const common = { source: path, title, project: ownProject(own, projectOf(path, options)) };
  if (own !== undefined) return ownPrompt({ fields, body, own, read }, common);
  const tags = tagsOf(fields.tags ?? metadata?.tags);
  const { head: shown, hasKeys } = withoutKeys(head);
  const keys = { sentence: message('Keys of an API in this file are not imported.') };
  return promptCandidate({
    ...{ ...common, content: read.text, valueSets: setsOfInputs(fields) },
    notes: notesOf('prompty', [isBlank(shown) ? '' : `---\n${shown.trimEnd()}\n---`, ...read.comments]),
    attributes: {
      ...(tags.length === 0 ? {} : { tags }),
      ...asAttribute(settingsOfModel(fields.model)),
    },
    remarks: [...read.remarks, ...(hasKeys ? [keys] : [])],
  });
}

type Own = {
  readonly fields: Fields;
  readonly body: string;
  readonly own: OwnPart;
  readonly read: ReadTemplate;
};

/** Returns the prompt of a file that was written here; what was changed in it since counts. */
function ownPrompt(
  { fields, body, own, read }: Own,
  common: Pick<Candidate & { kind: 'prompt' }, 'source' | 'title' | 'project'>,
): Candidate {
  const { name: _, model, inputs, sample, template: __, metadata, ...others } = fields;
  const content = own.text !== undefined && bodyOf(own.text) === body ? own.text : read.text;
  const kept = own.settings;
  const isAsWritten = kept !== undefined && isSameSetting(modelField(kept), model);
  const written = { ...inputsOf(content, variableNames(content)), ...sampleOf(content, own.valueSets ?? []) };
  const isOwnValues = isSameSetting(written, {
    ...(inputs ? { inputs } : {}),
    ...(sample ? { sample } : {}),
  });
  const { [ownField]: ___, ...data } = Metadata.safeParse(metadata).data ?? {};
  const more = { ...others, ...(Object.keys(data).length === 0 ? {} : { metadata: data }) };
  return promptCandidate({
    ...{ ...common, content, notes: notesOf('prompty', [fieldsNote(more)]) },
    valueSets: isOwnValues ? ownSets(own) : setsOfInputs({ inputs, sample }),
    attributes: asAttribute(isAsWritten ? kept : settingsOfModel(model)),
  });
}

function isMustache(template: unknown): boolean {
  const read = Language.safeParse(template).data;
  const kind = typeof read === 'string' ? read : (read?.type ?? read?.format);
  const name = typeof kind === 'object' && kind !== null && 'kind' in kind ? kind.kind : kind;
  return name === 'mustache' || name === 'handlebars';
}

const key =
  /\b(api_?key|secret|password|access_?token)(["']?[ \t]*:[ \t]*)(?!["']?\$\{)("[^"\n]*"|'[^'\n]*'|[^\s,}]+)/gi;

/** References to variables of an environment stay: they are no keys. */
function withoutKeys(head: string): { head: string; hasKeys: boolean } {
  const shown = head.replace(key, '$1$2…');
  return { head: shown, hasKeys: shown !== head };
}
