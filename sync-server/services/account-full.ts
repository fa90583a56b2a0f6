/** Refuses what would take an account beyond a limit, and names which one it is and what helps. */
import { limits } from '#shared/model/limits.ts';
import { problemStatus } from '#shared/model/problem.ts';
import { fileSize } from '#shared/text/file-size.ts';
import type { Usage } from '../storage/library-transaction.ts';
import type { MutationAnswer } from './mutation-request.ts';
import { problemOf } from './problem-of.ts';

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

function refused(detail: string): MutationAnswer {
  return { status: accountFullStatus, body: problemOf('account_full', { detail }) };
}
