/** Writes and reads kept runs: each a file of JSON in the folder of its prompt, for people and scripts to look at. */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import { KeptRun } from '#shared/model/run/kept-run.ts';
import { bounds } from '../bounds.ts';
import { textOf, utf8 } from '../bytes.ts';
import type { InputFile, OutputFile } from '../files.ts';
import { marker } from './tree-files.ts';
import { parsedBy } from './tree-yaml.ts';

const RunFile = KeptRun.omit({ promptId: true }).extend({ [marker]: z.literal('run'), prompt: Id.nullish() });

export function runFile(path: string, { id, promptId: prompt, ...row }: KeptRun): OutputFile {
  const json = JSON.stringify({ [marker]: 'run', id, prompt, ...row }, null, 2);
  return { path, modified: row.createdAt, content: utf8(`${json}\n`) };
}

/** Returns the run, as one of this prompt. Throws `FileRefused` where the file has none. */
export async function readRunFile(file: InputFile, promptId: number): Promise<KeptRun> {
  const { [marker]: _marker, prompt: _prompt, ...row } = parsedBy(RunFile, await jsonIn(file));
  return KeptRun.parse({ ...row, promptId });
}

/** Returns the id of the prompt that a file is of; undefined where it does not say. */
export async function promptOfRun(file: InputFile): Promise<number | undefined> {
  return RunFile.safeParse(await jsonIn(file)).data?.prompt ?? undefined;
}

async function jsonIn(file: InputFile): Promise<unknown> {
  const text = await textOf(file, bounds.promptBytes);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
