import type { Stored } from '#shared/kinds/row.ts';
import type { FieldError, Problem, ProblemCode } from '#shared/model/problem.ts';
import type { MutationAnswer } from './mutation-request.ts';
import { problemOf } from './problem-of.ts';

/** Returns the answer to a mutation that is not applied. `changed_since` carries the row as it is now. */
export function refusal(code: ProblemCode, current?: Stored): MutationAnswer {
  const problem: Problem = problemOf(code);
  if (code !== 'changed_since' || current === undefined) return { status: problem.status, body: problem };
  const { rev, row, deleted } = current;
  return { status: problem.status, rev, body: { ...problem, current: deleted ? null : row } };
}

export function invalid({ code, errors }: { code: ProblemCode; errors?: FieldError[] }): MutationAnswer {
  const problem = problemOf(code, errors === undefined ? {} : { errors });
  return { status: problem.status, body: problem };
}
