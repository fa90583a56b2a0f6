/** Adds many test cases to their prompt, and takes them back; see `bulk-act.ts`. */
import type { CaseCreation } from '#shared/library-files/plan/plan-test-cases.ts';
import { fieldsOfCase } from '#shared/model/checks/test-case.ts';
import { inOneWrite } from '../commit/commit.ts';
import { commitPlannedInside } from '../commit/commit-planned.ts';
import type { Library } from '../database/library.ts';
import { type BulkOutcome, type BulkRun, inPortions } from './bulk-act.ts';

/** `written`: what it was when it was added. */
type AddedCase = { readonly promptId: number; readonly id: number; readonly written: string };

/** Commits each portion in one transaction. Rejects nothing that a browser may refuse. */
export async function addCases(
  library: Library,
  portions: AsyncIterable<readonly CaseCreation[]>,
  { onProgress, signal }: BulkRun,
): Promise<BulkOutcome> {
  const added: AddedCase[] = [];
  let seen = 0;
  const ended = (kind: BulkOutcome['kind']): BulkOutcome => ({
    ...{ kind, changed: added.length, kept: seen - added.length, reason: null, deleted: [] },
    takeBack: added.length === 0 ? null : (run) => takeBack(library, added, run),
  });
  try {
    for await (const portion of portions) {
      if (signal?.aborted) return ended('stopped');
      const { cases } = await inOneWrite(library, () => addInside(library, portion));
      added.push(...cases);
      seen += portion.length;
      onProgress?.(seen);
    }
  } catch {
    return ended('failed');
  }
  return ended('done');
}

async function addInside(library: Library, portion: readonly CaseCreation[]) {
  await commitPlannedInside(library, portion);
  const found = await library.db.testCases.bulkGet(portion.map(({ args }) => args.id));
  const cases = found.flatMap((stored): AddedCase[] => {
    if (stored === undefined) return [];
    const { promptId, id } = stored.row;
    return [{ promptId, id, written: JSON.stringify(fieldsOfCase(stored.row)) }];
  });
  return { ok: true, cases };
}

function takeBack(library: Library, added: readonly AddedCase[], run: BulkRun): Promise<BulkOutcome> {
  const deletePortion = async (portion: readonly AddedCase[]) => {
    const { changed } = await inOneWrite(library, async () => {
      const found = await library.db.testCases.bulkGet(portion.map(({ id }) => id));
      const same = portion.filter(({ written }, at) => {
        const row = found[at]?.row;
        return row !== undefined && JSON.stringify(fieldsOfCase(row)) === written;
      });
      const deletions = same.map(({ promptId, id }) => ({
        ...{ name: 'deleteTestCase' as const, args: { promptId, id } },
      }));
      const done = await commitPlannedInside(library, deletions);
      return { ok: true, changed: done.filter((isDone) => isDone).length };
    });
    return { changed, kept: portion.length - changed };
  };
  return inPortions(added, run, deletePortion, (rest) => (again) => takeBack(library, rest, again));
}
