/** The answers that a transaction gave under consecutive keys, as one row of a database (`docs/decisions/046-answers-are-stored-in-runs.md`). */
import { z } from 'zod';
import type { Changes, StoredAnswer } from '../ports/library-transaction.ts';

export type RunRecord = { first: number; last: number; answers: string };

/** Answers under the consecutive numbers from `first` on. `bytes`: about what they take in memory. */
export type AnswerRun = { first: number; answers: readonly StoredAnswer[]; bytes: number };

const StoredRun = z.array(z.tuple([z.string(), z.unknown()]));

/** A run ends with the answer that makes it as long as this, in characters. */
const mostOfRun = 128 * 1024;

export function readRun({ first, answers: json }: RunRecord): AnswerRun {
  const answers = StoredRun.parse(JSON.parse(json)).map(
    ([requestHash, answer]): StoredAnswer => ({ requestHash, answer }),
  );
  return { first, answers, bytes: json.length };
}

/** Divides answers into runs of consecutive numbers of one client, as JSON. */
export function* runsOf(answers: Changes['answers']): Generator<RunRecord & { client: string }> {
  let run: (RunRecord & { client: string }) | undefined;
  for (const { key, stored } of answers) {
    const json = JSON.stringify([stored.requestHash, stored.answer]);
    const { client, number } = key;
    if (run?.client === client && run.last + 1 === number && run.answers.length < mostOfRun) {
      run.last = number;
      run.answers += `,${json}`;
      continue;
    }
    if (run !== undefined) yield { ...run, answers: `[${run.answers}]` };
    run = { client, first: number, last: number, answers: json };
  }
  if (run !== undefined) yield { ...run, answers: `[${run.answers}]` };
}
