import { t } from '#shared/language/translate.ts';
import type { Library } from '../data/database/library.ts';
import { noteDraftChanges } from '../data/drafts/note-drafts.ts';
import { settingDraftChanges } from '../data/drafts/setting-drafts.ts';
import { isInDoubt } from '../data/drafts/unsent.ts';
import { valueDraftChanges } from '../data/drafts/value-drafts.ts';
import { unsentUploads } from '../data/resources/uploads.ts';
import { jsonBlob } from '../data/transfer/json-parts.ts';
import { exportLibrary, type LibraryExport, libraryExportName } from '../data/transfer/library-export.ts';
import { saveBlob } from '../ui/save-file.ts';
import type { ToastRequest } from '../ui/toast/toaster-store.ts';

/**
 * Hands over what may be on this device only, and names what such a file cannot hold: what waits, or the whole
 * library where it is not known what the server has.
 */
export async function exportWaiting(library: Library, notify: (toast: ToastRequest) => void): Promise<void> {
  try {
    const toast = (await isInDoubt(library)) ? await exportAll(library) : await exportChanges(library);
    notify(toast);
  } catch {
    const description = t('What waits on this device could not be read.');
    notify({ title: t('Export failed'), description, kind: 'destructive' });
  }
}

/** Hands over the whole library, with the bytes of its files as far as they are here. */
export async function exportEverything(
  library: Library,
  notify: (toast: ToastRequest) => void,
): Promise<void> {
  try {
    notify(await exportAll(library));
  } catch {
    const description = t('The library on this device could not be read.');
    notify({ title: t('Export failed'), description, kind: 'destructive' });
  }
}

async function exportAll(library: Library): Promise<ToastRequest> {
  const file = await withDrafts(library, await exportLibrary(library, { bytes: 'here' }));
  await save(file, libraryExportName(file));
  const carried = new Set(file.files.map(({ sha256 }) => sha256));
  const missing = file.resources.filter(({ sha256 }) => !carried.has(sha256)).length;
  const text = t('Every project, prompt and version of this device is in the file.');
  return { title: t('Library exported'), description: withMissing(text, notInFile(missing)) };
}

async function exportChanges(library: Library): Promise<ToastRequest> {
  const file = await withDrafts(library, await exportLibrary(library, { onlyWaiting: true }));
  await save(file, libraryExportName(file, 'waiting'));
  const changes = file.waiting.length;
  const text = t('{changes, plural, one {# change is} other {# changes are}} in the file.', { changes });
  const missing = Math.max(0, (await unsentUploads(library)) - file.files.length);
  return { title: t('Changes exported'), description: withMissing(text, notUploaded(missing)) };
}

/** Adds notes and settings in writing, and values of variables that were typed without a set. */
async function withDrafts(library: Library, file: LibraryExport): Promise<LibraryExport> {
  const notes = await noteDraftChanges(library);
  const values = await valueDraftChanges(library, t('Typed values'));
  const settings = await settingDraftChanges(library);
  return { ...file, waiting: [...file.waiting, ...notes, ...values, ...settings] };
}

async function save(file: LibraryExport, name: string): Promise<void> {
  saveBlob(document, { name, blob: await jsonBlob(file) });
}

/** `missing`: says of which files the bytes could not be put into it. */
function withMissing(exported: string, missing: string): string {
  return missing === '' ? exported : `${exported} ${missing}`;
}

function notInFile(missing: number): string {
  if (missing === 0) return '';
  return t(
    '{missing, plural, one {One file is} other {# files are}} not in it: too large, or not on this device.',
    { missing },
  );
}

function notUploaded(missing: number): string {
  if (missing === 0) return '';
  return t(
    '{missing, plural, one {One file that was not uploaded yet is} other {# files that were not uploaded yet are}} not in it: too large, or not on this device.',
    { missing },
  );
}
