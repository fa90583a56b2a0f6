/**
 * Reads a configuration of promptfoo: its prompts, in it or in files that it names, and its tests, whose variables
 * become value sets of the prompts that have them.
 *
 * 1. A file that it names is read only if it is among the files that were given; code is never run.
 * 2. What does not come along is named: tests with lists of values, tests in code, prompts in code.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { limits } from '#shared/model/limits.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import { bounds } from '../bounds.ts';
import { textOf, withoutMark } from '../bytes.ts';
import { type Candidate, type CandidateValueSet, promptCandidate, refusedCandidate } from '../candidate.ts';
import type { Reason } from '../files.ts';
import { baseOf, extensionOf, folderOf, stemOf } from '../paths.ts';
import type { ReadOptions } from '../read-options.ts';
import { readYaml } from '../yaml.ts';
import { chatText, isChat } from './chat-text.ts';
import { readCsv } from './csv.ts';
import { asAttribute } from './parameters.ts';
import { cellsOf } from './table.ts';
import { titleFromText } from './titles.ts';
import { ownDescription, settingsOfConfig, unguarded, unguardedValue } from './write-promptfoo.ts';

const Prompt = z.looseObject({
  id: z.string().optional(),
  label: z.string().optional(),
  raw: z.string().optional(),
  config: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const Prompts = z.union([z.string().transform((one) => [one]), z.array(z.unknown()).min(1)]);
const Test = z.looseObject({ description: z.string().optional(), vars: z.unknown() });
const Config = z.looseObject({
  description: z.string().optional(),
  prompts: Prompts,
  tests: z.union([z.string().transform((one) => [one]), z.array(z.unknown())]).nullish(),
  defaultTest: Test.nullish().catch(undefined),
  providers: z.unknown().optional(),
  targets: z.unknown().optional(),
});
type Config = z.infer<typeof Config>;

type Settings = Readonly<Record<string, unknown>>;
type FoundPrompt = { source: string; title: string | null; text: string; config: Settings };
type FoundTest = { name: string; values: Readonly<Record<string, string>> };

/** One of these stands in every configuration that can be run. */
const ownKeys = ['providers', 'targets', 'tests', 'defaultTest', 'scenarios', 'redteam'];
const Written = z.union([z.string(), Prompt.refine(({ raw, id }) => (raw ?? id) !== undefined)]);

/**
 * Returns the configuration if a value is one; null if it is anything else: other programs have a list of `prompts` too,
 * with ids that are no texts.
 */
export function promptfooConfig(path: string, value: unknown): Config | null {
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

export async function* readPromptfoo(
  path: string,
  config: Config,
  options: ReadOptions,
): AsyncGenerator<Candidate> {
  const isOwn = config.description === ownDescription;
  const reading = new Reading(path, { ...options, isOwn });
  const remarks: Reason[] = [];
  const tests = await reading.tests(config, remarks);
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
  { source, title, text }: FoundPrompt,
  {
    project,
    tests,
    remarks,
    settings,
  }: {
    project: ReadOptions['project'];
    tests: readonly FoundTest[];
    remarks: readonly Reason[];
    settings: PromptSettings | null;
  },
): Candidate {
  const names = new Set(readPrompt(text).found.variables.map((variable) => variable.name));
  const sets = new Map<string, CandidateValueSet>();
  for (const { name, values } of tests) {
    const own = Object.entries(values).filter(([variable]) => names.has(variable));
    const key = JSON.stringify(own);
    if (own.length === 0 || sets.has(key)) continue;
    sets.set(key, {
      id: null,
      name: shortTitle(name, limits.valueSetNameLength) || 'Test',
      values: Object.fromEntries(own),
    });
  }
  const valueSets = [...sets.values()].slice(0, limits.valueSetsPerPrompt);
  const lost = sets.size - valueSets.length;
  const more: Reason[] =
    lost === 0
      ? []
      : [{ sentence: message('{count, number} more tests are not imported.'), values: { count: lost } }];
  return promptCandidate({
    ...{ source, project, title: title ?? titleFromText(text), content: text, valueSets },
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
    if (file === null) yield { source, title, text: own, config };
    else yield* this.#fromFile(file, { source, title, config });
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

  async *#fromFile(path: string, { source, title, config }: Omit<FoundPrompt, 'text'>) {
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
      yield { source: path, title: texts.length === 1 ? name : `${name} ${index + 1}`, text: part, config };
    }
  }

  async tests({ tests, defaultTest }: Config, remarks: Reason[]): Promise<FoundTest[]> {
    const usual = cellsOf(defaultTest?.vars) ?? {};
    const found: FoundTest[] = [];
    for (const entry of tests ?? []) {
      if (typeof entry === 'string') found.push(...(await this.#testsOfFile(entry, remarks)));
      const { description, vars } = Test.safeParse(entry).data ?? {};
      const own = cellsOf(vars);
      if (own === null) continue;
      const name = description ?? `Test ${found.length + 1}`;
      const values = valuesOf({ ...usual, ...own });
      if (values === null)
        remarks.push({ sentence: message('Tests with lists of values are not imported.') });
      else found.push({ name, values });
    }
    return found;
  }

  async #testsOfFile(name: string, remarks: Reason[]): Promise<FoundTest[]> {
    const path = resolved(folderOf(this.#path), name.replace(/^file:\/\//, ''));
    const file = path === null ? undefined : this.#options.folders.get(path);
    if (path === null || file === undefined || extensionOf(path) !== '.csv') {
      remarks.push({
        sentence: message('Tests in other files are not imported: {name}.'),
        values: { name },
      });
      return [];
    }
    if (this.#options.folders.has(path)) this.#options.folders.take(path);
    const text = withoutMark(await textOf(file, bounds.wholeBytes));
    const found: FoundTest[] = [];
    let header: readonly string[] | null = null;
    for await (const { values } of readCsv(onePiece(text))) {
      if (header === null) {
        header = values;
        continue;
      }
      const cells = header.map((column, index) => [column.trim(), values[index] ?? ''] as const);
      const own = cells.filter(([column]) => column !== '' && !column.startsWith('__'));
      const described = cells.find(([column]) => column === '__description')?.[1];
      found.push({
        name: described || `${stemOf(path)} ${found.length + 1}`,
        values: Object.fromEntries(own),
      });
    }
    return found;
  }
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}

/** Returns the values as texts; null where one of them is a list, which stands for several tests. */
function valuesOf(vars: Readonly<Record<string, unknown>>): Record<string, string> | null {
  const entries = Object.entries(vars);
  if (entries.some(([, value]) => Array.isArray(value))) return null;
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? unguardedValue(value) : JSON.stringify(value ?? ''),
    ]),
  );
}

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

/** Returns the path that a name means in a folder; null where it leads out of all that was given. */
function resolved(folder: string, name: string): string | null {
  const path = folder === '' ? [] : folder.split('/');
  for (const part of name.split('/')) {
    if (part === '..' && path.pop() === undefined) return null;
    if (part !== '..' && part !== '.' && part !== '') path.push(part);
  }
  return path.join('/');
}
