import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Row } from './row.ts';

/** Git ignores it: figures belong to a machine. */
const folder = fileURLToPath(new URL('.results/', import.meta.url));

export const MeasuredGroup = z.object({
  name: z.string(),
  /** The machine's mean load over the last minute, before and after. */
  load: z.tuple([z.number(), z.number()]),
  seconds: z.number(),
  rows: z.array(Row),
});

export type MeasuredGroup = z.infer<typeof MeasuredGroup>;

export const MeasuredGrowth = z.object({
  operations: z.array(
    z.object({
      name: z.string(),
      exponent: z.number().nullable(),
      measured: z.array(z.object({ size: z.number(), ms: z.number() })),
    }),
  ),
});

export type MeasuredGrowth = z.infer<typeof MeasuredGrowth>;

/** Keeps a measurement under its name, in place of an earlier one. */
export function keepResult(name: string, result: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(result, null, 1));
}

/** Returns the kept measurement of each name that the schema fits; the others are of another kind. */
export function keptResults<T>(schema: z.ZodType<T>): T[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .toSorted()
    .map((name) => schema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .flatMap(({ data }) => (data === undefined ? [] : [data]));
}
