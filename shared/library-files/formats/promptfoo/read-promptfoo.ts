/**
 * Reads a configuration of promptfoo: its prompts, in it or in files that it names, and its tests. A test with assertions
 * is a case of the prompts that it is for; one without is a value set of those that have its variables.
 *
 * 1. A file that it names is read only if it is among the files that were given; code is never run.
 * 2. What does not come along is named: scenarios, tests in code, prompts in code.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import { bounds } from '../../bounds.ts';
import { textOf, withoutMark } from '../../bytes.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import { FileRefused, type InputFile, type Reason } from '../../files.ts';
import { baseOf, extensionOf, folderOf, stemOf } from '../../paths.ts';
import type { ReadOptions } from '../../read-options.ts';
import { readYaml } from '../../yaml.ts';
import { addCasesFile, scenariosRemark } from '../cases/read-cases-file.ts';
import { TestReader } from '../cases/test-reader.ts';
import { TestsOfPrompts } from '../cases/tests-of-prompts.ts';
import { chatText, isChat } from '../chat-text.ts';
import { valueFormat } from '../format.ts';
import { asAttribute } from '../parameters.ts';
import { resolved } from '../parts/resolved.ts';
import { cellsOf } from '../table.ts';
import { titleFromText } from '../titles.ts';
import { ownDescription, settingsOfConfig, unguarded } from './write-promptfoo.ts';

const Prompt = z.looseObject({
  id: z.string().optional(),
  label: z.string().optional(),
  raw: z.string().optional(),
  config: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const Prompts = z.union([z.string().transform((one) => [one]), z.array(z.unknown()).min(1)]);
const Config = z.looseObject({
  description: z.string().optional(),
  prompts: Prompts,
  tests: z.unknown().optional(),
  defaultTest: z.unknown().optional(),
  scenarios: z.unknown().optional(),
  providers: z.unknown().optional(),
  targets: z.unknown().optional(),
});
type Config = z.infer<typeof Config>;

type Settings = Readonly<Record<string, unknown>>;
type FoundPrompt = {
  source: string;
  title: string | null;
  text: string;
  config: Settings;
  /** The names by which a test may mean it. */
  labels: readonly string[];
};

/** One of these stands in every configuration that can be run. */
const ownKeys = ['providers', 'targets', 'tests', 'defaultTest', 'scenarios', 'redteam'];
const Written = z.union([
  z.string(),
  Prompt.refine((entry) => entry.raw !== undefined || (entry.id !== undefined && !hasForeignField(entry))),
]);
/** Fields in which other programs have the text whose id stands beside it. */
const foreignFields = ['content', 'text', 'prompt', 'body', 'template', 'title'];
const hasForeignField = (entry: object) => foreignFields.some((name) => name in entry);

export const promptfooFormat = valueFormat({
  name: 'promptfoo',
  find: (value, { file }) => promptfooConfig(file.path, value),
  read: (config, { file, options }) => readPromptfoo(file.path, config, options),
});

/**
 * Returns the configuration if a value is one; null if it is anything else: other programs have a list of `prompts` too,
 * with ids that are no texts.
 */
function promptfooConfig(path: string, value: unknown): Config | null {
  const cells = cellsOf(value);
  const parsed = Config.safeParse(value);
  if (cells === null || !parsed.success) return null;
  const { prompts } = parsed.data;
  const isNamed = /^promptfooconfig/i.test(baseOf(path)) || ownKeys.some((key) => key in cells);
  const isOne = isNamed
    ? prompts.some(isWritten)
    : prompts.every((entry) => typeof entry === 'string' || isRaw(entry));
  return isOne ? parsed.data : null;
}

const isWritten = (entry: unknown) => Written.safeParse(entry).success;
const isRaw = (entry: unknown) => Prompt.safeParse(entry).data?.raw !== undefined;

async function* readPromptfoo(path: string, config: Config, options: ReadOptions): AsyncGenerator<Candidate> {
  const isOwn = config.description === ownDescription;
  const reading = new Reading(path, { ...options, isOwn });
  const found = await reading.tests(config);
  const remarks = found.remarks();
  const tests = new TestsOfPrompts(found.tests);
  const provider = isOwn ? {} : providerConfig(config, remarks);
  const name = config.description ?? (/^promptfooconfig/i.test(baseOf(path)) ? null : stemOf(path));
  const project = name === null || name.trim() === '' ? options.project : { id: null, name };
  for (const [index, entry] of config.prompts.entries()) {
    for await (const found of reading.prompts(entry, index)) {
      if ('kind' in found) yield found;
      else if (isBlank(found.text)) {
        yield refusedCandidate(found.source, { sentence: message('This prompt has no text.') });
      } else {
        const settings = settingsOfConfig({ ...provider, ...found.config });
        yield candidateOf(found, { project, tests, remarks, settings });
      }
    }
  }
}

function candidateOf(
  { source, title, text, labels }: FoundPrompt,
  {
    project,
    tests,
    remarks,
    settings,
  }: {
    project: ReadOptions['project'];
    tests: TestsOfPrompts;
    remarks: readonly Reason[];
    settings: PromptSettings | null;
  },
): Candidate {
  const { valueSets, testCases, lost } = tests.of(text, labels);
  const more: Reason[] =
    lost === 0
      ? []
      : [{ sentence: message('{count, number} more tests are not imported.'), values: { count: lost } }];
  return promptCandidate({
    ...{ source, project, title: title ?? titleFromText(text), content: text, valueSets, testCases },
    attributes: asAttribute(settings),
    remarks: [...remarks, ...more],
  });
}

const Provider = z.union([
  z.string().transform((id) => ({ id, config: {} })),
  z.looseObject({ id: z.string(), config: z.record(z.string(), z.unknown()).default({}) }),
]);

