/**
 * Defines how a prompt is run: the model and what is asked of it. They belong to the prompt, where each field is
 * merged by itself, and to each version that was saved with them.
 *
 * JSON is kept as the text that a person wrote, to the byte: `1.0` stays `1.0`, and every key stays in its place.
 */
import { z } from 'zod';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { exactText, isStorableJson, storableText, utf8Bytes } from './text.ts';

/** A name, as that of a model. */
export const SettingWord = storableText.trim().min(1).max(limits.settingLength);

const jsonText = (opening: '{' | '[') =>
  exactText(limits.settingsMaxBytes).refine((text) => isJson(text, opening), 'This is not valid JSON.');

/** Texts that are JSON, of an object or of an array. */
export const JsonText = { object: jsonText('{'), array: jsonText('[') };

function isJson(text: string, opening: '{' | '['): boolean {
  if (!text.trimStart().startsWith(opening)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const everySetting = {
  /** The name of a model, as its person or its provider calls it. */
  model: SettingWord,
  temperature: z.number().min(0).max(10).overwrite(withoutMinusZero),
  topP: z.number().min(0).max(1).overwrite(withoutMinusZero),
  /** Of the answer. */
  maxTokens: z.int().positive(),
  /** Texts at which an answer ends. */
  stop: z.array(storableText.min(1).max(limits.settingLength)).min(1).max(limits.stopTexts),
  seed: z.int().overwrite(withoutMinusZero),
  /** In the provider's words: `low`, `high`. */
  reasoningEffort: SettingWord,
  answerFormat: z.enum(['text', 'json']),
  /** The JSON schema of an answer in JSON. */
  answerSchema: JsonText.object,
  /** An array of functions: `name`, `description`, and their `parameters` as a JSON schema. */
  tools: JsonText.array,
  /** Whatever else a provider takes, by its own names. */
  more: JsonText.object,
};

/** JSON writes it as 0. */
function withoutMinusZero(value: number): number {
  return value + 0;
}

/** As a version is saved with them: fields of a later release pass through. */
export const WrittenSettings = z
  .looseObject(everySetting)
  .partial()
  .refine(isStorableJson, messages.nullCharacter)
  .refine(fitsSettings, `The settings are larger than ${limits.settingsMaxBytes / 1024} KB.`);
export type WrittenSettings = z.infer<typeof WrittenSettings>;

/** Some fields of a prompt's settings with their new values; null removes one. */
export const SettingsChange = z
  .strictObject({
    model: everySetting.model.nullable(),
    temperature: everySetting.temperature.nullable(),
    topP: everySetting.topP.nullable(),
    maxTokens: everySetting.maxTokens.nullable(),
    stop: everySetting.stop.nullable(),
    seed: everySetting.seed.nullable(),
    reasoningEffort: everySetting.reasoningEffort.nullable(),
    answerFormat: everySetting.answerFormat.nullable(),
    answerSchema: everySetting.answerSchema.nullable(),
    tools: everySetting.tools.nullable(),
    more: everySetting.more.nullable(),
  })
  .partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

/** As they are read. */
export const PromptSettings = z
  .looseObject({
    model: z.string(),
    temperature: z.number(),
    topP: z.number(),
    maxTokens: z.number(),
    stop: z.array(z.string()),
    seed: z.number(),
    reasoningEffort: z.string(),
    answerFormat: z.string(),
    answerSchema: z.string(),
    tools: z.string(),
    more: z.string(),
  })
  .partial();
export type PromptSettings = z.infer<typeof PromptSettings>;

export type SettingName = keyof typeof everySetting;
/** The settings in the order in which they are shown and written. */
export const settingNames = Object.keys(everySetting) as readonly SettingName[];

/** The settings that are JSON, which a person writes as a text. */
export const jsonSettings = ['answerSchema', 'tools', 'more'] as const;
export type JsonSetting = (typeof jsonSettings)[number];

export function isJsonSetting(name: string): name is JsonSetting {
  return jsonSettings.some((each) => each === name);
}

/** Whether a setting can have this value. */
export function isSetting(name: SettingName, value: unknown): boolean {
  return everySetting[name].safeParse(value).success;
}

export function fitsSettings(settings: object): boolean {
  return utf8Bytes(JSON.stringify(settings)) <= limits.settingsMaxBytes;
}

export function hasSettings(settings: PromptSettings | undefined): settings is PromptSettings {
  return settings !== undefined && Object.keys(settings).length > 0;
}

/** Whether both are the same, in whatever order their fields came. */
export function isSameSettings(one: PromptSettings = {}, other: PromptSettings = {}): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameSetting(one[name], other[name]));
}

export function isSameSetting(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns of settings from elsewhere those that can be written. */
export function writableSettings(settings: PromptSettings): WrittenSettings {
  const whole = WrittenSettings.safeParse(settings);
  if (whole.success) return whole.data;
  const known = settingNames.filter((name) => isSetting(name, settings[name]));
  return (
    WrittenSettings.safeParse(Object.fromEntries(known.map((name) => [name, settings[name]]))).data ?? {}
  );
}
