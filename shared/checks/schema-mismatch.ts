import { type SchemaDraft, Validator } from '@cfworker/json-schema';

/** `at`: the path of the innermost value that does not fit; empty for the whole. */
export type SchemaMismatch = { readonly at: string; readonly message: string };

/** Returns where a value does not fit a JSON schema, null if it does. Throws for a reference that leads nowhere or to itself. */
export function schemaMismatch(schema: object, draft: SchemaDraft, value: unknown): SchemaMismatch | null {
  const { valid, errors } = new Validator(schema, draft, false).validate(value);
  if (valid) return null;
  // The last one is about the innermost value.
  const worst = errors.toSorted(
    (one, other) => other.instanceLocation.length - one.instanceLocation.length,
  )[0];
  return { at: worst?.instanceLocation.replace(/^#/, '') ?? '', message: worst?.error ?? '' };
}
