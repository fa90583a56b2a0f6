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

type Asking = {
  /** Whether the case is still to be run; left out: as long as it is there. */
  isWanted?(test: TestCase): boolean;
  /** Left out: each cell reads its text for itself. */
  readonly texts?: TextReader;
};

export function cellToRun(
  library: Library,
  key: string,
  source: CellSource,
  { isWanted, texts = textsNow(library) }: Asking = {},
): CellToRun {
  return {
    key,
    model: source.model,
    async request() {
      const test = (await library.db.testCases.get(source.testId))?.row;
      if (test === undefined || isWanted?.(test) === false) return null;
      const { promptId, versionId } = source;
      const model = await modelOfNow(library, source.model);
      const text = await texts({ promptId, versionId });
      if (model === null || text === null || isTooLarge(test, text)) return null;
      const isOfNow = (await cellKeyOfCase(test, { promptId, text, model })) === key;
      return isOfNow ? requestOf({ ...source, model }, { test, text }) : null;
    },
  };
}

type TextReader = (of: Pick<CellSource, 'promptId' | 'versionId'>) => Promise<ReadText | null>;

const textsNow =
  (library: Library): TextReader =>
  (of) =>
    readText(library, of, null);

const readEveryMs = 1_000;

/** Reads a text at most once a second: thousands of cells have the same one. `now`: milliseconds. */
export function textsOfTable(library: Library, now: () => number): TextReader {
  const read = textsNow(library);
  const known = new Map<string, { readonly at: number; readonly text: ReturnType<TextReader> }>();
  return (of) => {
    const name = `${of.promptId} ${of.versionId}`;
    const last = known.get(name);
    if (last !== undefined && Math.abs(now() - last.at) < readEveryMs) return last.text;
    const text = read(of);
    known.set(name, { at: now(), text });
    return text;
  };
}

function requestOf(
  { promptId, versionId, model }: CellSource,
  { test, text }: { readonly test: TestCase; readonly text: ReadText },
): RunRequest {
  const { read, textHash, settings } = text;
  const values = new Map(Object.entries(test.values));
  return {
    ...{ promptId, versionId, textHash, settings, model },
    messages: messagesOf(read, values),
    values: Object.fromEntries(ownValues(read, values)),
  };
}

/** Returns whether the values of a case would make more of the text than a page can hold. It is not run then. */
export function isTooLarge({ values }: Pick<TestCase, 'values'>, { read }: Pick<ReadText, 'read'>): boolean {
  return filledUnits(read, new Map(Object.entries(values))) > mostFilledUnits;
}
