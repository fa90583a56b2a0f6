import type { Context } from 'hono';
import { messages } from '#shared/model/messages.ts';
import type { Problem, ProblemCode } from '#shared/model/problem.ts';
import { type MoreOfProblem, problemOf } from '../services/change/problem-of.ts';
import type { DiskWatch } from '../services/operation/disk-watch.ts';
import type { FilesWatch } from '../services/operation/files-watch.ts';
import { isDatabaseAway } from '../services/operation/is-database-away.ts';
import type { ReportError } from './request-log.ts';
import type { ServerContext } from './server-context.ts';

/** The one place where something that went wrong becomes an answer (RFC 9457). */
export function answerProblem(
  code: ProblemCode,
  more: MoreOfProblem & { headers?: Record<string, string> } = {},
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

export type ServerErrorDeps = {
  reportError: ReportError;
  disk: Pick<DiskWatch, 'note'>;
  filesWatch: Pick<FilesWatch, 'note'>;
};

/**
 * Answers an exception, which is a bug: it is reported, and the caller learns nothing of it. A disk that takes no
 * writes, a place of files and a database that do not answer are none; a client keeps what it sent and sends it later.
 */
export function onServerError({ reportError, disk, filesWatch }: ServerErrorDeps) {
  return (error: Error, c: Context<ServerContext>): Response => {
    const away = filesWatch.note(error);
    if (away !== undefined) {
      if (away.isNew) reportError(error, c.get('requestId'));
      return answerProblem('busy', { headers: { 'Retry-After': '10' } });
    }
    if (isDatabaseAway(error)) {
      reportError(error, c.get('requestId'));
      return answerProblem('busy', { headers: { 'Retry-After': '10' } });
    }
    const noted = disk.note(error);
    if (noted?.isNew !== false) reportError(error, c.get('requestId'));
    if (noted === undefined) return answerProblem('internal');
    return answerProblem(
      'server_full',
      noted.failure === 'full' ? {} : { detail: messages.serverCannotWrite },
    );
  };
}
