/**
 * Loads the grammars of code with the first text that has code to color: they are half of all that reading Markdown
 * takes, and are kept on a device from their first use on. Where they cannot be had, code stays without colors.
 */
import type { CodeColoring } from './color-code.ts';

export type ColoringSource = {
  /** Resolves to null where the text needs no colors, or they are not here in time. */
  forText(text: string): Promise<CodeColoring | null>;
};

/** The first text waits this long for its colors and no other does: whoever reads on is not to wait for a link. */
const longestWaitMs = 5_000;

/** Matches the start of a fence that names a language. */
const namedFence = /^[ \t>*+\d.)-]*(?:`{3,}|~{3,})[ \t]*[^\s`]/m;

export function coloringSource(load: () => Promise<CodeColoring>): ColoringSource {
  let loaded: CodeColoring | null = null;
  let loading: Promise<void> | undefined;
  let hasWaited = false;

  async function begin(): Promise<void> {
    try {
      loaded = await load();
    } catch {
      // Without a network, and never used before: the next text asks once more.
    }
    loading = undefined;
    hasWaited = false;
  }

  return {
    async forText(text) {
      if (loaded !== null || !namedFence.test(text)) return loaded;
      loading ??= begin();
      const timeIsUp = new Promise((resolve) => setTimeout(resolve, hasWaited ? 0 : longestWaitMs));
      await Promise.race([loading, timeIsUp]);
      hasWaited = true;
      return loaded;
    },
  };
}
