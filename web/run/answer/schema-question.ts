/** The messages between the page and the thread that compares an answer with a schema. */
import { type SchemaMismatch, schemaMismatch } from '#shared/checks/schema-mismatch.ts';

export type SchemaQuestion = {
  /** From 1. */
  readonly number: number;
  readonly schema: object;
  readonly value: unknown;
};

/** `number`: 0 where the thread has started. `outcome`: null where the value fits, or the schema cannot be used. */
export type SchemaAnswer = { readonly number: number; readonly outcome: SchemaMismatch | null };

/** Answers a question, in the thread. */
export function answerOf({ number, schema, value }: SchemaQuestion): SchemaAnswer {
  try {
    return { number, outcome: schemaMismatch(schema, '2020-12', value) };
  } catch {
    // A schema that cannot be used says nothing about an answer.
    return { number, outcome: null };
  }
}
