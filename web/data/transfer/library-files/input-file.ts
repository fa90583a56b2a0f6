import { type InputFile, missingFile } from '#shared/library-files/files.ts';

/** Returns a file of the browser as the readers of files take it; null: the system does not give it. */
export function inputFile({ path, file }: { readonly path: string; readonly file: File | null }): InputFile {
  if (file === null) return missingFile(path);
  return {
    ...{ path, size: file.size, modified: new Date(file.lastModified).toISOString() },
    async *stream() {
      const reader = file.stream().getReader();
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          yield value;
        }
      } finally {
        await reader.cancel();
      }
    },
    slice: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  };
}
