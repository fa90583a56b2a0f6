/**
 * Writes prompts as `.prompt` files, a folder for each project. Read again, a file is the very text (`ownPrompt`): where its
 * template would be read as another one, the text stands in the front matter too.
 */
import { isSameSettings } from '#shared/model/prompt-settings.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import type { OutputFile } from '../../files.ts';
import { writeFrontMatter } from '../../front-matter.ts';
import { type ExportedPrompt, promptFiles, type WrittenPrompt } from '../exported-prompt.ts';
import { settingFields, settingsOfFields } from './dotprompt-settings.ts';
import { templateOf, textOfTemplate } from './dotprompt-template.ts';

export function writeDotprompts(
  prompts: AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>,
): AsyncGenerator<OutputFile> {
  return promptFiles(prompts, { extension: '.prompt', contentOf: dotpromptOf });
}

/** Returns a prompt as the text of a `.prompt` file. */
export function dotpromptOf({
  title,
  text,
  settings = {},
  project,
}: Omit<WrittenPrompt, 'valueSets'>): string {
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
