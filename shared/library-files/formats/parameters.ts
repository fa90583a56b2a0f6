/**
 * Reads settings from the parameters of other tools, and writes them as such.
 *
 * 1. Nothing is lost: what has no setting of its own, or is no value of it, is among the other settings.
 * 2. What is JSON there becomes a text here, with two spaces for each level.
 */
import { z } from 'zod';
import {
  hasSettings,
  isSetting,
  type PromptSettings,
  type SettingName,
  WrittenSettings,
} from '#shared/model/prompt-settings.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** The names that tools have for a setting; the first one is that of the API which most others follow. */
const plainNames = {
  model: ['model', 'model_name', 'modelName'],
  temperature: ['temperature'],
  topP: ['top_p', 'topP'],
  maxTokens: [
    ...['max_tokens', 'maxTokens', 'max_completion_tokens', 'maxOutputTokens'],
    ...['max_output_tokens', 'maxCompletionTokens'],
  ],
  stop: ['stop', 'stop_sequences', 'stopSequences'],
  seed: ['seed'],
  reasoningEffort: ['reasoning_effort', 'reasoningEffort'],
} as const satisfies Partial<Record<SettingName, readonly [string, ...string[]]>>;

const AnswerFormat = z.union([
  z.strictObject({ type: z.enum(['text', 'json_object']) }),
  z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().optional(),
      schema: z.record(z.string(), z.unknown()),
      strict: z.boolean().nullish(),
    }),
  }),
]);
const formatNames = ['response_format', 'responseFormat'];

const NamedFunction = z.looseObject({ name: z.string() });
const Tools = z.array(
  z.union([
    z
      .strictObject({ type: z.literal('function'), function: NamedFunction })
      .transform((tool) => tool.function),
    NamedFunction.refine((tool) => !('type' in tool)),
  ]),
);

/** Returns the settings; null where they are more than a prompt can have. */
export function settingsOfParameters(parameters: Parameters): PromptSettings | null {
  const rest = new Map(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined),
  );
  const settings: Record<string, unknown> = {};
  for (const [name, names] of Object.entries(plainNames)) {
    const found = names.find((each) => rest.has(each));
    if (found === undefined) continue;
    const value = rest.get(found);
    const taken = name === 'stop' && typeof value === 'string' ? [value] : value;
    // Every name of `plainNames` is one of a setting.
    if (!isSetting(name as SettingName, taken)) continue;
    settings[name] = taken;
    rest.delete(found);
  }
  Object.assign(settings, takenFormat(rest), takenTools(rest));
  if (rest.size > 0) settings.more = JSON.stringify(Object.fromEntries(rest), null, 2);
  const read = WrittenSettings.safeParse(settings);
  return read.success ? read.data : null;
}

function takenFormat(rest: Map<string, unknown>): PromptSettings {
  const name = formatNames.find((each) => rest.has(each));
  const format = name === undefined ? undefined : AnswerFormat.safeParse(rest.get(name)).data;
  if (name === undefined || format === undefined) return {};
  rest.delete(name);
  if (format.type !== 'json_schema') return { answerFormat: format.type === 'text' ? 'text' : 'json' };
  return { answerFormat: 'json', answerSchema: JSON.stringify(format.json_schema.schema, null, 2) };
}

function takenTools(rest: Map<string, unknown>): PromptSettings {
  const tools = Tools.safeParse(rest.get('tools'));
  if (!tools.success) return {};
  rest.delete('tools');
  return { tools: JSON.stringify(tools.data, null, 2) };
}

/** Returns settings as parameters; JSON becomes what it says. `names`: how the tool calls some of them. */
export function parametersOf(
  settings: PromptSettings,
  names: Partial<Record<keyof typeof plainNames, string>> = {},
): Record<string, unknown> {
  const plain = Object.entries(plainNames).flatMap(([name, [usual]]) => {
    const value = settings[name];
    return value === undefined ? [] : [[names[name as keyof typeof plainNames] ?? usual, value] as const];
  });
  const { answerFormat, answerSchema, tools, more } = settings;
  const schema = jsonOf(answerSchema);
  const format =
    answerFormat === 'json' && schema !== undefined
      ? { type: 'json_schema', json_schema: { name: 'answer', schema } }
      : answerFormat === undefined
        ? undefined
        : { type: answerFormat === 'json' ? 'json_object' : 'text' };
  const functions = Tools.safeParse(jsonOf(tools)).data?.map((tool) => ({
    type: 'function',
    function: tool,
  }));
  const others = z.record(z.string(), z.unknown()).safeParse(jsonOf(more)).data ?? {};
  return {
    ...others,
    ...Object.fromEntries(plain),
    ...(format === undefined ? {} : { response_format: format }),
    ...(functions === undefined ? {} : { tools: functions }),
  };
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns settings as an attribute of a prompt. */
export function asAttribute(settings: PromptSettings | null): { settings?: PromptSettings } {
  return settings !== null && hasSettings(settings) ? { settings } : {};
}
