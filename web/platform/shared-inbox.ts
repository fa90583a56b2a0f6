/**
 * Keeps what other programs shared with the installed app, or opened with it, until a person decides where it goes.
 * 1. It lies in a cache of its own, so that the service worker can write it and a sign-in or a reload does not lose it.
 * 2. It is bounded: 100 files and 50 MB in all. What does not fit is left out, and the count says so.
 */
export interface SharedInbox {
  /** Adds files in their order; resolves to the number that was left out. Rejects where the device has no room. */
  add(files: readonly File[]): Promise<number>;
  list(): Promise<File[]>;
  clear(): Promise<void>;
}

const most = { files: 100, bytes: 50 * 1024 * 1024 } as const;
const nameHeader = 'X-File-Name';

/** Returns the name of the cache that the inbox lies in. */
export const sharedCache = (scope: string) => `shared-${scope}`;

/**
 * `scope`: the whole address below which the app lies, with a slash at its end. `storage`: undefined over plain http,
 * where nothing can be shared with the app either.
 */
export function sharedInbox(scope: string, storage: CacheStorage | undefined): SharedInbox {
  const cacheName = sharedCache(scope);

  async function list(): Promise<File[]> {
    // Opening a cache makes it: most starts find none.
    if (storage === undefined || !(await storage.has(cacheName))) return [];
    const cache = await storage.open(cacheName);
    const kept = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
    return Promise.all(kept.flatMap((answer) => (answer === undefined ? [] : [fileOf(answer)])));
  }

  return {
    list,
    async add(files) {
      if (storage === undefined) throw new Error('This page has no caches.');
      const before = await list();
      const cache = await storage.open(cacheName);
      let count = before.length;
      let bytes = before.reduce((sum, { size }) => sum + size, 0);
      let leftOut = 0;
      for (const file of files) {
        if (count >= most.files || bytes + file.size > most.bytes) {
          leftOut += 1;
          continue;
        }
        const headers = {
          [nameHeader]: encodeURIComponent(file.name.toWellFormed()),
          'Content-Type': file.type,
        };
        await cache.put(`${scope}shared/${crypto.randomUUID()}`, new Response(file, { headers }));
        count += 1;
        bytes += file.size;
      }
      return leftOut;
    },
    async clear() {
      await storage?.delete(cacheName);
    },
  };
}

async function fileOf(answer: Response): Promise<File> {
  const name = decodeURIComponent(answer.headers.get(nameHeader) ?? '');
  return new File([await answer.blob()], name, { type: answer.headers.get('Content-Type') ?? '' });
}

/**
 * Reads the form of a share (Web Share Target API): its files, and its text as a file of its own, named by the title.
 * An address that comes beside the text stands in a line of its own.
 */
export function sharedFiles(form: FormData): File[] {
  const files = form.getAll('files').filter((value) => value instanceof File);
  const [title, text, url] = ['title', 'text', 'url'].map((field) => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  });
  const lines = [text, url].filter((line) => line !== undefined && line !== '');
  // Many programs repeat the name of the only file as the title.
  if (lines.length === 0 && (title === '' || files.length > 0)) return files;
  const content = lines.length === 0 ? (title ?? '') : lines.join('\n');
  const name = title || content.trim().split('\n')[0]?.slice(0, 80) || 'Shared text';
  return [...files, new File([content], `${name}.txt`, { type: 'text/plain' })];
}
