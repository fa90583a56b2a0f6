/**
 * Reads prompts as LangChain serializes them, and as LangSmith gives them: `GET /api/v1/commits/{owner}/{repo}/latest`
 * answers with a manifest. Templates are f-strings, mustache, or Jinja, which stays as it is.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { hasSettings, isSetting, type PromptSettings } from '#shared/model/prompt-settings.ts';
import { type Candidate, type CandidateValueSet, promptCandidate, refusedCandidate } from '../candidate.ts';
import { FileRefused, type Reason } from '../files.ts';
import { stemOf } from '../paths.ts';
import type { ReadOptions } from '../read-options.ts';
import { chatText, placeMessage, placeRemark } from './chat-text.ts';
import { valueFormat } from './format.ts';
import { asAttribute, settingsOfParameters } from './parameters.ts';
import { fromFString, fromMustache } from './templates/template-forms.ts';

const Fields = z.record(z.string(), z.unknown());
const Manifest = z.looseObject({
  lc: z.int(),
  type: z.literal('constructor'),
  id: z.array(z.string()),
  kwargs: Fields,
});
type Manifest = z.infer<typeof Manifest>;

const Wrapped = z.looseObject({
  manifest: z.unknown().optional(),
  last_commit_manifest: z.unknown().optional(),
  object: z.unknown().optional(),
  repo: z.string().optional(),
  repo_handle: z.string().optional(),
  name: z.string().optional(),
  description: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});
const Repos = z.looseObject({ repos: z.array(z.unknown()) });
const Template = z.looseObject({
  template: z.string(),
  template_format: z.enum(['f-string', 'mustache', 'jinja2']).default('f-string'),
  partial_variables: Fields.nullish(),
});
/** The older form, also in YAML. */
const Typed = Template.extend({ _type: z.literal('prompt') });
const Metadata = z.looseObject({ lc_hub_repo: z.string() });

type Found = { manifest: unknown; title: string | null; tags: readonly string[] };

export const langchainFormat = valueFormat({
  name: 'LangChain',
  find: langchainEntries,
  read: (found, { file, options }) => readLangchain(file.path, found, options),
});

/** Returns the prompts if a value is one of LangChain's, or a list of them; null if it is anything else. */
function langchainEntries(value: unknown): Found[] | null {
  const repos = Repos.safeParse(value);
  const entries = repos.success ? repos.data.repos : Array.isArray(value) ? value : [value];
  const found = entries.map(foundIn);
  return found.length > 0 && found.every((each) => each !== null)
    ? found.filter((each) => each !== null)
    : null;
}

function foundIn(value: unknown): Found | null {
  if (Manifest.safeParse(value).success || Typed.safeParse(value).success) {
    return { manifest: value, title: null, tags: [] };
  }
  const wrapped = Wrapped.safeParse(value);
  if (!wrapped.success) return null;
  const {
    manifest,
    last_commit_manifest: last,
    object,
    repo,
    repo_handle: handle,
    name,
    tags,
  } = wrapped.data;
  const inside = manifest ?? last ?? object;
  if (!Manifest.safeParse(inside).success) return null;
  return { manifest: inside, title: repo ?? handle ?? name ?? null, tags: tags ?? [] };
}

function* readLangchain(path: string, found: readonly Found[], options: ReadOptions): Generator<Candidate> {
  for (const [index, { manifest, title, tags }] of found.entries()) {
    const source = found.length === 1 ? path : `${path}: ${title ?? index + 1}`;
    try {
      const read = readManifest(manifest);
      yield promptCandidate({
        ...{
          source,
          project: options.project,
          title: title ?? read.title ?? stemOf(path),
          content: read.text,
        },
        ...{ valueSets: read.valueSets, remarks: read.remarks },
        attributes: {
          ...(tags.length === 0 ? {} : { tags: tags.map((tag) => tag.replaceAll(',', ' ')) }),
          ...asAttribute(read.settings ?? null),
        },
      });
    } catch (failure) {
      if (!(failure instanceof FileRefused)) throw failure;
      yield refusedCandidate(source, failure.reason);
    }
  }
}

type ReadManifest = {
  text: string;
  title: string | null;
  valueSets: CandidateValueSet[];
  remarks: Reason[];
  settings?: PromptSettings;
};

function readManifest(value: unknown): ReadManifest {
  const typed = Typed.safeParse(value);
  if (typed.success) return ofTemplate(typed.data, null);
  const manifest = Manifest.parse(value);
  const { kwargs } = manifest;
  const title = Metadata.safeParse(kwargs.metadata).data?.lc_hub_repo ?? null;
  switch (manifest.id.at(-1)) {
    case 'PromptTemplate':
      return ofTemplate(parsedTemplate(kwargs), title);
    case 'ChatPromptTemplate':
      return { ...ofMessages(kwargs), title };
    case 'StructuredPrompt':
      return { ...withSchema(ofMessages(kwargs), kwargs.schema_ ?? kwargs.schema), title };
    case 'RunnableSequence': {
      const first = readManifest(kwargs.first);
      return { ...withModel(first, kwargs.last), title: title ?? first.title };
    }
    default:
      throw notRead();
  }
}

