/**
 * Decides what an import does to a library, without doing it.
 *
 * 1. Nothing is removed. A prompt is known by its id, or else by its project and title; what only the files have is
 *    added to it: texts as versions, notes, tags, value sets, labels that are on no version here.
 * 2. All of a row comes in, or it is refused with the reason. A version or a change of it that cannot be stored is left
 *    out by itself, and named.
 * 3. Once it is committed, the same files again give `same` for every row that was not refused.
 * 4. The same candidates upon the same library give the same rows, up to the ids that are drawn.
 * 5. Nothing is held but the names of what is there, and a hundred candidates with the prompts that they are about.
 *
 * Before: `read-library-files.ts`. After: the caller commits `importPortions`, or shows the rows and drops them.
 */
import { rowKey } from '#shared/kinds/row.ts';
import { utf8 } from '../bytes.ts';
import {
  type Candidate,
  candidateVersion,
  type FileCandidate,
  type ProjectCandidate,
  type PromptCandidate,
} from '../candidate.ts';
import { ImportedNames } from './imported-names.ts';
import { planFile } from './plan-file.ts';
import { type PendingPlanning, planPending } from './plan-pending.ts';
import { planProject } from './plan-project.ts';
import { planPrompt } from './plan-prompt.ts';
import type { ExistingLibrary, PlannedRow, PlanOptions } from './planned.ts';
import { refusedRow, sameRow } from './row.ts';

const atOnce = 100;

export async function* planImport(
  candidates: AsyncIterable<Candidate> | Iterable<Candidate>,
  existing: ExistingLibrary,
  options: PlanOptions,
): AsyncGenerator<PlannedRow> {
  const names = new ImportedNames(existing, options);
  const planning = { names, existing, options };
  let waiting: (PromptCandidate | FileCandidate)[] = [];
  const flush = async function* () {
    const batch = waiting;
    waiting = [];
    yield* planBatch(batch, planning);
  };
  for await (const candidate of candidates) {
    if (candidate.kind === 'prompt' || candidate.kind === 'file') {
      waiting.push(await identified(candidate, planning));
      if (waiting.length >= atOnce) yield* flush();
      continue;
    }
    yield* flush();
    if (candidate.kind === 'project') yield await planOne(candidate, { ...planning, here: new Map() });
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
  const gone = await existing.gone(
    prompts.flatMap(({ id, once }) =>
      once === undefined || id === null || here.has(id) ? [] : [{ type: 'prompt' as const, id }],
    ),
  );
  for (const candidate of batch) {
    const { id } = candidate.kind === 'prompt' && candidate.once !== undefined ? candidate : { id: null };
    if (id !== null && (here.has(id) || gone.has(rowKey({ type: 'prompt', id })))) {
      const { project, source } = candidate;
      const title = here.get(id)?.prompt.title ?? '';
      yield sameRow({ kind: 'prompt', source, project: project.name, title }, id);
    } else yield await planOne(candidate, { ...planning, here });
  }
}

function planOne(
  candidate: ProjectCandidate | PromptCandidate | FileCandidate,
  planning: PendingPlanning,
): PlannedRow | Promise<PlannedRow> {
  const plan = (each: typeof candidate) => {
    switch (each.kind) {
      case 'project':
        return planProject(each, planning.names);
      case 'prompt':
        return planPrompt(each, planning);
      case 'file':
        return planFile(each, planning);
    }
  };
  const { pending } = candidate;
  return pending === undefined ? plan(candidate) : planPending({ ...candidate, pending }, planning, plan);
}

/** Gives what shall come in only once the ids that follow from what it is. The same a second time is another row. */
async function identified<Row extends PromptCandidate | FileCandidate>(
  candidate: Row,
  { names, options }: Planning,
): Promise<Row> {
  if (candidate.kind !== 'prompt' || candidate.once === undefined) return candidate;
  const first = await idOf(candidate.once, options);
  const count = names.countOnce(first);
  const id = count === 1 ? first : await idOf(`${first}:${count}`, options);
  const versions = candidate.versions.map(async (version, index) =>
    candidateVersion({ ...version, id: await idOf(`${id}:version ${index}`, options) }),
  );
  return { ...candidate, id, versions: await Promise.all(versions) };
}

/** Returns 52 bits of a SHA-256; never 0. */
async function idOf(text: string, { sha256 }: PlanOptions): Promise<number> {
  const digest = await sha256(utf8(text));
  return Number.parseInt(digest.slice(0, 13), 16) || 1;
}
