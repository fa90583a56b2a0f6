/**
 * Decides what an import does to a library, without doing it.
 *
 * 1. Nothing is removed. A prompt is known by its id, or else by its project and title; what only the files have is
 *    added to it: texts as versions, notes, tags, value sets, labels that are on no version here.
 * 2. All of a row comes in, or it is refused with the reason.
 * 3. Once it is committed, the same files again give `same` for every row that was not refused.
 * 4. The same candidates upon the same library give the same rows, up to the ids that are drawn.
 * 5. Nothing is held but the names of what is there, and a hundred candidates with the prompts that they are about.
 *
 * Before: `read-library-files.ts`. After: the caller commits `importPortions`, or shows the rows and drops them.
 */
import type { Candidate, FileCandidate, PromptCandidate } from '../candidate.ts';
import { ImportedNames } from './imported-names.ts';
import { planFile } from './plan-file.ts';
import { planProject } from './plan-project.ts';
import { planPrompt } from './plan-prompt.ts';
import type { ExistingLibrary, PlannedRow, PlanOptions } from './planned.ts';
import { refusedRow } from './row.ts';

const atOnce = 100;

export async function* planImport(
  candidates: AsyncIterable<Candidate> | Iterable<Candidate>,
  existing: ExistingLibrary,
  options: PlanOptions,
): AsyncGenerator<PlannedRow> {
  const names = new ImportedNames(existing, options);
  let waiting: (PromptCandidate | FileCandidate)[] = [];
  const flush = async function* () {
    const batch = waiting;
    waiting = [];
    yield* planBatch(batch, { names, existing, options });
  };
  for await (const candidate of candidates) {
    if (candidate.kind === 'prompt' || candidate.kind === 'file') {
      waiting.push(candidate);
      if (waiting.length >= atOnce) yield* flush();
      continue;
    }
    yield* flush();
    if (candidate.kind === 'project') yield planProject(candidate, names);
    else
      yield refusedRow(
        { kind: 'prompt', source: candidate.source, project: '', title: '' },
        candidate.reason,
      );
  }
  yield* flush();
}

type Planning = { names: ImportedNames; existing: ExistingLibrary; options: PlanOptions };

async function* planBatch(batch: readonly (PromptCandidate | FileCandidate)[], planning: Planning) {
  const { names, existing } = planning;
  const prompts = batch.filter((each) => each.kind === 'prompt');
  const ids = new Set(prompts.flatMap((candidate) => names.possible(candidate)));
  const here = new Map((await existing.read([...ids])).map((each) => [each.prompt.id, each]));
  for (const candidate of batch) {
    if (candidate.kind === 'prompt') yield planPrompt(candidate, { ...planning, here });
    else yield await planFile(candidate, planning);
  }
}
