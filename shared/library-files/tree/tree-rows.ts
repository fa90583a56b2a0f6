/** The shapes of the tree's YAML. Fields that a person removed are as if they had never been there. */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import { PlacedLabel, ValueSet } from '#shared/model/prompt-attributes.ts';
import { isJsonSetting, PromptSettings } from '#shared/model/prompt-settings.ts';
import { Resource } from '#shared/model/resource.ts';
import { ConflictMark } from '#shared/model/version.ts';
import { tagsOf } from '../formats/tags.ts';

const Later = z.record(z.string(), z.unknown()).default({});
const time = z.iso.datetime().nullish();
const TreeVersion = z.int().positive().default(1);

export const LibraryHead = z.object({ promptory: z.literal('library'), version: TreeVersion });

export const ProjectHead = z.object({
  promptory: z.literal('project'),
  version: TreeVersion,
  id: Id.nullish(),
  name: z.string(),
  color: z.string().nullish(),
  createdAt: time,
  position: z.string().nullish(),
  later: Later,
});

/** A person may write `tags: mail, work`. */
const listed = (value: unknown) => (typeof value === 'string' ? tagsOf(value) : value);

/** A person may write JSON as the YAML that it is. */
const settings = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? undefined;
  const written = (name: string, each: unknown) =>
    isJsonSetting(name) && typeof each === 'object' ? JSON.stringify(each, null, 2) : each;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(name, each)]));
}, PromptSettings.optional());

export const PromptHead = z.object({
  promptory: z.literal('prompt'),
  version: TreeVersion,
  id: Id.nullish(),
  title: z.string(),
  tags: z.preprocess(listed, z.array(z.string()).nullish()),
  favorite: z.literal(true).optional().catch(undefined),
  position: z.string().optional(),
  settings,
  labels: z.record(z.string(), z.int().positive().nullable()).optional(),
  createdAt: time,
  lastVersion: z.int().nonnegative().nullish(),
  text: z.string().optional(),
  later: Later,
});
export type PromptHead = z.infer<typeof PromptHead>;

export const VersionHead = z.object({
  promptory: z.literal('version'),
  id: Id.nullish(),
  prompt: Id.nullish(),
  version: z.int().positive(),
  description: z.string().default(''),
  createdAt: time,
  conflict: ConflictMark.nullish(),
  original: z.string().optional(),
  settings,
  text: z.string().optional(),
  later: Later,
});

export const NotesText = z.strictObject({ text: z.string() });
export const LabelList = z.array(PlacedLabel);
export const ValueSetList = z.array(ValueSet);

/** A row of `files.yaml`; `file` is its name in the folder, absent where the bytes were not there. */
export const ListedFile = Resource.omit({ projectId: true }).extend({ file: z.string().optional() });
export const FileList = z.array(z.unknown());
