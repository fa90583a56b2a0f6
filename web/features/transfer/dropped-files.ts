import type { ChosenFile } from './transfer-messages.ts';

/** More are refused by the reader anyway. */
const mostFiles = 300_001;

/** Returns the files of a drop, those of folders with their paths; also those that the system does not give. */
export async function droppedFiles(dropped: DataTransfer): Promise<ChosenFile[]> {
  // The browser empties the list as soon as its event is over.
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const files: ChosenFile[] = [];
  const folders: FileSystemDirectoryEntry[] = [];
  const take = async (entry: FileSystemEntry) => {
    if (isFolder(entry)) folders.push(entry);
    else if (isFile(entry)) files.push({ path: pathOf(entry), file: await fileOf(entry) });
  };
  for (const entry of entries) {
    // A program may make a file for the drop, without a place in the file system.
    if (entry instanceof File) files.push({ path: entry.name, file: entry });
    else if (entry !== null) await take(entry);
  }
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const reader = folder.createReader();
    const nextEntries = () => entriesOf(reader).catch(() => null);
    let some = await nextEntries();
    // A reader gives a hundred at a time, and none at the end.
    for (; some !== null && some.length > 0; some = await nextEntries()) {
      for (const entry of some) await take(entry);
      if (files.length >= mostFiles) return files;
    }
    if (some === null) files.push({ path: pathOf(folder), file: null });
  }
  return files;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

function pathOf({ fullPath }: FileSystemEntry): string {
  return fullPath.replace(/^\//, '');
}

/** Resolves to null where the system does not give it. */
function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}

function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}
