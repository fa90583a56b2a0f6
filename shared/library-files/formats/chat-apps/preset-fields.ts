/** Writes texts and settings as fields of a preset of LibreChat, and reads them there. */
import { isSameSettings, type PromptSettings } from '#shared/model/prompt-settings.ts';
import { variableMarks } from '#shared/templates/variables.ts';
import { parametersOf, settingsOfParameters } from '../parameters.ts';
import { type ReadTemplate, readTemplate, type TemplatePiece, tagsOf } from '../templates/pieces.ts';

type Fields = Readonly<Record<string, unknown>>;

const names = [
  ...[
    'model',
    'temperature',
    'top_p',
    'topP',
    'topK',
    'max_tokens',
    'maxOutputTokens',
    'maxTokens',
    'stop',
    'seed',
  ],
  ...[
    'presence_penalty',
    'frequency_penalty',
    'reasoning_effort',
    'reasoning_summary',
    'verbosity',
    'maxContextTokens',
  ],
  ...['response_format', 'top_k'],
];

/** Returns the fields that a preset takes; functions are no tools there, and others stand in its own part. */
export function presetFields(settings: PromptSettings): Record<string, unknown> {
  const { tools: _, response_format: __, ...parameters } = parametersOf(settings);
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.includes(name)));
}

/** `kept`: as they were written; they count unless the fields have changed since. */
export function presetSettings(
  fields: Fields,
  kept: PromptSettings | undefined,
): { settings: PromptSettings | null; rest: Fields } {
  const inFile = (wanted: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name) === wanted));
  const written = inFile(true);
  const isAsWritten = kept !== undefined && isSameSettings(presetFields(kept), written);
  return { settings: isAsWritten ? kept : settingsOfParameters(written), rest: inFile(false) };
}

/** A choice is `{{tone:warm|plain}}`. */
export function fromLibrechat(text: string): ReadTemplate {
  const tags = tagsOf(text, { opens: /\{\{/, closeOf: () => '}}' });
  return readTemplate(
    Array.from(tags, ({ open, text: code }): TemplatePiece => {
      const [, name, list] = open === '' ? [] : (choice.exec(code) ?? []);
      if (name === undefined || list === undefined) return { kind: 'literal', text: code };
      const options = list.split('|').map((option) => option.trim().replace(/[\\{}|,]/g, '\\$&'));
      return { kind: 'variable', name, text: `{{${name} | select: ${options.join(', ')}}}` };
    }),
  );
}

const choice = /^\{\{\s*([\p{L}_][\p{L}\p{N}_ -]{0,99}?)\s*:([^{}\r\n:]+)\}\}$/u;

export function toLibrechat(text: string): string {
  let prefix = '';
  let end = 0;
  for (const { start, end: next, name, field } of variableMarks(text)) {
    const isChoice = field?.type === 'select' && field.options.every((option) => !/[{}|:\r\n]/.test(option));
    prefix += `${text.slice(end, start)}{{${name}${isChoice ? `:${field.options.join('|')}` : ''}}}`;
    end = next;
  }
  return prefix + text.slice(end);
}
