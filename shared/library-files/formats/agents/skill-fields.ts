/**
 * Keeps in the metadata of a skill what it lacks of a prompt: by its specification a map of texts, so that the rest of the
 * prompt is JSON there.
 */
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import type { CandidateValueSet } from '../../candidate.ts';
import { longestName, slug } from '../../layouts/agent-names.ts';
import { OwnPart, ownField, ownSets } from '../parts/own-part.ts';
import { cellsOf } from '../table.ts';

export type OwnSkill = {
  readonly title: string | undefined;
  readonly project: string | undefined;
  readonly settings: PromptSettings | undefined;
  readonly valueSets: readonly CandidateValueSet[];
};

const longestDescription = 1024;

/** Returns what a skill must have as its description: a prompt has none of its own. */
export function skillDescription(title: string): string {
  return shortTitle(title, longestDescription) || 'Untitled';
}

/** Returns a name that a skill and its folder may have. */
export const skillName = (title: string) => slug(title, longestName) || 'prompt';

export function ownMetadataField(own: OwnPart): Record<string, string> {
  return { [ownField]: JSON.stringify(own) };
}

/** Returns the part that was written here; undefined for another skill. */
export function ownSkillIn({ metadata }: Readonly<Record<string, unknown>>): OwnSkill | undefined {
  const written = cellsOf(metadata)?.[ownField];
  if (typeof written !== 'string') return undefined;
  try {
    const own = OwnPart.parse(JSON.parse(written));
    const { title, project, settings } = own;
    return { title, project, settings, valueSets: ownSets(own) };
  } catch {
    return undefined;
  }
}

/** Returns the metadata without that part. */
export function otherMetadata(metadata: unknown): Record<string, unknown> {
  const { [ownField]: _, ...others } = cellsOf(metadata) ?? {};
  return others;
}
