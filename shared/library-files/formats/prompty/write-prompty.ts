/**
 * Writes prompts as `.prompty` files, a folder for each project. Read again, a file is the very prompt: what its fields
 * would be read as otherwise stands in its metadata too.
 */
import { messagesOf } from '#shared/templates/chat.ts';
import type { OutputFile } from '../../files.ts';
import { writeFrontMatter } from '../../front-matter.ts';
import { type ExportedPrompt, promptFiles, type WrittenPrompt } from '../exported-prompt.ts';
import { ownField, ownPartOf } from '../parts/own-part.ts';
import { variableNames } from '../promptfoo/nunjucks.ts';
import { inputsOf, modelField, settingsOfModel } from './prompty-fields.ts';
import { bodyOf, textOfBody } from './prompty-text.ts';

export function writePrompties(
  prompts: AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>,
): AsyncGenerator<OutputFile> {
  return promptFiles(prompts, { extension: '.prompty', contentOf: promptyOf });
}

function promptyOf(prompt: WrittenPrompt): string {
  const { title, text, settings = {}, valueSets } = prompt;
  const form = messagesOf(text) === null ? 'text' : 'chat';
  const body = bodyOf(text);
  const model = modelField(settings);
  const read = {
    text: textOfBody(body, { form, language: 'jinja' }).text,
    settings: settingsOfModel(model),
  };
  const fields = {
    ...{ name: title, model, ...inputsOf(text, variableNames(text)), ...sampleOf(text, valueSets) },
    ...{ template: 'jinja2', metadata: { [ownField]: { form, ...ownPartOf(prompt, read) } } },
  };
  return writeFrontMatter(fields, body);
}

/** Returns the first set of values as the sample with which the file is run. */
export function sampleOf(
  text: string,
  valueSets: WrittenPrompt['valueSets'],
): { sample?: Record<string, string> } {
  const names = variableNames(text);
  const values = Object.entries(valueSets[0]?.values ?? {}).flatMap(([name, value]) => {
    const there = names.get(name);
    return there === undefined ? [] : [[there, value] as const];
  });
  return values.length === 0 ? {} : { sample: Object.fromEntries(values) };
}
