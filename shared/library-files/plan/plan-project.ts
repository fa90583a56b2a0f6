import { sendableColor } from '#shared/model/colors.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import { Position } from '#shared/model/position.ts';
import type { CandidateProject, ProjectCandidate } from '../candidate.ts';
import type { ImportedNames } from './imported-names.ts';
import type { PlannedMutation, PlannedRow } from './planned.ts';
import { nothingAdded, refusedRow, whyRefused } from './row.ts';

export function planProject(candidate: ProjectCandidate, names: ImportedNames): PlannedRow {
  const { source, name } = candidate;
  const known = names.knownProject(candidate);
  const mutations = known === undefined ? creation(names.project(candidate), candidate) : [];
  const row = { kind: 'project', source, project: name, title: name } as const;
  const reason = whyRefused(mutations);
  if (reason !== null) return refusedRow(row, reason);
  const { id } = names.project(candidate);
  return {
    ...{
      outcome: known === undefined ? 'new' : 'same',
      ...row,
      id,
      adds: nothingAdded,
      reason: null,
      remarks: [],
    },
    ...{
      mutations,
      undo: mutations.length === 0 ? [] : [{ name: 'deleteProject', args: { id } }],
      bytes: null,
    },
  };
}

/** Returns the project that a row belongs to, with what makes it where it is new. */
export function projectFor(names: ImportedNames, project: CandidateProject) {
  const isKnown = names.knownProject(project) !== undefined;
  const { id, name } = names.project(project);
  const plain = { color: null, position: null, createdAt: null };
  const mutations = isKnown ? [] : creation({ id, name }, plain);
  const undo: PlannedMutation[] = isKnown ? [] : [{ name: 'deleteProject', args: { id } }];
  return { id, name, mutations, undo };
}

function creation(
  { id, name }: { id: number; name: string },
  { color, position, createdAt }: Pick<ProjectCandidate, 'color' | 'position' | 'createdAt'>,
): PlannedMutation[] {
  const made: PlannedMutation = {
    name: 'createProject',
    args: { id, name, color: sendableColor(color ?? ''), ...pastArgs({ createdAt }) },
  };
  const place = Position.safeParse(position);
  return place.success ? [made, { name: 'moveProject', args: { id, position: place.data } }] : [made];
}
