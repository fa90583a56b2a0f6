/**
 * Writes and reads kept runs and test cases: each a file of JSON in the folder of its prompt, for people and scripts to
 * look at.
 */
import { z } from 'zod';
import { TestCase } from '#shared/model/checks/test-case.ts';
import { Id } from '#shared/model/ids.ts';
import { KeptRun } from '#shared/model/run/kept-run.ts';
import { bounds } from '../bounds.ts';
import { textOf, utf8 } from '../bytes.ts';
import type { InputFile, OutputFile } from '../files.ts';
import { marker } from './tree-files.ts';
import { parsedBy } from './tree-yaml.ts';

const RunFile = KeptRun.omit({ promptId: true }).extend({ [marker]: z.literal('run'), prompt: Id.nullish() });
const CaseFile = TestCase.omit({ promptId: true }).extend({
  [marker]: z.literal('case'),
  prompt: Id.nullish(),
});
const OfPrompt = z.looseObject({ [marker]: z.enum(['run', 'case']), prompt: Id.nullish() });

export function runFile(path: string, row: KeptRun): OutputFile {
  return fileOf(path, 'run', row);
}

export function caseFile(path: string, row: TestCase): OutputFile {
  return fileOf(path, 'case', row);
}

/** Returns the row, as one of this prompt. Throws `FileRefused` where the file has none. */
export async function readRunFile(file: InputFile, promptId: number): Promise<KeptRun> {
  return KeptRun.parse({ ...(await fieldsIn(file, RunFile)), promptId });
}

export async function readCaseFile(file: InputFile, promptId: number): Promise<TestCase> {
  return TestCase.parse({ ...(await fieldsIn(file, CaseFile)), promptId });
}

/** Returns the id of the prompt that a file is of; undefined where it does not say. */
export async function promptOfJsonRow(file: InputFile): Promise<number | undefined> {
  return OfPrompt.safeParse(await jsonIn(file)).data?.prompt ?? undefined;
}

function fileOf(path: string, word: 'run' | 'case', row: KeptRun | TestCase): OutputFile {
  const { id, promptId: prompt, ...values } = row;
  const json = JSON.stringify({ [marker]: word, id, prompt, ...values }, null, 2);
  return { path, modified: row.createdAt, content: utf8(`${json}\n`) };
}

async function fieldsIn(file: InputFile, schema: z.ZodObject): Promise<object> {
  const { [marker]: _marker, prompt: _prompt, ...row } = parsedBy(schema, await jsonIn(file));
  return row;
}

async function jsonIn(file: InputFile): Promise<unknown> {
  const text = await textOf(file, bounds.promptBytes);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
