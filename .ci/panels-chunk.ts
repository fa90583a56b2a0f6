import type { Rolldown } from 'vite';

/** Chunks of their own: what a start loads, the editor, and the first things that it shows. */
const ownChunks = /[\\/](open-library|auth-page|theme-menu|editor-pane|markdown-view)\.tsx$/;
const screen = /[\\/]web[\\/].*\.tsx$/;

/**
 * Puts the screens that are opened on demand (panels, dialogs) into one chunk with one style sheet: a small file
 * compresses badly, and what they repeat of each other is stored once. The chunk has what no other chunk needs.
 */
export function panelsChunk(): Rolldown.CodeSplittingGroup {
  const known = new Map<string, boolean>();

  function isOfPanels(module: string, context: Rolldown.ChunkingContext): boolean {
    const before = known.get(module);
    if (before !== undefined) return before;
    // For a circle of imports.
    known.set(module, true);
    const info = context.getModuleInfo(module);
    const is = info !== null && !info.isEntry && isLoadedByPanels(info, context);
    known.set(module, is);
    return is;
  }

  function isLoadedByPanels(
    { id, importers, dynamicImporters }: { id: string; importers: string[]; dynamicImporters: string[] },
    context: Rolldown.ChunkingContext,
  ): boolean {
    if (dynamicImporters.length > 0 && (!screen.test(id) || ownChunks.test(id))) return false;
    if (dynamicImporters.length === 0 && importers.length === 0) return false;
    return importers.every((importer) => isOfPanels(importer, context));
  }

  return {
    debugName: 'panels',
    name: (module, context) => (isOfPanels(module, context) ? 'panels' : null),
    // Without what other chunks have: those would load the panels for it.
    includeDependenciesRecursively: false,
  };
}
