/**
 * Puts modules together into chunks by what loads them. Each file is a request, which costs a phone more than its code;
 * a small one compresses badly besides.
 *
 * 1. A start with a person signed in loads `start-session`, `open-library`, and what these share with others: `common`
 *    with a visitor's page, `menus` with its menu of themes, `library` with the workers that read the library.
 * 2. An open prompt loads `editor-pane`, and what it shares with workers: `prompt-texts` with those of 1, `texts`.
 * 3. Screens that are opened on demand are `panels`, those that few people open on most days `seldom-panels`; what both
 *    need is in the first. Neither is loaded by a start.
 * 4. What every page loads, but for packages, is the entry and what it shares with the workers of the library: `model`.
 * 5. A module is in the first chunk that is certainly loaded where it is needed; one that has none is left to itself.
 */
import type { Rolldown } from 'vite';

/** The chunk of the screens that each device fetches after everything else (`web/service-worker/kept-parts.ts`). */
export const seldomPanels = 'seldom-panels';

const seldom = /[\\/]web[\\/]features[\\/](account|transfer|use-in-code)[\\/]/;
const screen = /[\\/]web[\\/].*\.tsx$/;

/** Lists the modules that begin a chunk, by what loads them. A screen that no other line names is one of the panels. */
const beginnings = [
  { kind: 'visitor', module: /[\\/]auth-page\.tsx$/ },
  { kind: 'themeMenu', module: /[\\/]theme-menu\.tsx$/ },
  { kind: 'startSession', module: /[\\/]web[\\/]start-session\.ts$/ },
  { kind: 'openLibrary', module: /[\\/]open-library\.tsx$/ },
  { kind: 'editor', module: /[\\/](editor-pane|text-counts)\.tsx$/ },
  // Its chunk is its own.
  { kind: 'markdownView', module: /[\\/]markdown-view\.tsx$/ },
  { kind: 'seldomPanels', module: seldom },
  { kind: 'panels', module: screen },
] as const;

type Kind = (typeof beginnings)[number]['kind'] | 'entry' | 'worker' | 'libraryWorker' | 'other';

const worker = /-worker\.ts$/;
/** They load the library in any case. */
const libraryWorker = /[\\/](search|transfer)-worker\.ts$/;

export function screenChunks(): Rolldown.CodeSplittingGroup {
  const known = new Map<string, string | null>();
  return {
    debugName: 'screens',
    name(module, context) {
      const before = known.get(module);
      if (before !== undefined) return before;
      const place = chunkNeededBy(neededBy(module, context));
      known.set(module, place);
      return place;
    },
    // Without what other chunks have: those would load the panels for it.
    includeDependenciesRecursively: false,
  };
}

/**
 * Returns what a module is loaded for. Each module is looked at by itself: what is known of one inside a circle of
 * imports would depend on where the look began.
 */
function neededBy(module: string, context: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>): Set<Kind> {
  const kinds = new Set<Kind>();
  const found = new Set([module]);
  for (const id of found) {
    const info = context.getModuleInfo(id);
    if (info === null) return new Set(['other']);
    const { importers, dynamicImporters, isEntry } = info;
    const isBeginning = isEntry || dynamicImporters.length > 0;
    if (isBeginning) kinds.add(kindOf(id, isEntry));
    else if (importers.length === 0) kinds.add('other');
    for (const importer of importers) found.add(importer);
  }
  return kinds;
}

function kindOf(id: string, isEntry: boolean): Kind {
  if (isEntry && !worker.test(id)) return 'entry';
  if (isEntry) return libraryWorker.test(id) ? 'libraryWorker' : 'worker';
  return beginnings.find(({ module }) => module.test(id))?.kind ?? 'other';
}

/** Returns the chunk of a module that is loaded for these; null where it has none of these chunks. */
function chunkNeededBy(kinds: ReadonlySet<Kind>): string | null {
  const isOf = (...some: Kind[]) => some.some((kind) => kinds.has(kind));
  if (isOf('other')) return null;
  if (isOf('entry')) return isOf('libraryWorker') && !isOf('worker') ? 'model' : null;
  const isOfStart = isOf('startSession', 'openLibrary');
  if (isOf('worker', 'libraryWorker')) {
    if (isOfStart) return isOf('worker', 'visitor') ? null : 'library';
    if (isOf('editor')) return isOf('worker') ? 'texts' : 'prompt-texts';
    return null;
  }
  if (isOf('visitor')) return isOfStart ? 'common' : null;
  if (isOf('themeMenu')) return isOfStart ? 'menus' : null;
  if (isOf('startSession')) return 'start-session';
  if (isOf('openLibrary')) return 'open-library';
  if (isOf('editor')) return 'editor-pane';
  if (isOf('markdownView')) return null;
  return isOf('panels') ? 'panels' : seldomPanels;
}
