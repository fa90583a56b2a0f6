import type { PulledMessage } from '#shared/model/pull.ts';
import {
  filledUnits,
  fillMessages,
  fillPrompt,
  missingOf,
  mostFilledUnits,
  type ReadPrompt,
} from '#shared/templates/prompt-parts.ts';
import { normalName } from '#shared/templates/variable-syntax.ts';
import { RunFailed } from './run-failed.ts';

/** Returns a text with its values as messages. Throws `RunFailed` where a variable has no value, or it is too large. */
export function filledMessages(
  read: ReadPrompt,
  given: Readonly<Record<string, string>>,
): readonly PulledMessage[] {
  const values = new Map(Object.entries(given).map(([name, value]) => [normalName(name), value]));
  const missing = missingOf(read, values);
  if (missing.length > 0) {
    throw new RunFailed(`These variables have neither a value nor a default: ${missing.join(', ')}.`);
  }
  if (filledUnits(read, values) > mostFilledUnits) {
    throw new RunFailed(`The filled text would be larger than ${mostFilledUnits / 1024 / 1024} MB.`);
  }
  return fillMessages(read, values) ?? [{ role: 'user', content: fillPrompt(read, values).text }];
}
