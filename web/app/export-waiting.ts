import type { Library } from '../data/library.ts';
import { exportLibrary } from '../data/library-file.ts';
import { unsentUploads } from '../data/uploads.ts';
import { libraryFileName } from '../features/sync-status/library-files.tsx';
import { saveFile } from '../ui/save-file.ts';
import type { ToastRequest } from '../ui/toaster-store.ts';

/** Hands over what is on this device only, and names what such a file cannot hold. */
export async function exportWaiting(library: Library, notify: (toast: ToastRequest) => void): Promise<void> {
  try {
    const file = await exportLibrary(library, { onlyWaiting: true });
    const name = libraryFileName(file, 'waiting');
    saveFile(document, { name, text: JSON.stringify(file), type: 'application/json' });
    const missing = Math.max(0, (await unsentUploads(library)) - (file.files?.length ?? 0));
    notify({ title: 'Changes exported', description: exportedWords(file.waiting.length, missing) });
  } catch {
    const description = 'What waits on this device could not be read.';
    notify({ title: 'Export failed', description, kind: 'destructive' });
  }
}

/** `files`: whose bytes could not be put into it. */
function exportedWords(changes: number, files: number): string {
  const exported = `${changes === 1 ? '1 change is' : `${changes} changes are`} in the file.`;
  if (files === 0) return exported;
  const what = files === 1 ? 'One file that was' : `${files} files that were`;
  return `${exported} ${what} not uploaded yet ${files === 1 ? 'is' : 'are'} not in it: too large, or not on this device.`;
}
