import { problemMessages } from '#shared/model/messages.ts';
import { type FieldError, type Problem, type ProblemCode, problemStatus } from '#shared/model/problem.ts';

/** The members of a problem besides those that its code decides; a code may have some of its own. */
export type MoreOfProblem = { detail?: string; errors?: FieldError[]; [member: string]: unknown };

/** The problem+json body of a code: the same for an answer of its own and inside the answer to a push. */
export function problemOf(code: ProblemCode, more: MoreOfProblem = {}): Problem {
  return {
    type: `urn:promptory:problem:${code}`,
    title: problemMessages[code],
    status: problemStatus[code],
    code,
    ...more,
  };
}
