import type { Rolldown } from 'vite';

/** Chunks of their own: what a start loads, the editor, and the first things that it shows. */
const ownChunks = /[\\/](open-library|auth-page|theme-menu|editor-pane|markdown-view)\.tsx$/;
const screen = /[\\/]web[\\/].*\.tsx$/;
/** Screens that few people open on most days. */
const seldom = /[\\/]web[\\/]features[\\/](account|transfer|use-in-code)[\\/]/;

/** The chunk of the screens that each device fetches after everything else (`web/service-worker/kept-parts.ts`). */
export const seldomPanels = 'seldom-panels';

type Place = 'panels' | typeof seldomPanels | 'elsewhere';

/**
 * Puts the screens that are opened on demand (panels, dialogs) into one chunk with one style sheet, and those that are
 * opened seldom into another: a small file compresses badly, and what they repeat of each other is stored once. A chunk
 * has what no other chunk needs; what both need is in the first.
 */
export function panelsChunk(): Rolldown.CodeSplittingGroup {
  /** Null: on the way around a circle of imports, which decides nothing. */
  const known = new Map<string, Place | null>();

  function placeOf(module: string, context: Rolldown.ChunkingContext): Place | null {
    const before = known.get(module);
    if (before !== undefined) return before;
    known.set(module, null);
    const info = context.getModuleInfo(module);
    const place = info === null || info.isEntry ? 'elsewhere' : placeByImporters(info, context);
    known.set(module, place);
    return place;
  }

  function placeByImporters(
    { id, importers, dynamicImporters }: { id: string; importers: string[]; dynamicImporters: string[] },
    context: Rolldown.ChunkingContext,
  ): Place {
    const isOpened = dynamicImporters.length > 0;
    if (isOpened && (!screen.test(id) || ownChunks.test(id))) return 'elsewhere';
    if (!isOpened && importers.length === 0) return 'elsewhere';
    const places = new Set(importers.map((importer) => placeOf(importer, context)));
    if (isOpened) places.add(seldom.test(id) ? seldomPanels : 'panels');
    if (places.has('elsewhere')) return 'elsewhere';
    return places.has(seldomPanels) && !places.has('panels') ? seldomPanels : 'panels';
  }

  return {
    debugName: 'panels',
    name(module, context) {
      const place = placeOf(module, context);
      return place === 'elsewhere' ? null : place;
    },
    // Without what other chunks have: those would load the panels for it.
    includeDependenciesRecursively: false,
  };
}
