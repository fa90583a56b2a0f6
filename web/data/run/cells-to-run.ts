/**
 * Makes the requests of cells, each when its turn comes, of what the library has by then: minutes after the press the
 * prompt, the case or the model may be gone or another one, and an answer to what was would be paid for and never shown.
 * Before: `web/run/cases/run-cells.ts`. After: the table of cases.
 */
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellToRun, RunRequest } from '#shared/model/run/run-request.ts';
import { filledUnits, mostFilledUnits } from '#shared/templates/prompt-parts.ts';
import type { Library } from '../database/library.ts';
import { cellKeyOfCase } from './case-cells.ts';
import { messagesOf, ownValues, type ReadText, readText } from './filled-prompt.ts';
import { modelOfNow } from './models.ts';

/** A case that is run by one text and model. `versionId`: null for the current text. */
export type CellSource = {
  readonly promptId: number;
  readonly testId: number;
  readonly versionId: number | null;
  readonly model: ModelEntry;
};

/** `isWanted`: whether the case is still to be run; left out: as long as it is there. */
export function cellToRun(
  library: Library,
  key: string,
  source: CellSource,
  isWanted?: (test: TestCase) => boolean,
): CellToRun {
  return {
    key,
    model: source.model,
    async request() {
      const test = (await library.db.testCases.get(source.testId))?.row;
      if (test === undefined || isWanted?.(test) === false) return null;
      return requestOfNow(library, key, { ...source, test });
    },
  };
}

/** Null where the key is not that of what the library has now. */
async function requestOfNow(
  library: Library,
  key: string,
  { promptId, versionId, model, test }: CellSource & { readonly test: TestCase },
): Promise<RunRequest | null> {
  const entry = await modelOfNow(library, model);
  const text = await readText(library, { promptId, versionId }, null);
  if (entry === null || text === null || isTooLarge(test, text)) return null;
  if ((await cellKeyOfCase(test, { promptId, text, model: entry })) !== key) return null;
  const { read, textHash, settings } = text;
  const values = new Map(Object.entries(test.values));
  return {
    ...{ promptId, versionId, textHash, settings, model: entry },
    messages: messagesOf(read, values),
    values: Object.fromEntries(ownValues(read, values)),
  };
}

/** Returns whether the values of a case would make more of the text than a page can hold. It is not run then. */
export function isTooLarge({ values }: Pick<TestCase, 'values'>, { read }: Pick<ReadText, 'read'>): boolean {
  return filledUnits(read, new Map(Object.entries(values))) > mostFilledUnits;
}
