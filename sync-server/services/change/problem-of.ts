import { problemMessages } from '#shared/model/messages.ts';
import { type FieldError, type Problem, type ProblemCode, problemStatus } from '#shared/model/problem.ts';

/** The problem+json body of a code: the same for an answer of its own and inside the answer to a push. */
export function problemOf(code: ProblemCode, more: { detail?: string; errors?: FieldError[] } = {}): Problem {
  return {
    type: `urn:promptory:problem:${code}`,
    title: problemMessages[code],
    status: problemStatus[code],
    code,
    ...more,
  };
}
