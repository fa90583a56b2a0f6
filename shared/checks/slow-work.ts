/**
 * The two questions about an answer that can take for ever: a regular expression, and a JSON schema, which may have
 * some. Whoever judges answers has a thread for them that can be ended.
 */
import type { JsonValue } from '#shared/model/checks/json.ts';
import { type Fit, fitOf } from './json-schema.ts';

export type SlowWork = {
  /** `pattern` is a valid one. */
  matches(pattern: string, text: string): Promise<boolean | 'timed out'>;
  fit(schema: JsonValue, value: JsonValue): Promise<Fit | 'timed out'>;
};

/** Answers here and now, however long it takes. */
export const workHere: SlowWork = {
  matches: async (pattern, text) => new RegExp(pattern).test(text),
  fit: async (schema, value) => fitOf(schema, value),
};
