/**
 * Keeps what a test of another tool has beside a case, and what a case has beside such a test.
 *
 * 1. Fields of a test that a case lacks (`options`, `metadata` and the like) end its notes, as YAML between dashes, and
 *    become fields again when the case is written.
 * 2. Notes, whether it is run, and checks that a tool does not know lie in the metadata of a written test, under
 *    `promptory`.
 */
import { z } from 'zod';
import { Json } from '#shared/model/checks/json.ts';
import type { CaseFields } from '#shared/model/checks/test-case.ts';
import { recordOf } from '#shared/model/record-of.ts';
import { readYaml, writeYaml } from '../../yaml.ts';
import { cellsOf } from '../table.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A case as another tool has it: without an id or a place. */
export type FoundCase = Omit<CaseFields, 'position'>;

/** Of what no other tool writes. */
export const ownName = 'promptory';
const Own = z.looseObject({
  notes: z.string().default('').catch(''),
  enabled: z.boolean().default(true).catch(true),
  /** Those that the tool does not judge. */
  checks: z.array(Json).default([]).catch([]),
  threshold: z.number().min(0).max(1).nullable().default(null).catch(null),
  /** Values that the file cannot have where they belong. */
  values: recordOf(z.string(), z.string()).default({}).catch({}),
  /** Values that are not the case's own, but the usual ones of its prompt's variables. */
  defaults: recordOf(z.string(), z.string()).default({}).catch({}),
});
type Own = z.infer<typeof Own>;

/** Returns what is Promptory's own in the metadata of a test, and the rest of it. */
export function partedMetadata(metadata: unknown): { own: Own; rest: Fields } {
  const { [ownName]: written, ...rest } = cellsOf(metadata) ?? {};
  return { own: Own.parse(cellsOf(written) ?? {}), rest };
}

/** Returns the metadata with what is Promptory's own; undefined where it has nothing. */
export function metadataWith(own: Partial<Own>, rest: unknown): Fields | undefined {
  const usual = Own.parse({});
  const written = Object.fromEntries(
    Object.entries(own).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])),
  );
  const all = { ...cellsOf(rest), ...(isEmpty(written) ? {} : { [ownName]: written }) };
  return isEmpty(all) ? undefined : all;
}

/** Returns the notes of a case with the fields that it lacks, once. */
export function notesWith(notes: string, fields: Fields): string {
  const block = blockOf(fields);
  if (block === '' || notes.endsWith(block)) return notes;
  return notes === '' ? block : `${notes}\n\n${block}`;
}

/** Returns the fields that end the notes; `notes`: '' where they are nothing else, and all of them otherwise. */
export function fieldsInNotes(notes: string): { notes: string; fields: Fields } {
  const start = notes.startsWith(`${dashes}\n`) ? 0 : notes.lastIndexOf(`\n\n${dashes}\n`) + 2;
  const block = notes.slice(start);
  if (start === 1 || !block.startsWith(`${dashes}\n`) || !block.endsWith(dashes))
    return { notes, fields: {} };
  const read = readYaml(block.slice(dashes.length + 1, -dashes.length));
  const fields = read.ok ? cellsOf(read.value) : null;
  if (fields === null || blockOf(fields) !== block) return { notes, fields: {} };
  return { notes: start === 0 ? '' : notes, fields };
}

const dashes = '---';

function blockOf(fields: Fields): string {
  return isEmpty(fields) ? '' : `${dashes}\n${writeYaml(fields)}${dashes}`;
}

export function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}

/** Returns a value as a text, as it is filled into a prompt. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