/** Returns the model of the only provider, and how it is configured; which of several a prompt is meant for, nobody says. */
function providerConfig({ providers, targets }: Config, remarks: Reason[]): Settings {
  const given = providers ?? targets ?? [];
  const all = z.array(Provider).safeParse(Array.isArray(given) ? given : [given]).data ?? [];
  const [only, ...others] = all.filter(({ id }) => id !== 'echo');
  if (only === undefined) return {};
  if (others.length > 0) {
    remarks.push({ sentence: message('The settings of several providers are not imported.') });
    return {};
  }
  const model = only.id.split(':').at(-1) ?? '';
  return { ...(model === '' || /^(file|exec|https?)\b/.test(only.id) ? {} : { model }), ...only.config };
}

class Reading {
  readonly #path: string;
  readonly #options: ReadOptions & { readonly isOwn: boolean };

  /** `isOwn`: the configuration was written here. */
  constructor(path: string, options: ReadOptions & { readonly isOwn: boolean }) {
    this.#path = path;
    this.#options = options;
  }

  async *prompts(entry: unknown, index: number): AsyncGenerator<FoundPrompt | Candidate> {
    const source = `${this.#path}: prompts[${index}]`;
    const parsed = Prompt.safeParse(entry);
    const text = typeof entry === 'string' ? entry : (parsed.data?.raw ?? parsed.data?.id);
    if (text === undefined) {
      yield refusedCandidate(source, { sentence: message('This prompt has no text.') });
      return;
    }
    const title = parsed.data?.label ?? (parsed.data?.raw === undefined ? null : (parsed.data.id ?? null));
    const file = this.#named(text);
    const { config = {} } = parsed.data ?? {};
    const own = this.#options.isOwn ? unguarded(chatOf(text)) : chatOf(text);
    const labels = [parsed.data?.label, parsed.data?.id, text].filter((each) => each !== undefined);
    if (file === null) yield { source, title, text: own, config, labels };
    else yield* this.#fromFile(file, { source, title, config, labels });
  }

  /** Returns the path of a file if the text is one; null if it is a prompt. */
  #named(text: string): string | null {
    const isMarked = text.startsWith('file://');
    const name = isMarked ? text.slice('file://'.length) : text;
    if (!isMarked && (/[\n{]/.test(text) || text.length > 300)) return null;
    const path = resolved(folderOf(this.#path), name);
    if (path !== null && this.#options.folders.get(path) !== undefined) return path;
    return isMarked || /\.(txt|md|json|ya?ml|jsonl|csv|js|ts|mjs|cjs|py|j2)$/i.test(text)
      ? (path ?? '')
      : null;
  }

  async *#fromFile(path: string, { source, title, config, labels }: Omit<FoundPrompt, 'text'>) {
    const { folders } = this.#options;
    const file = folders.get(path);
    const extension = extensionOf(path);
    if (/^\.(js|ts|mjs|cjs|py)$/.test(extension)) {
      yield refusedCandidate(source, { sentence: message('This prompt is made by code, which is not run.') });
      return;
    }
    if (file === undefined) {
      yield refusedCandidate(source, { sentence: message('The file that it names is not among the files.') });
      return;
    }
    if (folders.has(path)) folders.take(path);
    const text = withoutMark(await textOf(file, bounds.promptBytes));
    const texts =
      extension === '.json' ? [chatOf(text)] : /^\.ya?ml$/.test(extension) ? [yamlChat(text)] : parts(text);
    for (const [index, part] of texts.entries()) {
      const name = title ?? stemOf(path);
      const own = texts.length === 1 ? name : `${name} ${index + 1}`;
      yield { source: path, title: own, text: part, config, labels };
    }
  }

  async tests(config: Config): Promise<TestReader> {
    const reader = new TestReader(config);
    if (config.scenarios !== undefined) reader.leaveOut(scenariosRemark());
    const { tests = [] } = config;
    const entries = (Array.isArray(tests) ? tests : [tests]).filter((entry: unknown) => entry !== null);
    if (entries.length === 0 && reader.isUsualACase) reader.add({});
    for (const entry of entries) {
      const file = typeof entry === 'string' ? this.#testsFile(entry) : undefined;
      if (file === undefined) reader.add(entry);
      else await this.#addFile(file, reader);
    }
    return reader;
  }

  #testsFile(name: string): InputFile | undefined {
    const path = resolved(folderOf(this.#path), name.replace(/^file:\/\//, ''));
    return path === null || !testFiles.test(path) ? undefined : this.#options.folders.get(path);
  }

  async #addFile(file: InputFile, reader: TestReader): Promise<void> {
    const { folders } = this.#options;
    if (folders.has(file.path)) folders.take(file.path);
    try {
      await addCasesFile(file, reader, []);
    } catch (failure) {
      if (!(failure instanceof FileRefused)) throw failure;
      reader.leaveOut(failure.reason);
    }
  }
}

const testFiles = /\.(csv|tsv|jsonl|ndjson|json|ya?ml)$/i;

/** A prompt that is a list of messages, as JSON, is a chat. */
function chatOf(text: string): string {
  if (!text.trimStart().startsWith('[')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isChat(value) ? chatText(value) : text;
  } catch {
    // A template may be JSON only when it is filled in.
    return text;
  }
}

function yamlChat(text: string): string {
  const read = readYaml(text);
  return read.ok && isChat(read.value) ? chatText(read.value) : text;
}

/** A text file has several prompts, between lines of three dashes. */
function parts(text: string): string[] {
  return text.split(/^---[ \t]*$\r?\n?/m).filter((part) => !isBlank(part));
}
