/** Draws values that a zod schema describes, from its JSON Schema: refinements beyond that are left to chance. */
import fc from 'fast-check';
import { z } from 'zod';

const JsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

export type SchemaOptions = {
  /** Drawn for integers, where they are in the range. */
  integers: readonly number[];
  /** Drawn where a schema takes anything. */
  anything: fc.Arbitrary<unknown>;
};

export function arbitraryOf(schema: z.ZodType, options: SchemaOptions): fc.Arbitrary<unknown> {
  return fromJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), options);
}

function fromJson(raw: unknown, options: SchemaOptions): fc.Arbitrary<unknown> {
  const schema = JsonSchema.parse(raw);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => fromJson(one, options)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fromJson({ ...schema, type }, options)));
  }
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fromJson(one, options)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    case 'array':
      return fc.array(fromJson(schema.items ?? {}, options), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      });
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number': {
      const { minimum: min = 0, maximum: max = 2 ** 52 } = schema;
      const near = options.integers.filter((one) => one >= min && one <= max);
      return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...near) }, fc.constantFrom(min, max));
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return options.anything;
  }
}

function textOf({ pattern, minLength = 0, maxLength }: z.infer<typeof JsonSchema>): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.max(minLength, Math.min(maxLength ?? 60, 60));
  return fc.string({ unit: 'grapheme', minLength, maxLength: longest });
}
