/**
 * Writes prompts as a configuration of promptfoo: each prompt as it is filled in there by Nunjucks, and a test for each of
 * its value sets and cases, which is run with that prompt alone. Only the test of a case has `assert`.
 */
import { hasSettings, isSameSettings, PromptSettings } from '#shared/model/prompt-settings.ts';
import { messagesOf } from '#shared/templates/chat.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { utf8 } from '../../bytes.ts';
import type { OutputFile } from '../../files.ts';
import { writeYaml } from '../../yaml.ts';
import { guardedValues } from '../cases/guarded-values.ts';
import { testOfCase } from '../cases/write-tests.ts';
import { type ExportedPrompt, textPiecesOf } from '../exported-prompt.ts';
import { parametersOf, settingsOfParameters } from '../parameters.ts';
import { nunjucks, variableNames } from './nunjucks.ts';

type Prompts = AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>;

/** By it an import knows what was written here. */
export const ownDescription = 'Promptory';

/** `providers`: what the prompts are sent to; "echo" answers with the prompt itself and needs no key. */
export async function writePromptfoo(
  prompts: Prompts,
  { modified, providers = ['echo'] }: { modified: string; providers?: readonly string[] },
): Promise<OutputFile> {
  const labels = new Set<string>();
  const written: unknown[] = [];
  const tests: unknown[] = [];
  for await (const prompt of prompts) {
    const label = freeLabel(prompt, labels);
    const names = variableNames(prompt.text);
    const config = configOf(prompt.settings ?? {});
    written.push({ label, raw: templateOf(prompt.text, names), ...config });
    tests.push(...testsOf(prompt, { label, names }));
  }
  // Its reader is one of YAML 1.1, which takes more texts for dates and numbers.
  const content = utf8(
    writeYaml({ description: ownDescription, providers, prompts: written, tests }, { compat: 'yaml-1.1' }),
  );
  return { path: 'promptfooconfig.yaml', modified, content };
}

/** Beside what promptfoo knows there are the settings as they are, where they would be read as others. */
function configOf(settings: PromptSettings): { config?: Record<string, unknown> } {
  if (!hasSettings(settings)) return {};
  const parameters = parametersOf(settings);
  const isRead = isSameSettings(settingsOfParameters(parameters) ?? {}, settings);
  return { config: { ...parameters, ...(isRead ? {} : { [ownSettings]: settings }) } };
}

const ownSettings = 'promptory_settings';

/** Returns the settings of such a configuration: as they were written, unless it was changed since. */
export function settingsOfConfig(config: Readonly<Record<string, unknown>>): PromptSettings | null {
  const { [ownSettings]: written, ...parameters } = config;
  const kept = PromptSettings.safeParse(written).data;
  const isAsWritten = kept !== undefined && isSameSettings(parametersOf(kept), parameters);
  return isAsWritten ? kept : settingsOfParameters(parameters);
}

function freeLabel({ project, title, id }: ExportedPrompt, labels: Set<string>): string {
  const plain = `${project} / ${title}`;
  const label = labels.has(plain) ? `${plain} ~${id.toString(36)}` : plain;
  labels.add(label);
  return label;
}

function testsOf(
  { text, title, valueSets, testCases = [] }: ExportedPrompt,
  { label, names }: { label: string; names: ReadonlyMap<string, string> },
): unknown[] {
  const defaults = readPrompt(text).found.variables.flatMap(({ name, field }): [string, string][] =>
    field.default === null ? [] : [[name, field.default]],
  );
  const hasTests = valueSets.length + testCases.length > 0;
  const sets = hasTests ? valueSets : [{ name: title, values: {} }];
  const prompts = [label];
  const ofSets = sets.map(({ name, values }) => {
    const all = new Map([...defaults, ...Object.entries(values)]);
    const vars = [...names].flatMap(([variable, safe]): [string, string][] => {
      const value = all.get(variable);
      return value === undefined ? [] : [[safe, value]];
    });
    return { description: name, prompts, vars: guardedValues(vars) };
  });
  const ofCases = testCases.map((row) => ({
    ...testOfCase(row, { names, defaults: Object.fromEntries(defaults) }),
    prompts,
  }));
  return [...ofSets, ...ofCases];
}

/** A chat is a list of messages, as JSON. */
function templateOf(text: string, names: ReadonlyMap<string, string>): string {
  const messages = messagesOf(text);
  if (messages === null) return guarded(text, nunjucks(textPiecesOf(text), names));
  return JSON.stringify(
    messages.map(({ role, content }) => ({ role, content: nunjucks(textPiecesOf(content), names) })),
    null,
    2,
  );
}

/** Is filled in as nothing. */
const nothing = "{{ '' }}";
/** Has a line break, which the dash takes away. */
const opening = `{{ '' -}}\n${nothing}`;

/**
 * Puts expressions that are nothing around a text that promptfoo would take for something else: one line may be the path
 * of a file, `exec:` would run one, `file:` would read one, JSON is written out once more, and blanks at the edges are cut off.
 */
function guarded(text: string, template: string): string {
  const isTaken = !text.includes('\n') || /^(\s|exec:|file:|package:)/.test(text) || isJson(text);
  return `${isTaken ? opening : ''}${template}${/\s$/.test(text) ? nothing : ''}`;
}

/** Takes away what `guarded` and `nunjucks` have put into a text; nobody else writes the first of these expressions. */
export function unguarded(template: string): string {
  const isOpened = template.startsWith(opening);
  const inside = isOpened ? template.slice(opening.length) : template;
  const end = inside.endsWith(nothing) ? inside.length - nothing.length : inside.length;
  return inside.slice(0, end).replace(/\{\{ '([{#])' \}\}/g, '$1');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
