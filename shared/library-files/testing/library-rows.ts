import type { Candidate, PromptCandidate } from '../candidate.ts';
import type { LibraryRows } from './memory-library.ts';

export type TreeRows = Omit<LibraryRows, 'blobs'>;

/**
 * Returns the rows as a library had them that was written as a tree. What has no id, being made by hand, is left out:
 * that comes in by `planImport` alone.
 */
export async function rowsOfTree(candidates: AsyncIterable<Candidate>): Promise<TreeRows> {
  const rows: TreeRows = {
    projects: [],
    prompts: [],
    versions: [],
    keptRuns: [],
    testCases: [],
    resources: [],
  };
  for await (const candidate of candidates) {
    if (candidate.kind === 'file' && candidate.row !== null) rows.resources.push(candidate.row);
    if (candidate.kind === 'prompt') addPrompt(rows, candidate);
    if (candidate.kind !== 'project' || candidate.id === null) continue;
    const { id, name, color, createdAt, position, later } = candidate;
    const place = position === null ? {} : { position };
    rows.projects.push({ id, name, color: color ?? '', createdAt: createdAt ?? never, ...place, ...later });
  }
  return rows;
}

const never = '1970-01-01T00:00:00.000Z';

function addPrompt(rows: TreeRows, candidate: PromptCandidate): void {
  const { id, title, content, notes, createdAt, lastVersion, attributes, versions, later, project } =
    candidate;
  if (id === null || project.id === null) return;
  rows.prompts.push({
    ...{ id, projectId: project.id, title, content, notes },
    ...{ createdAt: createdAt ?? never, lastVersion: lastVersion ?? 0 },
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    ...later,
  });
  rows.keptRuns.push(...candidate.keptRuns);
  for (const { id: caseId, createdAt: at, ...row } of candidate.testCases) {
    if (caseId !== null) rows.testCases.push({ ...row, id: caseId, promptId: id, createdAt: at ?? never });
  }
  for (const { id: versionId, version, later: more, createdAt: at, settings, ...texts } of versions) {
    if (versionId === null || version === null) continue;
    const saved = settings === null ? {} : { settings };
    const row = { id: versionId, promptId: id, version, ...texts, createdAt: at ?? never };
    rows.versions.push({ ...row, ...saved, ...more });
  }
}
