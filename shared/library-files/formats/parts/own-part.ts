/**
 * Keeps beside a tool's own fields what they would be read as otherwise, so that a file that was written here comes back as
 * the prompt that it was. A part counts only where the file still has what was written with it.
 */
import { z } from 'zod';
import { isSameSettings, PromptSettings } from '#shared/model/prompt-settings.ts';
import type { CandidateProject, CandidateValueSet } from '../../candidate.ts';
import type { WrittenPrompt } from '../exported-prompt.ts';

/** The field that no other tool writes. */
export const ownField = 'promptory';

export const OwnPart = z.looseObject({
  form: z.enum(['chat', 'text']).optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  project: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  settings: PromptSettings.optional().catch(undefined),
  valueSets: z
    .array(z.looseObject({ name: z.string(), values: z.record(z.string(), z.string()) }))
    .optional()
    .catch(undefined),
});
export type OwnPart = z.infer<typeof OwnPart>;

/** `read`: what a file without this part is read as. */
export function ownPartOf(
  { title, text, settings = {}, valueSets, project }: WrittenPrompt,
  read: { title?: string; text: string; settings?: PromptSettings | null },
): OwnPart {
  return {
    ...(project === undefined ? {} : { project }),
    ...(read.title === undefined || read.title === title ? {} : { title }),
    ...(read.text === text ? {} : { text }),
    ...(isSameSettings(read.settings ?? {}, settings) ? {} : { settings }),
    ...(valueSets.length === 0
      ? {}
      : { valueSets: valueSets.map(({ name, values }) => ({ name, values: { ...values } })) }),
  };
}

export function ownSets({ valueSets = [] }: OwnPart): CandidateValueSet[] {
  return valueSets.map(({ name, values }) => ({ id: null, name, values }));
}

export function ownProject(own: OwnPart | undefined, project: CandidateProject): CandidateProject {
  return own?.project === undefined ? project : { id: null, name: own.project };
}
