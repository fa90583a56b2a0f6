import { message } from '#shared/language/message.ts';
import { decideFileType } from '#shared/model/file-type.ts';
import { limits } from '#shared/model/limits.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import { bytesOf } from '../bytes.ts';
import type { FileCandidate } from '../candidate.ts';
import { FileRefused } from '../files.ts';
import { baseOf } from '../paths.ts';
import type { ImportedNames } from './imported-names.ts';
import { projectFor } from './plan-project.ts';
import type { PlannedMutation, PlannedRow, PlanOptions } from './planned.ts';
import { nothingAdded, refusedRow, whyRefused } from './row.ts';

/** Decides about an uploaded file: a new one comes in with its bytes; one that is here stays as it is. */
export async function planFile(
  candidate: FileCandidate,
  { names, options }: { names: ImportedNames; options: PlanOptions },
): Promise<PlannedRow> {
  const { source, row, name, file } = candidate;
  const shown = { kind: 'file', source, project: candidate.project.name, title: name } as const;
  const isHere = row !== null && names.hasResource(row.id);
  if (isHere) return sameFile(shown, row.id);
  if (file === null) return refusedRow(shown, { sentence: message('Its content is not among the files.') });
  let bytes: Uint8Array;
  try {
    bytes = await bytesOf(file, limits.maxUploadBytes);
  } catch (failure) {
    if (failure instanceof FileRefused) return refusedRow(shown, failure.reason);
    throw failure;
  }
  const sha256 = await options.sha256(bytes);
  if (row !== null && row.sha256 !== sha256) {
    const sentence = message('This is not the file that the list of files announces.');
    return refusedRow(shown, { sentence });
  }
  const known = row === null ? names.resourceLike({ project: candidate.project, sha256, name }) : undefined;
  if (known !== undefined) return sameFile(shown, known);
  const type = decideFileType({ claim: row?.fileType ?? '', fileName: baseOf(file.path), head: bytes });
  if (!type.ok) return refusedRow(shown, { sentence: type.message });
  const project = projectFor(names, candidate.project);
  const id = row?.id ?? options.drawId();
  const { originalFilename = name, description = '' } = row ?? {};
  const about = {
    name,
    originalFilename,
    description,
    fileType: type.fileType,
    fileSize: bytes.length,
    sha256,
    ...pastArgs({ createdAt: row?.createdAt ?? null }),
  };
  const mutations: PlannedMutation[] = [
    ...project.mutations,
    { name: 'createResource', args: { id, projectId: project.id, ...about } },
  ];
  const reason = whyRefused(mutations);
  if (reason !== null) {
    if (project.mutations.length > 0) names.dropProject(project.id);
    return refusedRow(shown, reason);
  }
  names.addResource({ id, projectId: project.id, sha256, name });
  const undo: PlannedMutation[] = [{ name: 'deleteResource', args: { id } }, ...project.undo];
  return {
    ...{ outcome: 'new', ...shown, project: project.name, id, adds: nothingAdded, reason: null, remarks: [] },
    ...{ mutations, undo, bytes: { sha256, file } },
  };
}

function sameFile(name: Parameters<typeof refusedRow>[0], id: number): PlannedRow {
  return {
    ...{ outcome: 'same', ...name, id, adds: nothingAdded, reason: null },
    ...{ remarks: [], mutations: [], undo: [], bytes: null },
  };
}
