/** Measures what one request to the server costs, by the rows that it is about, and for how long it holds the event loop. */
import { readLibraryFiles } from '#shared/library-files/read-library-files.ts';
import { inputFile } from '#shared/library-files/testing/memory-library.ts';
import { newId } from '#shared/model/ids.ts';
import { createImportLibrary } from '../../sync-server/services/transfer/import-library.ts';
import { createRestoreDeleted } from '../../sync-server/services/transfer/restore-deleted.ts';
import { createLibraryStorage } from '../../sync-server/storage/sqlite/library-storage.ts';
import { words } from '../figures.ts';
import { type Hold, longestHold } from './longest-hold.ts';
import type { GrowthOperation } from './operation.ts';
import { type ServerLibrary, serverLibrary } from './server-library.ts';

const rows = [1_000, 10_000, 100_000] as const;
const perPrompt = 10;
const bytes = 2048;

type Act = (library: ServerLibrary, size: number) => Promise<unknown>;

/** `before` is not measured. */
function operation(
  name: string,
  { sizes = rows, before, run }: { sizes?: readonly number[]; before: Act; run: Act },
): GrowthOperation {
  return {
    name: `server: ${name}`,
    sizes,
    async prepare(size) {
      const library = await serverLibrary({ MAX_TEXT_PER_USER: '1TB', MAX_ROWS_PER_USER: '1000000000' });
      await before(library, size);
      let hold: Hold | undefined;
      return {
        async run() {
          hold = await longestHold(async () => {
            await run(library, size);
          });
        },
        async close() {
          library.close();
        },
        longestHold: () => hold,
      };
    },
  };
}

/** So many rows: prompts of ten versions each. */
const fillProject: Act = async ({ fill }, size) =>
  fill({ projectId: 1, prompts: Math.floor(size / (perPrompt + 1)), versions: perPrompt, bytes });

const fillPrompts: Act = async ({ fill }, size) => fill({ projectId: 1, prompts: size, versions: 0, bytes });

const fillVersions: Act = async ({ fill }, size) => fill({ projectId: 1, prompts: 1, versions: size, bytes });

const deleteProject: Act = ({ call }) => call('DELETE', '/api/projects/1');

const deletePrompt: Act = ({ call }) => call('DELETE', '/api/prompts/1');

/** By pages of the feed, as a device that begins does. */
const pull: Act = async ({ call }) => {
  for (let since = ''; ; ) {
    const page = JSON.parse(await call('GET', `/api/sync/changes?limit=500${since}`));
    if (!page.more) return;
    since = `&since=${page.cursor}`;
  }
};

const push: Act = async ({ call }, size) => {
  const text = words(1024);
  for (let first = 0; first < size; first += 500) {
    const mutations = Array.from({ length: 500 }, (_, index) => {
      const id = first + index + 1;
      const body = { id, title: `Prompt ${id}`, content: text, projectId: 1 };
      return { key: `bench:${id}`, method: 'POST', path: '/api/prompts', body };
    });
    await call('POST', '/api/sync/push', { mutations, brief: true });
  }
};

const importLines: Act = async ({ server, userId }, size) => {
  const { commit } = server.services;
  const storage = createLibraryStorage(server.sqlite());
  const text = words(1024);
  const lines = Array.from({ length: size }, (_, index) =>
    JSON.stringify({ title: `Line ${index}`, versions: [text] }),
  );
  const file = inputFile('lines.jsonl', lines.join('\n'));
  const drawId = () => newId((numbers) => crypto.getRandomValues(numbers));
  const append = () => Promise.reject(new Error('There are no files among the lines.'));
  const deps = { storage, commit, uploads: { append }, now: Date.now, newId: drawId };
  const candidates = readLibraryFiles([file], { project: { id: null, name: 'Imported' } });
  await createImportLibrary(deps).bringIn(userId, candidates, () => {});
};

const restoreAll: Act = async ({ server, userId }) => {
  const storage = createLibraryStorage(server.sqlite());
  const deleted = createRestoreDeleted({ storage, commit: server.services.commit });
  const ids = (await deleted.list(userId)).map(({ stored }) => stored.id);
  await deleted.restore(userId, ids);
};

const revive: Act = ({ server, userId }) =>
  server.services.commit.one(userId, {
    method: 'PATCH',
    path: '/api/prompts/1',
    body: { title: 'Back' },
    key: null,
    ifMatch: 2,
    onlyProject: null,
  });

export const serverOperations: readonly GrowthOperation[] = [
  operation('delete a project of so many rows', { before: fillProject, run: deleteProject }),
  operation('delete a prompt of so many versions', { before: fillVersions, run: deletePrompt }),
  operation('delete so many listed versions', {
    sizes: [1_000, 10_000],
    async before({ fill }, size) {
      fill({ projectId: 1, prompts: 1, versions: size + 1, bytes });
    },
    run: ({ call }, size) => {
      const versionIds = Array.from({ length: size }, (_, index) => 1_000_001 + index);
      return call('DELETE', '/api/prompts/1/versions/bulk-delete', { versionIds });
    },
  }),
  operation('edit a deleted prompt of so many versions', {
    async before(library, size) {
      await fillVersions(library, size);
      await deletePrompt(library, size);
    },
    run: revive,
  }),
  operation('restore a deleted project of so many rows', {
    async before(library, size) {
      await fillProject(library, size);
      await deleteProject(library, size);
    },
    run: restoreAll,
  }),
  operation('erase so many deleted rows', {
    async before(library, size) {
      await fillProject(library, size);
      await deleteProject(library, size);
      library.server.clock.at += 31 * 24 * 60 * 60 * 1000;
    },
    run: ({ server }) => server.services.eraseOldDeletions(),
  }),
  operation('push so many new prompts, 500 at a time', {
    before: ({ call }) => call('POST', '/api/projects', { id: 1, name: 'P' }),
    run: push,
  }),
  operation('import so many lines', { sizes: [1_000, 10_000], before: async () => {}, run: importLines }),
  operation('pull so many rows', { before: fillProject, run: pull }),
  operation('list so many prompts', {
    before: fillPrompts,
    run: ({ read }) => read('/api/projects/1/prompts'),
  }),
  operation('list so many versions', {
    before: fillVersions,
    run: ({ read }) => read('/api/prompts/1/versions'),
  }),
  operation('list so many projects', {
    before: async ({ addProjects }, size) => addProjects(size),
    run: ({ read }) => read('/api/projects'),
  }),
  operation('search so many prompts for what is in all of them', {
    before: fillPrompts,
    run: ({ read }) => read('/api/search?q=prompt'),
  }),
  operation('search so many prompts for what is nowhere', {
    before: fillPrompts,
    run: ({ read }) => read('/api/search?q=nowhere'),
  }),
  operation('save a text in a library of so many rows', {
    before: fillProject,
    run: ({ call }) => call('PATCH', '/api/prompts/1/content', { content: 'saved' }),
  }),
];
