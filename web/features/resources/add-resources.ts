/** Several files at once: each is taken or refused by itself, and a refused one keeps no other from coming. */

import { t } from '#shared/language/translate.ts';
import { safeFileName } from '#shared/model/file-name.ts';
import { claimedFileType } from '#shared/model/file-type.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../../data/database/library.ts';
import { type AddedResource, addResource, type NewResource } from '../../data/resources/resources.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';

export type RefusedFile = { readonly name: string; readonly reason: string };

export type AddedResources = {
  /** The names that they have now. */
  readonly added: readonly string[];
  readonly refused: readonly RefusedFile[];
  /** The id of the last one that was taken. */
  readonly lastId: number | null;
};

export type FilesToAdd = {
  readonly projectId: number;
  readonly files: readonly File[];
  /** Of the only file; otherwise each has the name that it came with. */
  readonly name?: string;
  readonly description?: string;
};

/** Returns the reason against a file that is known before it is read; null for none. */
export function reasonAgainst({ name, type, size }: File): string | null {
  if (size > limits.maxUploadBytes) return messages.fileTooLarge;
  return claimedFileType(type, name) === undefined ? messages.invalidFileType : null;
}

export async function addResources(
  library: Library,
  { projectId, files, name = '', description = '' }: FilesToAdd,
): Promise<AddedResources> {
  const added: string[] = [];
  const refused: RefusedFile[] = [];
  let lastId: number | null = null;
  for (const file of files) {
    const called = files.length > 1 || name.trim() === '' ? safeFileName(file.name) : name;
    const outcome = await addOne(library, { projectId, file, name: called, description });
    if (outcome.ok) {
      added.push(called.trim());
      lastId = outcome.id;
    } else refused.push({ name: file.name, reason: outcome.message });
  }
  return { added, refused, lastId };
}

async function addOne(library: Library, added: NewResource): Promise<AddedResource> {
  try {
    return await addResource(library, added);
  } catch (error) {
    console.error('Error uploading resource', error);
    return { ok: false, message: messages.fileNotKept };
  }
}

/** A toast is read in some seconds: so many names, and the rest is counted. */
const namesInToast = 5;
const longToastMs = 15_000;

/** `isOne`: the person sees which file it was. */
export function toastOf({ added, refused }: Omit<AddedResources, 'lastId'>, isOne = false): ToastRequest {
  const [name = ''] = added;
  if (refused.length > 0) {
    const text = isOne ? (refused[0]?.reason ?? '') : refusedWords(refused);
    return { title: t('Upload failed'), description: text, kind: 'destructive', duration: longToastMs };
  }
  const description = t('{count, plural, one {"{name}" has been added.} other {# files have been added.}}', {
    count: added.length,
    name: isolatedName(name),
  });
  return { title: t('Resource uploaded'), description };
}

/** Each by its name with its reason; those with the same reason together. */
export function refusedWords(refused: readonly RefusedFile[]): string {
  const named = refused.slice(0, namesInToast);
  const byReason = Map.groupBy(named, ({ reason }) => reason);
  const sentences = [...byReason].map(
    ([reason, files]) =>
      `${files.map(({ name }) => `"${isolatedName(name)}"`).join(', ')}: ${ended(t(reason))}`,
  );
  const more = refused.length - named.length;
  return [...sentences, ...(more > 0 ? [t('And {more, number} more.', { more })] : [])].join(' ');
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
