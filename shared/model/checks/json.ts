import { z } from 'zod';

/** A value of JSON, kept as it is: neither copied nor looked into. */
export const Json = z.custom<JsonValue>((value) => value !== undefined);

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
