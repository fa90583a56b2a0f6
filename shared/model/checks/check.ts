/**
 * Defines a check of an answer: what must hold of it. The kinds are named as the assertions of promptfoo, or begin with
 * `promptory:`; `docs/checks.md` has the meaning of each.
 *
 * 1. A check is JSON. `threshold` and `weight` are left out where the file or the person gives none: a check that came
 *    from an assertion has what the assertion has, and nothing else.
 * 2. An assertion that is not understood in all its parts is one of kind `unknown`, and is kept as it is.
 */
import { z } from 'zod';
import { Json } from './json.ts';

const common = {
  /** The `not-` form: the check passes where this does not hold. */
  not: z.boolean(),
  threshold: z.number().exactOptional(),
  /** 1 where it is left out; with 0 the check is shown and counts for nothing. */
  weight: z.number().min(0).exactOptional(),
  /** The name under which promptfoo adds up its scores. */
  metric: z.string().exactOptional(),
};

const Plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** Separated by commas where it is a text. */
const ListedTexts = z.union([z.string(), z.array(Plain)]);
const Between = z.strictObject({ min: z.number().exactOptional(), max: z.number().exactOptional() });
/** A number, also as text; or the least, the most, or both. */
const Count = z.union([z.number(), z.string().refine((text) => !Number.isNaN(Number(text))), Between]);
/** Object or YAML; all that counts as false in JavaScript stands for none. */
const SchemaValue = Json.exactOptional();
export type Count = z.infer<typeof Count>;

const kindOf = <Kind extends string, Value extends z.ZodType>(kind: Kind, value: Value) =>
  z.strictObject({ kind: z.literal(kind), value, ...common });
const kindWithout = <Kind extends string>(kind: Kind) => z.strictObject({ kind: z.literal(kind), ...common });

const known = [
  kindOf('equals', Json),
  kindOf('contains', z.union([z.string(), z.number()])),
  kindOf('icontains', z.union([z.string(), z.number()])),
  kindOf('contains-all', ListedTexts),
  kindOf('contains-any', ListedTexts),
  kindOf('icontains-all', ListedTexts),
  kindOf('icontains-any', ListedTexts),
  kindOf('starts-with', z.string()),
  kindOf('regex', z.string()),
  kindOf('is-json', SchemaValue),
  kindOf('contains-json', SchemaValue),
  kindOf('word-count', Count),
  kindOf('levenshtein', z.string()),
  kindWithout('cost'),
  kindWithout('latency'),
  kindWithout('is-valid-function-call'),
  kindWithout('is-valid-openai-function-call'),
  kindWithout('is-valid-openai-tools-call'),
  kindWithout('is-refusal'),
  kindOf('llm-rubric', Json),
  kindOf('promptory:token-count', Count),
  kindOf('promptory:ngram-similarity', z.string()),
  /** At least so many stars, or the verdict of a comparison. */
  kindOf('promptory:rating', z.union([z.int().min(1).max(5), z.enum(['better', 'worse'])])),
] as const;

/** `raw`: the assertion as it was read. */
export const UnknownCheck = z.strictObject({ kind: z.literal('unknown'), raw: Json });
export type UnknownCheck = z.infer<typeof UnknownCheck>;

export const KnownCheck = z.discriminatedUnion('kind', known);
export type KnownCheck = z.infer<typeof KnownCheck>;

export const Check = z.discriminatedUnion('kind', [...known, UnknownCheck]);
export type Check = z.infer<typeof Check>;

const kinds: ReadonlySet<string> = new Set(known.map(({ shape }) => shape.kind.value));

export function isCheckKind(name: string): boolean {
  return kinds.has(name);
}
