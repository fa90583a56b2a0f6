/** Writes settings as fields of dotprompt's front matter, and reads them there. */
import { z } from 'zod';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { parametersOf, settingsOfParameters } from '../parameters.ts';

const Fields = z.looseObject({
  model: z.unknown().optional(),
  config: z.record(z.string(), z.unknown()).optional().catch(undefined),
  output: z
    .looseObject({ format: z.string().optional(), schema: z.unknown().optional() })
    .optional()
    .catch(undefined),
});

/** The names of the fields that hold settings. */
export const settingFieldNames = ['model', 'config', 'output', 'tools'] as const;

const names = { topP: 'topP', maxTokens: 'maxOutputTokens', stop: 'stopSequences' };

/** Returns the fields that a reader of dotprompt takes; its tools are names, whose functions a program has. */
export function settingFields(settings: PromptSettings): Record<string, unknown> {
  const { model, response_format: format, tools, ...config } = parametersOf(settings, names);
  const schema = z.looseObject({ json_schema: z.looseObject({ schema: z.unknown() }) }).safeParse(format);
  const functions = z
    .array(z.looseObject({ function: z.looseObject({ name: z.string() }) }))
    .safeParse(tools).data;
  const output = schema.success ? { schema: schema.data.json_schema.schema } : {};
  return {
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(config).length === 0 ? {} : { config }),
    ...(format === undefined ? {} : { output: { format: settings.answerFormat, ...output } }),
    ...(functions === undefined ? {} : { tools: functions.map((tool) => tool.function.name) }),
  };
}

/** Returns the settings that fields have; null where they are more than a prompt can have. */
export function settingsOfFields(fields: Readonly<Record<string, unknown>>): PromptSettings | null {
  const { model, config = {}, output } = Fields.parse(fields);
  const settings = settingsOfParameters({ ...config, ...(typeof model === 'string' ? { model } : {}) });
  if (settings === null) return null;
  const format = output?.format;
  const schema = jsonSchemaOf(output?.schema);
  return {
    ...settings,
    ...(format === 'json' || format === 'text' ? { answerFormat: format } : {}),
    ...(schema === null ? {} : { answerSchema: schema }),
  };
}

/** The short form that dotprompt has for schemas is none. */
function jsonSchemaOf(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return null;
  const marks = ['properties', 'items', '$schema', 'anyOf', '$ref'];
  const isOne = marks.some((mark) => mark in schema) || Object.keys(schema).join() === 'type';
  return isOne ? JSON.stringify(schema, null, 2) : null;
}