function ofTemplate(template: z.infer<typeof Template>, title: string | null): ReadManifest {
  const { text, remarks } = converted(template);
  return { text, title, remarks, valueSets: partialSet(template.partial_variables ?? {}) };
}

function ofMessages(kwargs: Manifest['kwargs']): Omit<ReadManifest, 'title'> {
  if (!Array.isArray(kwargs.messages)) throw notRead();
  const remarks: Reason[] = [];
  const messages: { role: string; content: string }[] = [];
  for (const each of kwargs.messages) {
    const read = messageOf(each, remarks);
    // Pictures: nothing of them is lost in the JSON.
    if (read === null)
      return { text: JSON.stringify(kwargs.messages, null, 2), remarks: [asJson], valueSets: [] };
    messages.push(read);
  }
  const partial = Fields.safeParse(kwargs.partial_variables);
  return { text: chatText(messages), remarks, valueSets: partialSet(partial.data ?? {}) };
}

const asJson: Reason = {
  sentence: message('This prompt has messages that are not text. It is imported as JSON.'),
};

const rolesOf: Readonly<Record<string, string>> = {
  ...{
    SystemMessagePromptTemplate: 'system',
    HumanMessagePromptTemplate: 'user',
    AIMessagePromptTemplate: 'assistant',
  },
  ...{ SystemMessage: 'system', HumanMessage: 'user', AIMessage: 'assistant' },
};

function messageOf(value: unknown, remarks: Reason[]): { role: string; content: string } | null {
  const parsed = Manifest.safeParse(value);
  if (!parsed.success) return null;
  const { id, kwargs } = parsed.data;
  const kind = id.at(-1) ?? '';
  if (kind === 'MessagesPlaceholder' && typeof kwargs.variable_name === 'string') {
    remarks.push(placeRemark(kwargs.variable_name));
    return placeMessage(kwargs.variable_name);
  }
  const named = kind === 'ChatMessagePromptTemplate' ? kwargs.role : rolesOf[kind];
  if (typeof named !== 'string' || !/^(system|developer|user|assistant|tool|human|ai)$/.test(named))
    return null;
  if (!kind.endsWith('Template')) {
    const { content } = kwargs;
    return typeof content === 'string' ? { role: named, content } : null;
  }
  const inner = Manifest.safeParse(kwargs.prompt);
  const template = Template.safeParse(inner.success ? inner.data.kwargs : null);
  if (!template.success) return null;
  const read = converted(template.data);
  remarks.push(...read.remarks);
  return { role: named, content: read.text };
}

function converted({ template, template_format: form }: z.infer<typeof Template>) {
  if (form === 'f-string') return fromFString(template);
  return form === 'mustache' ? fromMustache(template) : { text: template, remarks: [] };
}

function parsedTemplate(kwargs: Manifest['kwargs']) {
  const template = Template.safeParse(kwargs);
  if (!template.success) throw notRead();
  return template.data;
}

function partialSet(partial: Readonly<Record<string, unknown>>): CandidateValueSet[] {
  const texts = Object.entries(partial).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return texts.length === 0
    ? []
    : [{ id: null, name: 'Partial variables', values: Object.fromEntries(texts) }];
}

function withSchema(read: Omit<ReadManifest, 'title'>, schema: unknown): Omit<ReadManifest, 'title'> {
  const text = JSON.stringify(schema, null, 2);
  if (!isSetting('answerSchema', text))
    return withRemark(read, message('The schema of the answer is not imported.'));
  return { ...read, settings: { answerFormat: 'json', answerSchema: text } };
}

/** Keys and other secrets stay where they are. */
function withModel(read: ReadManifest, model: unknown): ReadManifest {
  const settings = settingsOfParameters(parametersOfModel(model));
  if (settings === null || !hasSettings(settings))
    return withRemark(read, message('The model and its settings are not imported.'));
  return { ...read, settings: { ...read.settings, ...settings } };
}

function parametersOfModel(value: unknown): Record<string, unknown> {
  const model = Manifest.safeParse(value);
  if (!model.success) return {};
  const { id, kwargs } = model.data;
  if (id.at(-1) === 'RunnableBinding') {
    const own = Fields.safeParse(kwargs.kwargs).data ?? {};
    return { ...parametersOfModel(kwargs.bound), ...withoutSecrets(own) };
  }
  return withoutSecrets(kwargs);
}

const Secret = z.looseObject({ lc: z.int(), type: z.string() });

function withoutSecrets(kwargs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isOpen = ([name, value]: [string, unknown]) =>
    !Secret.safeParse(value).success && !/api_?key|secret|password/i.test(name);
  return Object.fromEntries(Object.entries(kwargs).filter(isOpen));
}

function withRemark<Read extends { remarks: Reason[] }>(read: Read, sentence: string): Read {
  return { ...read, remarks: [...read.remarks, { sentence }] };
}

function notRead(): FileRefused {
  return new FileRefused({ sentence: message('This is a kind of LangChain prompt that is not read.') });
}
