// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import type { Library } from '../../../data/database/library.ts';
import { libraryWithPrompt, openTab, rowText, secondDevice, versionTexts } from './editor-scene.ts';
import { memoryFeed } from './feed-scene.ts';

type Step =
  | { kind: 'type'; tab: number; at: number; line: boolean }
  /** Takes a word of the person's own away again. */
  | { kind: 'erase'; tab: number; at: number }
  | { kind: 'pause'; tab: number }
  | { kind: 'flush'; tab: number }
  | { kind: 'sync'; device: number }
  /** Lets what is under way go on for so many turns of the event loop. */
  | { kind: 'breathe'; turns: number };

const tab = fc.nat({ max: 2 });
const place = fc.nat({ max: 1000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('type'), tab, at: place, line: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase'), tab, at: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pause'), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('flush'), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sync'), device: fc.nat({ max: 1 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('breathe'), turns: fc.nat({ max: 12 }) }) },
);

const opened = 'one two three\n\nfour five six\n\nseven eight nine\n';

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Two tabs on one device and a third one on another, all with the prompt open. */
async function scene() {
  let word = 5000;
  const feed = memoryFeed((words) => words.map(() => word++));
  const here = await libraryWithPrompt(opened);
  await feed.sync(here);
  const there = await secondDevice(here);
  await feed.sync(there);
  const libraries = [here, there] as const;
  const tabs = [openTab(here, opened), openTab(here, opened), openTab(there, opened)] as const;
  const written = new Set<string>();
  let count = 0;
  let syncing = Promise.resolve();

  function run(step: Step): void {
    switch (step.kind) {
      case 'type': {
        const at = tabs[step.tab] ?? tabs[0];
        const text = at.editor.text();
        const boundaries = [...text.matchAll(/(?<=\s)(?=\S)|$/g)].map(({ index }) => index);
        const index = boundaries[step.at % boundaries.length] ?? text.length;
        count += 1;
        const typed = `w${count}`;
        written.add(typed);
        at.type(`${text.slice(0, index)}${typed}${step.line ? '\n' : ' '}${text.slice(index)}`);
        return;
      }
      case 'erase': {
        const at = tabs[step.tab] ?? tabs[0];
        const text = at.editor.text();
        const words = [...text.matchAll(/w\d+\s/g)];
        const gone = words[step.at % Math.max(1, words.length)];
        if (gone === undefined) return;
        written.delete(gone[0].trim());
        at.type(text.replace(gone[0], ''));
        return;
      }
      case 'pause':
        tabs[step.tab]?.clock.pass(limits.autosaveDebounceMs);
        return;
      case 'flush':
        void tabs[step.tab]?.binding.flush();
        return;
      case 'sync': {
        const library = libraries[step.device] ?? here;
        syncing = syncing.then(() => feed.sync(library));
        return;
      }
      case 'breathe':
        return;
    }
  }

  /** Until nothing moves any more: every editor and every device says the same. */
  async function quiet(): Promise<void> {
    for (let round = 0; round < 60; round += 1) {
      for (const at of tabs) await at.binding.flush();
      await syncing;
      for (const library of libraries) await feed.sync(library);
      for (let turn = 0; turn < 10; turn += 1) await breathe();
      const texts = new Set([...tabs.map((at) => at.editor.text()), ...(await rowsOf(libraries))]);
      const left = await Promise.all(libraries.map((library) => library.db.outbox.count()));
      if (texts.size === 1 && left.every((entries) => entries === 0)) return;
    }
    throw new Error(`no rest: ${JSON.stringify(tabs.map((at) => at.editor.text()))}`);
  }

  return {
    run,
    quiet,
    written,
    tabs,
    async everything(): Promise<string> {
      const rows = await rowsOf(libraries);
      const versions = await Promise.all(libraries.map((library) => versionTexts(library)));
      return [...rows, ...versions.flat()].join('\n');
    },
    close: () => {
      for (const library of libraries) library.db.close();
    },
  };
}

function rowsOf(libraries: readonly Library[]): Promise<(string | undefined)[]> {
  return Promise.all(libraries.map((library) => rowText(library)));
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/w\d+/g));
}

test('whatever two tabs and a second device type at once, all come to one text, and no word is lost', async () => {
  let conflicts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { run, quiet, written, everything, close } = await scene();
      for (const each of steps) {
        run(each);
        if (each.kind === 'breathe') for (let turn = 0; turn < each.turns; turn += 1) await breathe();
      }
      await quiet();
      const text = await everything();
      const found = wordsOf(text);
      expect([...written].filter((word) => !found.has(word))).toEqual([]);
      if (found.size > 0 && text.split('seven').length > 3) conflicts += 1;
      close();
    }),
    { numRuns: 60 },
  );
  // Without overlaps the property would say nothing about them.
  expect(conflicts).toBeGreaterThan(5);
}, 120_000);
