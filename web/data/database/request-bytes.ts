import { bind, MutationName } from '#shared/mutations/registry.ts';

/**
 * Returns how many bytes of UTF-8 the request of an entry takes in a push. Counts the arguments as they are where
 * they name no request: written by another version of the app.
 */
export function requestBytes(name: string, args: unknown): number {
  const known = MutationName.safeParse(name);
  const bound = known.success ? bind(known.data, args) : undefined;
  return jsonBytes(bound?.ok ? bound.mutation.request : args);
}

function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}
