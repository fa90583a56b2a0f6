/**
 * Writes prompts as `.prompt` files, a folder for each project. Read again, a file is the very text (`ownPrompt`): where its
 * template would be read as another one, the text stands in the front matter too.
 */
import { isSameSettings } from '#shared/model/prompt-settings.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { utf8 } from '../bytes.ts';
import type { OutputFile } from '../files.ts';
import { writeFrontMatter } from '../front-matter.ts';
import { FileNames } from '../tree/file-names.ts';
import { settingFields, settingsOfFields } from './dotprompt-settings.ts';
import { templateOf, textOfTemplate } from './dotprompt-template.ts';
import type { ExportedPrompt } from './exported-prompt.ts';

type Prompts = AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>;

export async function* writeDotprompts(prompts: Prompts): AsyncGenerator<OutputFile> {
  const folders = new FileNames();
  const projects = new Map<string, { folder: string; names: FileNames }>();
  for await (const prompt of prompts) {
    const known = projects.get(prompt.project) ?? {
      folder: folders.take(prompt.project, projects.size + 1),
      names: new FileNames(),
    };
    projects.set(prompt.project, known);
    const path = `${known.folder}/${known.names.take(prompt.title, prompt.id, '.prompt')}`;
    const project = known.folder === prompt.project ? {} : { project: prompt.project };
    const { title, text, settings, modified } = prompt;
    yield { path, modified, content: utf8(dotpromptOf({ title, text, settings, ...project })) };
  }
}

/** `project`: where the folder of the file has another name. */
type Written = Pick<ExportedPrompt, 'title' | 'text' | 'settings'> & { readonly project?: string };

/** Returns a prompt as the text of a `.prompt` file. */
export function dotpromptOf({ title, text, settings = {}, project }: Written): string {
  const template = templateOf(text.toWellFormed());
  const fields = {
    [ownFields.title]: title,
    ...(project === undefined ? {} : { [ownFields.project]: project }),
    ...(textOfTemplate(template) === text ? {} : { [ownFields.text]: text }),
    ...inputOf(text),
    ...settingFields(settings),
    ...(isSameSettings(settingsOfFields(settingFields(settings)) ?? {}, settings)
      ? {}
      : { [ownFields.settings]: settings }),
  };
  return writeFrontMatter(fields, `${template}\n`);
}

/** Fields of the front matter that no other tool writes. */
export const ownFields = {
  title: 'promptory.title',
  project: 'promptory.project',
  text: 'promptory.text',
  settings: 'promptory.settings',
} as const;

/** Returns the description of a text's variables, as a field; none where it has no variables. */
export function inputOf(text: string): { input?: Record<string, unknown> } {
  const { variables } = readPrompt(text).found;
  const schema = variables.map(({ name, field }) => [field.default === null ? name : `${name}?`, 'string']);
  const defaults = variables.flatMap(({ name, field }) =>
    field.default === null ? [] : [[name, field.default]],
  );
  if (schema.length === 0) return {};
  const usual = defaults.length === 0 ? {} : { default: Object.fromEntries(defaults) };
  return { input: { schema: Object.fromEntries(schema), ...usual } };
}
