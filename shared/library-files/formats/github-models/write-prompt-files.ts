/**
 * Writes prompts as `.prompt.yml` files, which GitHub Models runs and evaluates, a folder for each project. Read again, a
 * file is the very prompt: all that its fields would be read as otherwise stands under `promptory` too.
 */
import { isSameSettings } from '#shared/model/prompt-settings.ts';
import type { OutputFile } from '../../files.ts';
import { writeYaml } from '../../yaml.ts';
import { type ExportedPrompt, promptFiles, type WrittenPrompt } from '../exported-prompt.ts';
import { formOf, messagesFor, textOfMessages } from './file-messages.ts';
import { settingFields, settingsOfFields } from './file-settings.ts';
import { rowsOf, setsOfRows } from './test-data.ts';

/** The field that no other tool writes. */
export const ownField = 'promptory';

export function writeGithubPrompts(
  prompts: AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>,
): AsyncGenerator<OutputFile> {
  return promptFiles(prompts, { extension: '.prompt.yml', contentOf: githubPromptOf });
}

/** Returns a prompt as the text of a `.prompt.yml` file. */
export function githubPromptOf({ title, text, settings = {}, valueSets, project }: WrittenPrompt): string {
  const form = formOf(text);
  const messages = messagesFor(text);
  const written = settingFields(settings);
  const sets = valueSets.map(({ name, values }) => ({ name, values }));
  const testData = rowsOf(text, sets);
  const readSets = setsOfRows(text, testData).valueSets.map(({ name, values }) => ({ name, values }));
  const fields = {
    ...{ name: title, ...written, messages },
    ...(testData.length === 0 ? {} : { testData }),
    [ownField]: {
      form,
      ...(project === undefined ? {} : { project }),
      ...(textOfMessages(messages, form) === text ? {} : { text }),
      ...(isSameSettings(settingsOfFields(written) ?? {}, settings) ? {} : { settings }),
      ...(JSON.stringify(readSets) === JSON.stringify(sets) ? {} : { valueSets: sets }),
    },
  };
  // Its readers take more texts for dates and numbers than YAML 1.2 does.
  return writeYaml(fields, { compat: 'yaml-1.1', asBlocks: ['content', 'jsonSchema', 'text'] });
}
