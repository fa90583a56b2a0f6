/**
 * Defines what a prompt has beside its texts: labels that point to versions, value sets for its variables, settings, tags,
 * and whether it is a favourite. It lies in the prompt's row: it is deleted, revived and exported with the prompt.
 */
import { z } from 'zod';
import { Id } from './ids.ts';
import { LabelAsks, LabelProof } from './label-proof.ts';
import { limits } from './limits.ts';
import { hasSettings, PromptSettings } from './prompt-settings.ts';
import { recordOf } from './record-of.ts';
import { exactText, storableText } from './text.ts';
import { VersionLabel } from './version-label.ts';

export const Tag = storableText
  .trim()
  .min(1)
  .max(limits.tagLength)
  .regex(/^[^,\p{Cc}]+$/u);

/** Defines one move of a label; a log has the newest first. */
export const LabelMove = z.looseObject({
  /** Null: the label was taken off. */
  versionId: Id.nullable(),
  at: z.iso.datetime(),
  /** The name of the device that moved it; '' where it is not known. */
  device: z.string(),
  /** The version that the label had come to point to where whoever moved it did not know of that. */
  over: Id.nullable().optional(),
  /** That the version holds. Of the newest move alone with its cells. */
  proof: z.looseObject(LabelProof.shape).optional(),
  /** Why it was moved without a proof. */
  override: z.string().optional(),
});

export type LabelMove = z.infer<typeof LabelMove>;

/**
 * `versionId`: null where it points to none now; its log stays. `asks`: present where it moves only to a version that is
 * proved to hold.
 */
export const PlacedLabel = z.looseObject({
  label: VersionLabel,
  versionId: Id.nullable(),
  asks: z.looseObject(LabelAsks.shape).optional(),
  moves: z.array(LabelMove),
});
export type PlacedLabel = z.infer<typeof PlacedLabel>;

/** Values by the name of their variable. */
export const Values = recordOf(
  storableText.min(1).max(limits.variableNameLength),
  exactText(limits.valueMaxBytes),
);
export type Values = z.infer<typeof Values>;

export const ValueSetName = storableText.trim().min(1).max(limits.valueSetNameLength);

export const ValueSet = z.looseObject({ id: Id, name: z.string(), values: recordOf(z.string(), z.string()) });
export type ValueSet = z.infer<typeof ValueSet>;

export const PromptAttributes = z.looseObject({
  labels: z.array(PlacedLabel).optional(),
  valueSets: z.array(ValueSet).optional(),
  /** Absent where there are none. */
  settings: PromptSettings.optional(),
  /** In the order in which they were added. */
  tags: z.array(z.string()).optional(),
  favorite: z.literal(true).optional(),
  /** Its place in its project in the person's own order; absent where it stands at its creation. */
  position: z.string().optional(),
});
export type PromptAttributes = z.infer<typeof PromptAttributes>;

/**
 * Returns attributes in one order of their names, and none that is empty: rows that say the same are the same JSON,
 * whichever changes led to them.
 */
export function tidyAttributes({
  labels = [],
  valueSets = [],
  settings = {},
  tags = [],
  favorite,
  position,
  ...later
}: PromptAttributes): PromptAttributes {
  return {
    ...later,
    ...(labels.length === 0 ? {} : { labels }),
    ...(valueSets.length === 0 ? {} : { valueSets }),
    ...(hasSettings(settings) ? { settings } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    ...(favorite === true ? { favorite } : {}),
    ...(position === undefined ? {} : { position }),
  };
}
