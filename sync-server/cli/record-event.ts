import { randomBytes } from 'node:crypto';
import { createServerLog, lineWriter } from '../log/server-log.ts';
import { createSecurityEvents, type SecurityEvent } from '../services/accounts/security-events.ts';
import type { AccountsStorage } from '../storage/ports/accounts-port.ts';
import { settingsOf, type World } from './world.ts';

/**
 * Writes a security event into LOG_FILE. Without that setting an event of the command line tool is written
 * nowhere: standard error is for sentences to the person who ran the command.
 */
export async function recordEvent(
  world: World,
  storage: Pick<AccountsStorage, 'secret'>,
  event: SecurityEvent,
): Promise<void> {
  const { logFile, logLevel } = settingsOf(world);
  if (logFile === undefined) return;
  const log = createServerLog({ level: logLevel, write: lineWriter(logFile) });
  await createSecurityEvents({ storage, randomBytes, write: log.security }).record(event);
}
