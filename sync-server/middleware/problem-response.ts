import type { ErrorHandler, NotFoundHandler } from 'hono';
import type { FieldError, Problem, ProblemCode } from '#shared/model/problem.ts';
import { problemOf } from '../services/problem-of.ts';
import type { ReportError } from './request-log.ts';
import type { ServerContext } from './server-context.ts';

/** The one place where something that went wrong becomes an answer (RFC 9457). */
export function answerProblem(
  code: ProblemCode,
  more: { detail?: string; errors?: FieldError[]; headers?: Record<string, string> } = {},
): Response {
  const { headers, ...fields } = more;
  return answerWithProblem(problemOf(code, fields), headers);
}

export function answerWithProblem(problem: Problem, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}

/** What a handler throws is a bug: it is reported, and nothing of it is told to the caller. */
export function onServerError(reportError: ReportError): ErrorHandler<ServerContext> {
  return (error) => {
    reportError(error);
    return answerProblem('internal');
  };
}

export const onNotFound: NotFoundHandler<ServerContext> = () => answerProblem('not_found');
