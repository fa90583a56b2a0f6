import { limits } from '#shared/model/limits.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import type { CandidateCase, CandidateValueSet } from '../../candidate.ts';
import type { FoundTest } from './test-reader.ts';

/** `lost`: sets and cases beyond the bounds. */
type OfPrompt = {
  readonly valueSets: readonly CandidateValueSet[];
  readonly testCases: readonly CandidateCase[];
  readonly lost: number;
};

/** Shares the tests of a file out among its prompts: `limits.casesPerFile` cases altogether. */
export class TestsOfPrompts {
  readonly #tests: readonly FoundTest[];
  #left: number = limits.casesPerFile;

  constructor(tests: readonly FoundTest[]) {
    this.#tests = tests;
  }

  /** `labels`: the names by which a test may mean the prompt, or the beginning of one before a colon. */
  of(text: string, labels: readonly string[]): OfPrompt {
    const isMeant = ({ prompts }: FoundTest) =>
      prompts === null ||
      prompts.some((name) => labels.some((label) => label === name || label.startsWith(`${name}:`)));
    const own = this.#tests.filter(isMeant);
    const sets = setsOf(
      own.filter(({ isCase }) => !isCase),
      text,
    );
    const cases = own.filter(({ isCase }) => isCase);
    const valueSets = sets.slice(0, limits.valueSetsPerPrompt);
    const testCases = cases.slice(0, this.#left).map(candidateCase);
    this.#left -= testCases.length;
    return { valueSets, testCases, lost: sets.length - valueSets.length + cases.length - testCases.length };
  }
}

/** Returns the sets of values that differ for the variables of a text. */
function setsOf(tests: readonly FoundTest[], text: string): CandidateValueSet[] {
  const names = new Set(readPrompt(text).found.variables.map((variable) => variable.name));
  const sets = new Map<string, CandidateValueSet>();
  for (const { name, values } of tests) {
    const own = Object.entries(values).filter(([variable]) => names.has(variable));
    const key = JSON.stringify(own);
    if (own.length === 0 || sets.has(key)) continue;
    const title = shortTitle(name, limits.valueSetNameLength) || 'Test';
    sets.set(key, { id: null, name: title, values: Object.fromEntries(own) });
  }
  return [...sets.values()];
}

export function candidateCase({ isCase: _, prompts: __, ...found }: FoundTest): CandidateCase {
  return { ...found, position: null, id: null, createdAt: null };
}
