import type { Plugin, Rolldown } from 'vite';

/**
 * Puts what a start needs into few scripts. By itself the bundler makes a chunk of each set of modules that the same
 * parts of the app have in common: a start fetched 52 scripts, most of them smaller than 2 KB.
 *
 * - `start`: what the page and the sign-in form import; `start-base`: of it what workers import as well.
 * - `workspace`, `workspace-base`: the same of what the workspace imports besides.
 *
 * What workers import stands apart from the page's: they load no screens.
 */
type Graph = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null };

const roots = {
  // The form is loaded by the page, at once: what it shares with the workspace has to come without the workspace.
  page: /\/web\/(main|features\/auth\/auth-page)\.tsx$/,
  workspace: /\/web\/(shell\/open-library\.tsx|start-session\.ts)$/,
  worker: /-worker\.ts$/,
};
type Root = keyof typeof roots;

/** Return the chunk of a module of a start; null: the bundler finds its place. The first is asked first. */
export const startChunks = [
  (id: string, graph: Graph) => chunkOf(id, rootsOf(id, graph), true),
  (id: string, graph: Graph) => chunkOf(id, rootsOf(id, graph), false),
];

function chunkOf(id: string, importedFrom: ReadonlySet<Root>, isOfWorkers: boolean): string | null {
  if (id.endsWith('.css') || roots.page.test(id) || importedFrom.has('worker') !== isOfWorkers) return null;
  const ending = isOfWorkers ? '-base' : '';
  if (importedFrom.has('page')) return `start${ending}`;
  return importedFrom.has('workspace') ? `workspace${ending}` : null;
}

/** Follows static imports alone: what is imported later is a part of its own. */
function rootsOf(id: string, graph: Graph): ReadonlySet<Root> {
  const found = new Set<Root>();
  const seen = new Set([id]);
  for (const each of seen) {
    for (const [root, pattern] of Object.entries(roots)) if (pattern.test(each)) found.add(root as Root);
    for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return found;
}

const ofLibraries = /\/node_modules\/dexie\/|\/web\/(sync|shell\/workspace|data\/commit)\//;
const ofFiles = /\/node_modules\/(yaml|fflate)\/|\/shared\/library-files\/formats\//;
/** Lists the modules that a part of a start must not wait for. */
const unneeded: readonly { readonly root: string; readonly module: RegExp }[] = [
  { root: '/web/main.tsx', module: ofLibraries },
  { root: '/web/features/auth/auth-page.tsx', module: ofLibraries },
  { root: '/web/shell/open-library.tsx', module: ofFiles },
  { root: '/web/start-session.ts', module: ofFiles },
];

/** Fails a build whose sign-in form fetches the library's code, or whose workspace fetches readers of files. */
export function leanStart(): Plugin {
  return {
    name: 'lean-start',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file] as const] : [],
        ),
      );
      for (const { root, module } of unneeded) {
        const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(root)));
        if (chunk === undefined) this.error(`${root} is in no chunk: what a start fetches cannot be known.`);
        const found = fetchedWith(chunk, chunks).find((id) => module.test(id));
        if (found !== undefined) this.error(`${chunk.fileName} is part of a start, and fetches ${found}.`);
      }
    },
  };
}

/** Returns the modules of a chunk and of all that it imports at its top level. */
function fetchedWith(
  first: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): readonly string[] {
  const fetched = new Set([first]);
  for (const { imports } of fetched)
    for (const name of imports) {
      const next = chunks.get(name);
      if (next !== undefined) fetched.add(next);
    }
  return [...fetched].flatMap(({ moduleIds }) => moduleIds);
}
