/**
 * The answers of a check as lines of JSON in a file: a later check finds them by what was sent, and needs no model for
 * them. Lines are added as answers come, and none is changed: what no case asks for any more stays until the file goes.
 */
import { appendFile, readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { isMissing } from '../folder-sync/folder-state.ts';
import { WrongArguments } from '../world.ts';
import type { CellAnswer } from './cell.ts';

const RecordedAnswer = z.object({
  /** The SHA-256 of the messages, the settings and the name of the model. */
  sent: z.string().regex(/^[0-9a-f]{64}$/),
  /** For people who read the file. */
  ...{ prompt: z.string(), case: z.string(), model: z.string() },
  answer: z.string(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.string() })).readonly(),
  tokens: z.object({ in: z.number(), out: z.number() }).nullable(),
  milliseconds: z.number(),
  cost: z.number().nullable(),
  isCut: z.boolean(),
});
type RecordedAnswer = z.infer<typeof RecordedAnswer>;

export type RecordedAnswers = {
  find(sent: string): CellAnswer | undefined;
  add(line: RecordedAnswer): Promise<void>;
};

const mostBytes = 512 * 1024 * 1024;

/** `isNew`: the file need not be there yet. Throws `WrongArguments` where it cannot be read. */
export async function openRecordedAnswers(
  path: string,
  { isNew }: { isNew: boolean },
): Promise<RecordedAnswers> {
  const text = await textOf(path, isNew);
  const answers = new Map<string, CellAnswer>();
  for (const [place, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const { sent, prompt: _prompt, case: _case, model: _model, ...answer } = recordedIn(line, place, path);
    answers.set(sent, answer);
  }
  // A write that is impossible must fail before a model is paid for.
  if (isNew) await appendFile(path, text === '' || text.endsWith('\n') ? '' : '\n');
  let turn: Promise<unknown> = Promise.resolve();
  return {
    find: (sent) => answers.get(sent),
    add(line) {
      const written = turn.then(() => appendFile(path, `${JSON.stringify(line)}\n`));
      turn = written.catch(() => undefined);
      return written;
    },
  };
}

async function textOf(path: string, isNew: boolean): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > mostBytes) throw new WrongArguments(`${path} is larger than ${mostBytes / 1024 / 1024} MB.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (isNew) return '';
    throw new WrongArguments(`There is no file of recorded answers at ${path}.`);
  }
}

function recordedIn(line: string, place: number, path: string): RecordedAnswer {
  const read = RecordedAnswer.safeParse(jsonIn(line));
  if (read.success) return read.data;
  throw new WrongArguments(`Line ${place + 1} of ${path} is no recorded answer: remove it.`);
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
