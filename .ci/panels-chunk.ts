import type { Rolldown } from 'vite';

/** Chunks of their own: what a start loads, the editor, and the first things that it shows. */
const ownChunks = /[\\/](open-library|auth-page|theme-menu|editor-pane|text-counts|markdown-view)\.tsx$/;
const screen = /[\\/]web[\\/].*\.tsx$/;
/** Screens that few people open on most days; none of them is drawn when the app starts. */
const seldom = /[\\/]web[\\/]features[\\/](account|transfer|use-in-code)[\\/]/;

/** The chunk of the screens that each device fetches after everything else (`web/service-worker/kept-parts.ts`). */
export const seldomPanels = 'seldom-panels';

type Panels = 'panels' | typeof seldomPanels;

/**
 * Puts the screens that are opened on demand (panels, dialogs) into one chunk with one style sheet, and those that are
 * opened seldom into another: a small file compresses badly, and what they repeat of each other is stored once. A chunk
 * has what no other chunk needs; what both of them need is in the first.
 */
export function panelsChunk(): Rolldown.CodeSplittingGroup {
  const known = new Map<string, Panels | null>();
  return {
    debugName: 'panels',
    name(module, context) {
      const before = known.get(module);
      if (before !== undefined) return before;
      const place = panelsOf(module, context);
      known.set(module, place);
      return place;
    },
    // Without what other chunks have: those would load the panels for it.
    includeDependenciesRecursively: false,
  };
}

/**
 * Returns the chunk of a module that only panels load, null for others. Each module is looked at by itself: what is
 * known of one inside a circle of imports would depend on where the look began.
 */
function panelsOf(module: string, context: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>): Panels | null {
  const places = new Set<Panels>();
  const found = new Set([module]);
  for (const id of found) {
    const info = context.getModuleInfo(id);
    if (info === null || info.isEntry) return null;
    const { importers, dynamicImporters } = info;
    const isOpened = dynamicImporters.length > 0;
    if (isOpened && (!screen.test(id) || ownChunks.test(id))) return null;
    if (!isOpened && importers.length === 0) return null;
    if (isOpened) places.add(seldom.test(id) ? seldomPanels : 'panels');
    for (const importer of importers) found.add(importer);
  }
  return places.has('panels') ? 'panels' : seldomPanels;
}
