/**
 * Puts what a start needs into few scripts. By itself the bundler makes a chunk of each set of modules that the same
 * parts of the app have in common: a start fetched 52 scripts, most of them smaller than 2 KB.
 *
 * - `start`: what the page imports before anybody is signed in; `start-base`: of it what workers import as well.
 * - `workspace`, `workspace-base`: the same of what the workspace imports besides.
 *
 * What workers import stands apart from the page's: they load no screens.
 */
type Graph = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null };

const roots = {
  page: /\/web\/main\.tsx$/,
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
