import { message } from '#shared/language/message.ts';
import { decideFileType, FileType } from '#shared/model/file-type.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import type { Resource } from '#shared/model/resource.ts';
import { bytesOf } from '../bytes.ts';
import type { FileCandidate } from '../candidate.ts';
import { FileRefused, type InputFile } from '../files.ts';
import { baseOf } from '../paths.ts';
import type { ImportedNames } from './imported-names.ts';
import { projectFor } from './plan-project.ts';
import type { ExistingLibrary, PlannedMutation, PlannedRow, PlanOptions } from './planned.ts';
import { nothingAdded, refusedRow, sameRow, whyRefused } from './row.ts';

/** Decides about an uploaded file: a new one comes in with its bytes; one that is here stays as it is. */
export async function planFile(candidate: FileCandidate, planning: FilePlanning): Promise<PlannedRow> {
  const { source, row, name, file, account } = candidate;
  const { names, existing } = planning;
  const shown = { kind: 'file', source, project: candidate.project.name, title: name } as const;
  if (row !== null && names.has({ type: 'resource', id: row.id })) return sameRow(shown, row.id);
  if (file !== null) return withBytes(candidate, file, planning);
  if (row === null || !(await existing.hasBytes(row, account)))
    return refusedRow(shown, { sentence: message('The content of this file is not among the files.') });
  const fileType = FileType.safeParse(row.fileType);
  if (!fileType.success) return refusedRow(shown, { sentence: messages.invalidFileType });
  return newFile(candidate, { ...row, fileType: fileType.data, bytes: null }, planning);
}

type FilePlanning = { names: ImportedNames; existing: ExistingLibrary; options: PlanOptions };

async function withBytes(
  candidate: FileCandidate,
  file: InputFile,
  planning: FilePlanning,
): Promise<PlannedRow> {
  const { source, row, name } = candidate;
  const { names, options } = planning;
  const shown = { kind: 'file', source, project: candidate.project.name, title: name } as const;
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
  if (known !== undefined) return sameRow(shown, known);
  const type = decideFileType({ claim: row?.fileType ?? '', fileName: baseOf(file.path), head: bytes });
  if (!type.ok) return refusedRow(shown, { sentence: type.message });
  const { fileType } = type;
  return newFile(candidate, { fileType, fileSize: bytes.length, sha256, bytes: { sha256, file } }, planning);
}

type Content = Pick<Resource, 'fileSize' | 'sha256'> & Pick<PlannedRow, 'bytes'> & { fileType: FileType };

function newFile(
  { source, row, name, project: of }: FileCandidate,
  { fileType, fileSize, sha256, bytes }: Content,
  { names, options }: FilePlanning,
): PlannedRow {
  const shown = { kind: 'file', source, project: of.name, title: name } as const;
  const project = projectFor(names, of);
  const id = row?.id ?? options.drawId();
  const { originalFilename = name, description = '' } = row ?? {};
  const past = pastArgs({ createdAt: row?.createdAt ?? null });
  const about = { name, originalFilename, description, fileType, fileSize, sha256, ...past };
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
    ...{ mutations, undo, bytes },
  };
}
