/**
 * Defines how a prompt is run: the model and what is asked of it. They belong to the prompt, where each field is
 * merged by itself, and to each version that was saved with them.
 *
 * What is JSON is kept as the text that a person wrote, to the byte: `1.0` stays `1.0`, and every key stays in its place.
 */
import { z } from 'zod';
import { limits } from './limits.ts';
import { exactText, storableText, utf8Bytes } from './text.ts';

const word = storableText.trim().min(1).max(limits.settingLength);

/** A text that is JSON, of an object or of an array. */
const jsonText = (opening: '{' | '[') =>
  exactText(limits.settingsMaxBytes).refine((text) => isJson(text, opening), 'This is not valid JSON.');

function isJson(text: string, opening: '{' | '['): boolean {
  if (!text.trimStart().startsWith(opening)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const everySetting = z.strictObject({
  /** The name of a model, as its person or its provider calls it. */
  model: word,
  temperature: z.number().min(0).max(10),
  topP: z.number().min(0).max(1),
  /** Of the answer. */
  maxTokens: z.int().positive(),
  /** Texts at which an answer ends. */
  stop: z.array(storableText.min(1).max(limits.settingLength)).min(1).max(limits.stopTexts),
  seed: z.int(),
  /** In the provider's words: `low`, `high`. */
  reasoningEffort: word,
  answerFormat: z.enum(['text', 'json']),
  /** The JSON schema of an answer in JSON. */
  answerSchema: jsonText('{'),
  /** An array of functions: `name`, `description`, and their `parameters` as a JSON schema. */
  tools: jsonText('['),
  /** Whatever else a provider takes, by its own names. */
  more: jsonText('{'),
});

/** As they are written. */
export const WrittenSettings = everySetting
  .partial()
  .refine(
    (settings) => utf8Bytes(JSON.stringify(settings)) <= limits.settingsMaxBytes,
    `The settings are larger than ${limits.settingsMaxBytes / 1024} KB.`,
  );

/** As they are read: fields of a later version pass through. */
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
