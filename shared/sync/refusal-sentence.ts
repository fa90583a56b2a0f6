import { t } from '../language/translate.ts';
import { problemMessages } from '../model/messages.ts';
import type { OutboxEntry } from './outbox.ts';

/** Returns the reason of a refusal for a person, as exactly as it is known. */
export function refusalSentence(problem: OutboxEntry['problem']): string {
  if (problem === undefined) return t('The server did not say why.');
  const [first] = problem.errors ?? [];
  return t(first?.message ?? problem.detail ?? problemMessages[problem.code]);
}
