import type { OutputFile } from '../../files.ts';
import { type ExportedPrompt, promptFiles, type WrittenPrompt } from '../exported-prompt.ts';
import { ownField, ownPartOf } from '../parts/own-part.ts';
import { fromLibrechat, presetFields, presetSettings, toLibrechat } from './preset-fields.ts';

/** Writes each prompt as a preset of LibreChat, a folder for each project: its dialog imports one file after the other. */
export function writePresets(
  prompts: AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>,
): AsyncGenerator<OutputFile> {
  return promptFiles(prompts, { extension: '.json', contentOf: presetOf });
}

function presetOf(prompt: WrittenPrompt): string {
  const { title, text, settings = {} } = prompt;
  const promptPrefix = toLibrechat(text.toWellFormed());
  const fields = presetFields(settings);
  const read = {
    text: fromLibrechat(promptPrefix).text,
    settings: presetSettings(fields, undefined).settings,
  };
  const own = { form: 'text', ...ownPartOf(prompt, read) };
  const preset = { presetId: null, title, endpoint: 'openAI', ...fields, promptPrefix, [ownField]: own };
  return JSON.stringify(preset, null, 2);
}
