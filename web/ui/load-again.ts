import { type ComponentType, lazy } from 'react';

/** Milliseconds before each further try: a link that breaks off is back by then, and a person still waits. */
const pauses = [300, 1_000, 3_000, 6_000];

/** Vite's words for it. It counts such a sheet as loaded from then on, and the next try would be drawn without it. */
const lostSheet = /^Unable to preload CSS for (.+)$/;

/**
 * Loads a part of the app that is a chunk of its own; a try that fails is followed by others after pauses.
 * Throws what the last one threw.
 */
export async function loadAgain<Part>(load: () => Promise<Part>, page: Window = window): Promise<Part> {
  const missing = new Set<string>();
  for (let tries = 0; ; tries += 1) {
    try {
      for (const href of missing) {
        await loadSheet(href, page.document);
        missing.delete(href);
      }
      return await load();
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined) throw error;
      const href = error instanceof Error ? lostSheet.exec(error.message)?.[1] : undefined;
      if (href !== undefined) missing.add(href);
      await new Promise((resolve) => page.setTimeout(resolve, pause));
    }
  }
}

function loadSheet(href: string, document: Document): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`The style sheet ${href} cannot be loaded.`));
    };
    document.head.append(link);
  });
}

/** React's `lazy`, which loads again: on its own it remembers a failure for as long as the page is open. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadAgain(load) }));
}
