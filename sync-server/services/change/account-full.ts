/** Refuses what would take an account beyond a limit, and names which one it is and what helps. */
import { limits } from '#shared/model/limits.ts';
import { problemStatus } from '#shared/model/problem.ts';
import { fileSize } from '#shared/text/file-size.ts';
import type { Usage } from '../../storage/ports/library-transaction.ts';
import type { MutationAnswer } from './mutation-request.ts';
import { problemOf } from './problem-of.ts';

/** The limits of one account. `versions`: those of one prompt that are not deleted. */
export type AccountLimits = Usage & { versions: number };

export function accountLimitsOf(settings: {
  maxRowsPerUser: number;
  maxTextPerUser: number;
  maxVersionsPerPrompt: number;
}): AccountLimits {
  const { maxRowsPerUser: rows, maxTextPerUser: textBytes, maxVersionsPerPrompt: versions } = settings;
  return { rows, textBytes, versions };
}

export const accountFullStatus = problemStatus.account_full;

/** Returns undefined where there is room. An account beyond a limit (it was lowered, for one) can still become smaller. */
export function accountFull(
  usage: Usage,
  { before, most }: { before: Usage; most: Usage },
): MutationAnswer | undefined {
  const isBeyond = (what: keyof Usage) => usage[what] > most[what] && usage[what] > before[what];
  const room = `What you delete makes room after ${limits.deletedKeptDays} days; then retry this change.`;
  if (isBeyond('rows')) {
    const count = most.rows.toLocaleString('en');
    const full = `Your account is full: the server keeps ${count} projects, prompts, versions and files together.`;
    return refused(`${full} ${room}`);
  }
  if (isBeyond('textBytes')) {
    const full = `Your account is full: the server keeps ${fileSize(most.textBytes)} of texts, and this change needs ${fileSize(usage.textBytes - before.textBytes)} more.`;
    return refused(`${full} A shorter text is always taken. ${room}`);
  }
  return undefined;
}

/** Returns undefined where each prompt has room for its versions. Deleting one makes room at once. */
export function promptFull(
  liveVersions: ReadonlyMap<number, number>,
  { before, most }: { before: (promptId: number) => number | undefined; most: AccountLimits },
): MutationAnswer | undefined {
  if (liveVersions.size === 0) return undefined;
  const isFull = [...liveVersions].some(
    ([promptId, count]) => count > most.versions && count > (before(promptId) ?? 0),
  );
  if (!isFull) return undefined;
  const count = most.versions.toLocaleString('en');
  return refused(
    `This prompt is full: the server keeps ${count} versions of a prompt. Delete versions of it, then retry this change.`,
  );
}

function refused(detail: string): MutationAnswer {
  return { status: accountFullStatus, body: problemOf('account_full', { detail }) };
}
