/**
 * Writes the log: one JSON object a line (pino), with an ISO time.
 * 1. `error`: bugs and failures of the disk; `warn`: suspicious security events, and settings that look wrong;
 *    `info`, the default: all security events; `debug`: every request.
 * 2. No line has a text, a title, a file name, a cookie, a token, a password or a username.
 */
import { appendFileSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import type { ReportError, RequestLine } from '../middleware/request-log.ts';
import type { SecurityLine } from '../services/accounts/security-events.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export type ServerLog = {
  request(line: RequestLine): void;
  security(line: SecurityLine): void;
  warn(sentence: string): void;
  error: ReportError;
};

/** `write` takes whole lines. */
export function createServerLog(options: { level: LogLevel; write: (line: string) => void }): ServerLog {
  const logger: Logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: options.write },
  );
  return {
    request: (line) => logger.debug(line),
    security: ({ suspicious, ...line }) => logger[suspicious ? 'warn' : 'info'](line),
    warn: (sentence) => logger.warn(sentence),
    error: (error, requestId) => logger.error({ error: describeError(error), requestId }),
  };
}

/**
 * Returns a writer of lines to the file, or to standard error where none is given or the file takes none, which is
 * mentioned there: at once, and whenever it begins.
 */
export function lineWriter(file: string | undefined): (line: string) => void {
  // Unlike a write to the stream itself, console.error survives a reader that is gone.
  const writeError = (line: string) => console.error(line.trimEnd());
  if (file === undefined) return writeError;
  let isWritten = true;
  const write = (line: string) => {
    try {
      // Opened for each line: a log that was renamed by a rotation begins as a new file.
      appendFileSync(file, line, { mode: 0o600 });
      isWritten = true;
    } catch (error) {
      if (isWritten) writeError(notWritten(file, error));
      isWritten = false;
      if (line !== '') writeError(line);
    }
  };
  write('');
  return write;
}

function notWritten(file: string, error: unknown): string {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return `LOG_FILE ${file} cannot be written (${reason}): the log goes to standard error, where fail2ban does not look.`;
}

/** Leaves out what JSON.parse could not read, which its error quotes, and the parameters of SQL statements. */
function describeError(error: Error): { name: string; message: string; code: unknown; stack: string[] } {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const message = error instanceof SyntaxError ? '' : (error.message.split('\nparams:', 1)[0] ?? '');
  const code: unknown = 'code' in error ? error.code : undefined;
  return { name: error.name, message, code, stack: frames.map((line) => line.trim()) };
}
