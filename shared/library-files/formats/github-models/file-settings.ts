/** Writes settings as fields of a `.prompt.yml` file, and reads them there. */
import { z } from 'zod';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { parametersOf, settingsOfParameters } from '../parameters.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The names of the fields that hold settings. */
export const settingFieldNames = ['model', 'modelParameters', 'responseFormat', 'jsonSchema'] as const;

const names = { topP: 'topP', maxTokens: 'maxTokens' };
const Parameters = z.record(z.string(), z.unknown());
const Schema = z.looseObject({ schema: z.record(z.string(), z.unknown()) });
const WrittenFormat = z.looseObject({ type: z.string(), json_schema: z.unknown().optional() });

/** Returns the fields that GitHub's readers take; a schema is a text there, which is JSON. */
export function settingFields(settings: PromptSettings): Record<string, unknown> {
  const { model, response_format: written, ...parameters } = parametersOf(settings, names);
  const format = WrittenFormat.safeParse(written).data;
  const schema = format?.json_schema;
  return {
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(parameters).length === 0 ? {} : { modelParameters: parameters }),
    ...(format === undefined ? {} : { responseFormat: format.type }),
    ...(schema === undefined ? {} : { jsonSchema: JSON.stringify(schema, null, 2) }),
  };
}

/** Returns the settings that fields have; null where they are more than a prompt can have. */
export function settingsOfFields(fields: Fields): PromptSettings | null {
  const { model, modelParameters, responseFormat: type, jsonSchema } = fields;
  const schema = schemaOf(jsonSchema);
  const format =
    type === undefined && schema === undefined
      ? {}
      : { response_format: type === undefined || type === 'json_schema' ? withSchema(schema) : typed(type) };
  const parameters = Parameters.safeParse(modelParameters).data ?? {};
  return settingsOfParameters({ ...parameters, ...format, ...(typeof model === 'string' ? { model } : {}) });
}

const typed = (type: unknown) => (typeof type === 'string' ? { type } : type);
const withSchema = (schema: unknown) => ({ type: 'json_schema', json_schema: schema });

/** Some files have the schema itself, or as YAML. */
function schemaOf(written: unknown): unknown {
  const value = typeof written === 'string' ? jsonOf(written) : written;
  return Parameters.safeParse(value).success && !Schema.safeParse(value).success ? { schema: value } : value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
