import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { CommitOutcome } from '../../data/commit/commit-outcome.ts';

export type AttemptOutcome =
  | { readonly ok: true }
  /** `fields`: a sentence for each wrong field, by its name. `message`: the sentence for the whole. */
  | { readonly ok: false; readonly message: string; readonly fields: Readonly<Record<string, string>> };

/** A commit in words that a person reads, also where the browser refused to write. */
export async function attemptCommit(run: () => Promise<CommitOutcome>): Promise<AttemptOutcome> {
  try {
    const outcome = await run();
    if (outcome.ok) return outcome;
    const fields = Object.fromEntries(outcome.errors.map(({ path, message }) => [path, message]));
    return { ok: false, message: outcome.errors[0]?.message ?? refusalMessages[outcome.code], fields };
  } catch (error) {
    console.error('A change could not be written.', error);
    return { ok: false, message: messages.entryNotWritten, fields: {} };
  }
}
