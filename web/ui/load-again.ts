import { type ComponentType, createElement, lazy } from 'react';

/** Milliseconds before each further try: a link that breaks off is back by then, and a person still waits. */
const pauses = [300, 1_000, 3_000, 6_000];

/** Vite's words for it. It counts such a sheet as loaded from then on, and each later try would be drawn without it. */
const lostSheet = /^Unable to preload CSS for (.+)$/;
/** The sheets that were lost on this page, whichever part they came with, and are not here yet. */
const missing = new Set<string>();

/** Notes each style sheet that is lost with a part; `loadAgain` fetches them. Call it once, before the first part. */
export function watchLostSheets(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('vite:preloadError', (event) => {
    const href = 'payload' in event && event.payload instanceof Error ? hrefOf(event.payload) : undefined;
    if (href === undefined) return;
    missing.add(href);
    // Thrown, it would hide the other sheets that the part has lost.
    event.preventDefault();
  });
}

function hrefOf({ message }: Error): string | undefined {
  return lostSheet.exec(message)?.[1];
}

/**
 * Loads a part of the app that is a chunk of its own; a try that fails is followed by others after pauses.
 * Throws what the last one threw.
 */
export async function loadAgain<Part>(load: () => Promise<Part>, page: Window = window): Promise<Part> {
  for (let tries = 0; ; tries += 1) {
    try {
      const part = await load();
      for (const href of missing) {
        await loadSheet(href, page.document);
        missing.delete(href);
      }
      return part;
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined) throw error;
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
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part = part();

  function part() {
    return lazy(async () => {
      try {
        return { default: await loadAgain(load) };
      } catch (error) {
        Part = part();
        throw error;
      }
    });
  }

  return function LaterPart(props: Props) {
    return createElement<Props>(Part, props);
  };
}
