import { describe, expect, test } from 'vitest';
import { loadAgain, watchLostSheets } from './load-again.ts';

/** A page that skips pauses and writes them down. */
function pageOf(pauses: number[], document = {}): Window {
  const setTimeout = (run: () => void, ms: number) => {
    pauses.push(ms);
    run();
    return 0;
  };
  return Object.assign(Object.create(null), { setTimeout, document });
}

/** A document whose style sheets load as `hasNetwork` says. */
function documentWith(network: { isThere: boolean }) {
  const sheets: string[] = [];
  type Link = { href: string; onload(): void; onerror(): void; remove(): void };
  const createElement = () => ({ remove: () => undefined });
  const append = ({ href, onload, onerror }: Link) => {
    if (!network.isThere) return queueMicrotask(onerror);
    sheets.push(href);
    queueMicrotask(onload);
  };
  return { sheets, document: { createElement, head: { append } } };
}

test('a part that breaks off on its way is loaded again after a pause', async () => {
  const pauses: number[] = [];
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  };
  expect(await loadAgain(load, pageOf(pauses))).toBe('the part');
  expect(pauses).toEqual([300, 1000]);
});

test('a part that cannot be had is given up, with what the last try said', async () => {
  const pauses: number[] = [];
  let tries = 0;
  const load = async () => {
    tries += 1;
    throw new TypeError(`try ${tries}`);
  };
  await expect(loadAgain(load, pageOf(pauses))).rejects.toThrow('try 5');
  expect(pauses).toHaveLength(4);
});

describe('style sheets that were lost with a part', () => {
  const network = { isThere: false };
  const { sheets, document } = documentWith(network);
  const events = new EventTarget();
  watchLostSheets(events as never);

  /** As Vite does, which counts a sheet that was lost as loaded, and throws the first that nobody takes. */
  function loadOf(hrefs: string[]): () => Promise<string> {
    return async () => {
      for (const href of hrefs.splice(0)) {
        const payload = new Error(`Unable to preload CSS for ${href}`);
        const lost = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
        if (events.dispatchEvent(lost)) throw payload;
      }
      return 'the part';
    };
  }

  test('are loaded before it is drawn, at a try of any part, as long as the page is open', async () => {
    const load = loadOf(['/part.css', '/shared.css']);
    await expect(loadAgain(load, pageOf([], document))).rejects.toThrow('/part.css cannot be loaded');
    network.isThere = true;
    expect(await loadAgain(load, pageOf([], document))).toBe('the part');
    expect(sheets).toEqual(['/part.css', '/shared.css']);
  });

  test('are loaded also where the part was fetched ahead of its use', async () => {
    await loadOf(['/ahead.css'])();
    await loadAgain(async () => 'the part', pageOf([], document));
    expect(sheets.at(-1)).toBe('/ahead.css');
  });
});
