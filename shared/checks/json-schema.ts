/**
 * Validates a value by a JSON schema: of draft 7, as promptfoo does, or of the draft that its `$schema` names.
 *
 * The validator takes what it does not understand for a schema that allows everything. A check with a misspelt type
 * would always pass: schemas are therefore looked at first. Names that no draft knows are allowed.
 */
import type { SchemaDraft } from '@cfworker/json-schema';
import { z } from 'zod';
import type { JsonValue } from '#shared/model/checks/json.ts';
import { type SchemaMismatch, schemaMismatch } from './schema-mismatch.ts';

export type Fit =
  | { readonly kind: 'fits' }
  | ({ readonly kind: 'mismatch' } & SchemaMismatch)
  | { readonly kind: 'badSchema'; readonly message: string };

const types = z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
const count = z.int().min(0);
const pattern = z.string().refine(isPattern, 'no regular expression');
const schema: z.ZodType = z.lazy(() => z.union([z.boolean(), schemaObject]));
const schemas = z.array(schema).min(1);
const named = z.record(z.string(), schema);
const byPattern = z.record(pattern, schema);

/** The keywords whose value is a schema. */
const single = [
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'additionalItems', 'contains'],
  ...['not', 'if', 'then', 'else', 'unevaluatedItems'],
];

const schemaObject = z
  .looseObject({
    ...Object.fromEntries(single.map((keyword) => [keyword, schema])),
    ...{ $ref: z.string(), type: z.union([types, z.array(types).min(1)]), enum: z.array(z.unknown()).min(1) },
    ...{ properties: named, $defs: named, definitions: named, dependentSchemas: named },
    ...{ patternProperties: byPattern, required: z.array(z.string()) },
    ...{ items: z.union([schema, schemas]), prefixItems: schemas },
    ...{ allOf: schemas, anyOf: schemas, oneOf: schemas },
    ...{ minLength: count, maxLength: count, minItems: count, maxItems: count },
    ...{ minProperties: count, maxProperties: count, pattern, uniqueItems: z.boolean() },
    ...{
      minimum: z.number(),
      maximum: z.number(),
      exclusiveMinimum: z.number(),
      exclusiveMaximum: z.number(),
    },
    multipleOf: z.number().positive(),
  })
  .partial();

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Never throws. Takes as long as the patterns of the schema take: ask for it where it can be ended. */
export function fitOf(jsonSchema: JsonValue, value: JsonValue): Fit {
  try {
    const read = schema.safeParse(jsonSchema);
    if (!read.success) return { kind: 'badSchema', message: faultOf(read.error) };
    if (typeof jsonSchema === 'boolean') return jsonSchema ? { kind: 'fits' } : refusesAll;
    if (!isObject(jsonSchema)) return { kind: 'badSchema', message: '' };
    const mismatch = schemaMismatch(jsonSchema, draftOf(jsonSchema), value);
    return mismatch === null ? { kind: 'fits' } : { kind: 'mismatch', ...mismatch };
  } catch (failure) {
    // A reference that leads nowhere or to itself.
    return { kind: 'badSchema', message: failure instanceof Error ? failure.message : '' };
  }
}

function isObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const refusesAll: Fit = { kind: 'mismatch', at: '', message: 'false' };

function draftOf(jsonSchema: JsonValue): SchemaDraft {
  const named = z.object({ $schema: z.string() }).safeParse(jsonSchema).data?.$schema ?? '';
  const draft = /2020-12|2019-09|draft-0?4/.exec(named)?.[0];
  if (draft === '2020-12' || draft === '2019-09') return draft;
  return draft === undefined ? '7' : '4';
}

/** Returns the place of the first fault, by names and numbers with slashes between them. */
function faultOf({ issues }: z.ZodError): string {
  let issue: z.core.$ZodIssue | undefined = issues[0];
  const path: PropertyKey[] = [];
  while (issue !== undefined) {
    path.push(...issue.path);
    issue = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  }
  return path.map(String).join('/');
}
