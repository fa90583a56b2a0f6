/** Draws what a JSON Schema of the API document allows, and what it does not allow. */
import fc from 'fast-check';
import type { JsonSchema } from '../../routes/openapi/json-schemas.ts';

export type Drawing = {
  /** Resolves `#/components/schemas/Prompt` and the like. */
  resolve(reference: string): JsonSchema;
  /** Drawn for integers mostly, where they are in the range. */
  integers: readonly number[];
};

/** Texts begin with a letter where one character at least is asked for: spaces alone are trimmed away. */
export function allowedBy(schema: JsonSchema, drawing: Drawing): fc.Arbitrary<unknown> {
  const inside = (one: unknown) => allowedBy(isSchema(one) ? one : {}, drawing);
  if (schema.$ref !== undefined) return inside(drawing.resolve(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom<unknown>(...schema.enum);
  if (schema.properties !== undefined || schema.type === 'object') return objectOf(schema, inside);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(inside));
  switch (schema.type) {
    case 'array':
      return arrayOf(schema, inside);
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return integerOf(schema, drawing);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Inside = (schema: unknown) => fc.Arbitrary<unknown>;

/** With all fields that one of the alternatives asks for, where there are such. */
function objectOf(schema: JsonSchema, inside: Inside): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames, anyOf = [] } = schema;
  if (typeof additionalProperties === 'object') {
    return fc.dictionary(
      inside(propertyNames ?? { type: 'string' }).map(String),
      inside(additionalProperties),
      {
        maxKeys: 3,
      },
    );
  }
  const alternatives = anyOf.map((one) => (typeof one === 'object' ? (one.required ?? []) : []));
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inside(one)]));
  const needed = fc.constantFrom(...(alternatives.length === 0 ? [[]] : alternatives));
  return needed.chain((more) => fc.record(fields, { requiredKeys: [...required, ...more] }));
}

function arrayOf({ items, prefixItems, minItems = 0 }: JsonSchema, inside: Inside): fc.Arbitrary<unknown> {
  if (prefixItems !== undefined) return fc.tuple(...prefixItems.map(inside));
  return fc.array(inside(items), { minLength: minItems, maxLength: Math.max(minItems, 3) });
}

function integerOf(schema: JsonSchema, { integers }: Drawing): fc.Arbitrary<number> {
  const { minimum: min = 0, maximum: max = Number.MAX_SAFE_INTEGER } = schema;
  const near = integers.filter((one) => one >= min && one <= max);
  const edges = fc.constantFrom(min, max);
  return near.length === 0 ? edges : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...near) }, edges);
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

function textOf({
  contentMediaType,
  contentSchema,
  pattern,
  format,
  minLength = 0,
  maxLength = Number.MAX_SAFE_INTEGER,
}: JsonSchema): fc.Arbitrary<string> {
  if (contentMediaType === 'application/json') {
    const isArray = contentSchema?.type === 'array';
    return isArray ? fc.constantFrom('[]', '[ {"name": "f"} ]') : fc.constantFrom('{}', '{"a": 1.0}');
  }
  if (format === 'date-time') {
    return fc.integer({ min: 0, max: 2 ** 42 }).map((at) => new Date(at).toISOString());
  }
  // fast-check reads neither lookaheads nor classes of Unicode.
  if (pattern !== undefined && !/\(\?|\\p/.test(pattern)) {
    return fc
      .stringMatching(new RegExp(pattern), { size: 'small' })
      .filter(({ length }) => length <= maxLength);
  }
  const most = Math.min(maxLength, 60);
  if (pattern === undefined && minLength === 0) return fc.string({ unit: 'grapheme', maxLength: most / 4 });
  const unit = fc.constantFrom(...(pattern === undefined ? 'axz 09_-é—🙂' : 'axz09_-'));
  return fc
    .tuple(fc.constantFrom(...letters), fc.string({ unit, minLength, maxLength: Math.max(minLength, 20) }))
    .map(([first, rest]) => `${first}${rest}`.slice(0, most).trimEnd().padEnd(minLength, 'x'));
}

/** Values of every type: most schemas refuse most of them. */
const anyType = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  '',
  '\u0000',
  'a'.repeat(3000),
  [],
  {},
  [[]],
  {
    __proto__: null,
    length: 1,
  },
);

/** Changes a body by one field: another value, one field less, one that nobody knows. */
export function almost(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return anyType;
  const names = Object.keys(body);
  const added = anyType.map((value) => ({ ...body, notAField: value }));
  if (names.length === 0) return added;
  const name = fc.constantFrom(...names);
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(name, anyType).map(([one, value]) => ({ ...body, [one]: value })) },
    name.map((one) => Object.fromEntries(Object.entries(body).filter(([other]) => other !== one))),
    added,
  );
}
