/** Decides which kept runs of a candidate are added to a prompt. */
import { argsOfKeptRun, type KeptRun } from '#shared/model/run/kept-run.ts';
import type { CandidateVersion, PromptCandidate } from '../candidate.ts';
import type { Reason } from '../files.ts';
import type { PlannedMutation, PlannedRow, PlanOptions } from './planned.ts';
import { nothingAdded, whyRefused } from './row.ts';

type Onto = {
  promptId: number;
  /** Those that the prompt has. */
  here: readonly KeptRun[];
  /** The ids that its versions have in the library. */
  ids: ReadonlyMap<CandidateVersion, number>;
  options: PlanOptions;
};

/** A run that the prompt has, by its id or as it is, changes nothing: its rating and its note stay as they are here. */
export function keptRunsToAdd(
  { id: promptOfFile, keptRuns, versions }: PromptCandidate,
  { promptId, here, ids, options }: Onto,
): Pick<PlannedRow, 'adds' | 'mutations' | 'undo'> & { remarks: Reason[] } {
  const known = new Set(here.map(({ id }) => id));
  const had = new Set(here.map(contentOf));
  const mutations: PlannedMutation[] = [];
  const undo: PlannedMutation[] = [];
  const remarks: Reason[] = [];
  for (const row of keptRuns) {
    if (known.has(row.id) || had.has(contentOf(row))) continue;
    const id = promptOfFile === promptId ? row.id : options.drawId();
    const version = versions.find((each) => each.id === row.versionId);
    const versionId = (version && ids.get(version)) ?? row.versionId;
    const args = { ...argsOfKeptRun(row), promptId, id, versionId };
    const reason = whyRefused([{ name: 'keepRun', args }]);
    if (reason !== null) {
      remarks.push(reason);
      continue;
    }
    known.add(row.id);
    mutations.push({ name: 'keepRun', args });
    undo.unshift({ name: 'deleteKeptRun', args: { promptId, id } });
  }
  return { adds: { ...nothingAdded, runs: mutations.length }, mutations, undo, remarks };
}

function contentOf({ createdAt, run }: KeptRun): string {
  return JSON.stringify([createdAt, run]);
}
