import { expect } from 'vitest';
import type { Candidate, PromptCandidate } from '../candidate.ts';
import { planImport } from '../plan/plan-import.ts';
import { readLibraryFiles } from '../read-library-files.ts';
import { all, inputFile, MemoryLibrary, planOptions } from '../testing/memory-library.ts';

const options = { project: { id: null, name: 'Imported' } };

/** Returns the candidates in files, and checks that a second import of them adds nothing. */
export async function read(files: Readonly<Record<string, string>>, more = {}): Promise<Candidate[]> {
  const list = Object.entries(files).map(([path, text]) => inputFile(path, text));
  const found = await all(readLibraryFiles(list, { ...options, ...more }));
  const library = new MemoryLibrary();
  for (const { mutations } of await all(planImport(found, library.existing(), planOptions())))
    library.commit(mutations);
  const again = await all(planImport(found, library.existing(), planOptions()));
  expect(again.filter(({ outcome }) => outcome !== 'same' && outcome !== 'refused')).toEqual([]);
  return found;
}

/** Returns what the prompts say, and checks that a second import of them adds nothing. */
export async function prompts(
  files: Readonly<Record<string, string>>,
  more = {},
): Promise<PromptCandidate[]> {
  return (await read(files, more)).flatMap((each) => (each.kind === 'prompt' ? [each] : []));
}

export async function reasons(files: Readonly<Record<string, string>>): Promise<string[]> {
  return (await read(files)).flatMap((each) => (each.kind === 'refused' ? [each.reason.sentence] : []));
}
