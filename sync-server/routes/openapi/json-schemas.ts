/**
 * Turns zod schemas into the JSON Schemas of the document. A schema that has a name here becomes a component of the
 * document, which others refer to.
 */
import { z } from 'zod';
import { SecretsFound } from '#shared/model/account/read-link.ts';
import { Registration, User } from '#shared/model/account/user.ts';
import { FileType, fileTypes } from '#shared/model/file-type.ts';
import { Id } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { Problem } from '#shared/model/problem.ts';
import { Project } from '#shared/model/project.ts';
import { Prompt, PromptContent, PromptNotes } from '#shared/model/prompt.ts';
import { PromptAttributes, Tag, ValueSetName } from '#shared/model/prompt-attributes.ts';
import { JsonText } from '#shared/model/prompt-settings.ts';
import { LabelPlace, PulledPrompt } from '#shared/model/pull.ts';
import { Resource, ResourceName } from '#shared/model/resource.ts';
import { UiState } from '#shared/model/ui-state.ts';
import { Version } from '#shared/model/version.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import { mutations } from '#shared/mutations/all-mutations.ts';
import { ChangesPage, FeedChange, PushAnswer, PushRequest } from '#shared/sync/wire.ts';

/** The part of JSON Schema 2020-12 that the document has. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Of `ambiguous_name`, `version_not_found`, `values_missing` and `secrets_found`: what can be named, or has to be. */
const Named = z.object({
  prompts: z.array(z.object({ id: Id, projectId: Id })),
  labels: z.array(z.string()),
  newest: z.int().nullable(),
  missing: z.array(z.string()),
  ...SecretsFound.shape,
});

/** `current`: the row as it is now, of a change that was made upon an older one; null where it was deleted. */
export const RefusedProblem = Problem.extend({
  current: z.union([Project, Prompt, Version, Resource, UiState, LabelPlace]).nullable().optional(),
  ...Named.partial().shape,
});

const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  ...{ Project, Prompt, PromptAttributes, Version, Resource, User, PulledPrompt },
  ...{ PushRequest, PushAnswer, ChangesPage, FeedChange },
  Problem: RefusedProblem,
})) {
  named.add(schema, { id });
}

const text = (maxBytes: number): JsonSchema => ({
  type: 'string',
  description: `At most ${maxBytes / 1024} KB of UTF-8, without U+0000.`,
});

/** Adds to a JSON Schema the rules that its zod schema has in code. */
const inCode: ReadonlyMap<z.core.$ZodType, JsonSchema> = new Map<z.core.$ZodType, JsonSchema>([
  [FileType, { type: 'string', enum: [...fileTypes] }],
  [VersionLabel, { pattern: '^(?!latest$)(?!\\d+$)[a-z0-9._-]{1,36}$' }],
  [PromptContent, text(limits.contentMaxBytes)],
  [PromptNotes, text(limits.notesMaxBytes)],
  [ResourceName, { type: 'string', minLength: 1, maxLength: limits.fileNameLength }],
  [mutations.updatePrompt.args, { anyOf: [{ required: ['title'] }, { required: ['notes'] }] }],
  [mutations.updateResource.args, { anyOf: [{ required: ['name'] }, { required: ['description'] }] }],
  [
    Registration.shape.username,
    { pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]*$' },
  ],
  [Tag, { pattern: '^(?=.*\\S)[^,\\p{Cc}]+$' }],
  [ValueSetName, { pattern: '\\S' }],
  [JsonText.object, { contentMediaType: 'application/json', contentSchema: { type: 'object' } }],
  [JsonText.array, { contentMediaType: 'application/json', contentSchema: { type: 'array' } }],
]);

export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {};

  /** `input`: what is sent; `output`: what is answered. */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      ...{ io, metadata: named, unrepresentable: 'any' },
      override({ zodSchema, jsonSchema }) {
        Object.assign(jsonSchema, inCode.get(zodSchema));
        if (jsonSchema.type === 'string' && jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        if (jsonSchema.additionalProperties !== false && isEmpty(jsonSchema.additionalProperties)) {
          delete jsonSchema.additionalProperties;
        }
      },
    });
    for (const [name, component] of Object.entries($defs)) this.#keep(name, component);
    return referring(own);
  }

  #keep(name: string, component: JsonSchema): void {
    const { id: _, ...kept } = referring(component);
    const there = this.components[name];
    if (there !== undefined && JSON.stringify(there) !== JSON.stringify(kept)) {
      throw new Error(`${name} is sent in another form than it is answered: it cannot be one component.`);
    }
    this.components[name] = kept;
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The same with references to the components of the document. */
function referring(schema: JsonSchema): JsonSchema {
  const json = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  const parsed: JsonSchema = JSON.parse(json);
  return parsed;
}
