/** Several files at once: each is taken or refused by itself, and a refused one keeps no other from coming. */

import { safeFileName } from '#shared/model/file-name.ts';
import { claimedFileType } from '#shared/model/file-type.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { addFile } from '../../data/files.ts';
import type { Library } from '../../data/library.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';

export type RefusedFile = { readonly name: string; readonly reason: string };

export type AddedFiles = {
  /** What they are called now. */
  readonly added: readonly string[];
  readonly refused: readonly RefusedFile[];
};

export type FilesToAdd = {
  readonly projectId: number;
  readonly files: readonly File[];
  /** Of the only file; otherwise each has the name that it came with. */
  readonly name?: string;
  readonly description?: string;
};

/** What can be said of a file before anybody reads it; null where nothing speaks against it. */
export function reasonAgainst({ name, type, size }: File): string | null {
  if (size > limits.maxUploadBytes) return messages.fileTooLarge;
  return claimedFileType(type, name) === undefined ? messages.invalidFileType : null;
}

export async function addFiles(
  library: Library,
  { projectId, files, name = '', description = '' }: FilesToAdd,
): Promise<AddedFiles> {
  const added: string[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const called = files.length > 1 || name.trim() === '' ? safeFileName(file.name) : name;
    const reason = await reasonOfRefusal(library, { projectId, file, name: called, description });
    if (reason === null) added.push(called.trim());
    else refused.push({ name: file.name, reason });
  }
  return { added, refused };
}

async function reasonOfRefusal(
  library: Library,
  added: Parameters<typeof addFile>[1],
): Promise<string | null> {
  try {
    const outcome = await addFile(library, added);
    return outcome.ok ? null : outcome.message;
  } catch (error) {
    console.error('Error uploading resource', error);
    return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
  }
}

/** A toast is read in some seconds: so many names, and the rest is counted. */
const namesInToast = 5;
const longToastMs = 15_000;

/** `isOne`: the person sees which file it was. */
export function toastOf({ added, refused }: AddedFiles, isOne = false): ToastRequest {
  const [name = ''] = added;
  if (refused.length > 0) {
    const words = isOne ? (refused[0]?.reason ?? '') : refusedWords(refused);
    return { title: 'Upload failed', description: words, kind: 'destructive', duration: longToastMs };
  }
  const description =
    added.length === 1 ? `"${isolatedName(name)}" has been added.` : `${added.length} files have been added.`;
  return { title: 'Resource uploaded', description };
}

/** Each by its name with its reason; those with the same reason together. */
export function refusedWords(refused: readonly RefusedFile[]): string {
  const named = refused.slice(0, namesInToast);
  const byReason = Map.groupBy(named, ({ reason }) => reason);
  const sentences = [...byReason].map(
    ([reason, files]) => `${files.map(({ name }) => `"${isolatedName(name)}"`).join(', ')}: ${ended(reason)}`,
  );
  const more = refused.length - named.length;
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
