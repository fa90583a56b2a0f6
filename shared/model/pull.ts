/** Defines the bodies of `/api/pull`: a prompt as a program pulls it, and requests about its values and labels. */
import { z } from 'zod';
import { Id } from './ids.ts';
import { LabelOverride } from './label-proof.ts';
import { Values } from './prompt-attributes.ts';
import { jsonSettings, PromptSettings } from './prompt-settings.ts';
import { VersionLabel } from './version-label.ts';

/** `text`: the text alone. `json`: `PulledPrompt`. `messages`: an array of `PulledMessage`. */
export const PullFormat = z.enum(['json', 'text', 'messages']);
export type PullFormat = z.infer<typeof PullFormat>;

/** `latest` is the newest version; without a label and a version, the current text is pulled. */
export const PullQuery = z
  .strictObject({
    label: z.string().optional(),
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'The number of a version.')
      .transform(Number)
      .optional(),
    format: PullFormat.default('json'),
  })
  .refine(({ label, version }) => label === undefined || version === undefined, 'A label or a version.');
export type PullQuery = z.infer<typeof PullQuery>;

export const PulledVariable = z.object({
  name: z.string(),
  type: z.enum(['text', 'textarea', 'number', 'date', 'select']),
  /** Null: it needs a value. */
  default: z.string().nullable(),
  /** Of a `select`. */
  options: z.array(z.string()).optional(),
});
export type PulledVariable = z.infer<typeof PulledVariable>;

/** The settings with their JSON as values, not as the texts of them. */
export const PulledSettings = PromptSettings.extend({
  answerSchema: z.record(z.string(), z.unknown()).optional(),
  tools: z.array(z.unknown()).optional(),
  more: z.record(z.string(), z.unknown()).optional(),
});
export type PulledSettings = z.infer<typeof PulledSettings>;

/** Throws where a text of them is not JSON, which those of a library are. */
export function pulledSettings(settings: PromptSettings): PulledSettings {
  const json = jsonSettings.flatMap((name) => {
    const text = settings[name];
    return text === undefined ? [] : [[name, JSON.parse(text)]];
  });
  return PulledSettings.parse({ ...settings, ...Object.fromEntries(json) });
}

export const PulledPrompt = z.object({
  id: Id,
  title: z.string(),
  projectId: Id,
  projectName: z.string(),
  /** Null for the current text, which need not be that of a version. */
  version: z.int().positive().nullable(),
  versionId: Id.nullable(),
  /** Those that are on this version. */
  labels: z.array(z.string()),
  /**
   * Of the label that was asked for: whether the version is proved to hold, as the label asks; absent where it asks for
   * nothing.
   */
  proved: z.boolean().optional(),
  /** With its snippets inserted. */
  text: z.string(),
  variables: z.array(PulledVariable),
  /** Null: it has none, or none were saved with this version. */
  settings: PulledSettings.nullable(),
  /** References to snippets that stay in the text as they are written: the first hundred. */
  unresolved: z.array(
    z.object({
      reference: z.string(),
      reason: z.enum(['missing', 'ambiguous', 'cycle', 'too-deep', 'too-large']),
    }),
  ),
  /** The SHA-256 of the text in UTF-8, in hexadecimal digits. */
  hash: z.string(),
});
export type PulledPrompt = z.infer<typeof PulledPrompt>;

export const PulledMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.string(),
});
export type PulledMessage = z.infer<typeof PulledMessage>;

export const FillRequest = z.strictObject({ values: Values.default({}) }).default({ values: {} });

/** A version without its text. */
export const VersionHead = z.object({
  id: Id,
  version: z.int().positive(),
  createdAt: z.iso.datetime(),
  description: z.string(),
  labels: z.array(z.string()),
});
export type VersionHead = z.infer<typeof VersionHead>;

/** `version`: null takes the label off. `override`: why it is moved where it asks for proof. */
export const LabelRequest = z.strictObject({
  version: z.int().positive().nullable(),
  override: LabelOverride.optional(),
});

export const LabelPlace = z.object({ label: VersionLabel, version: z.int().positive().nullable() });
export type LabelPlace = z.infer<typeof LabelPlace>;
