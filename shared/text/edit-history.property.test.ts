/**
 * Undo and redo beside others, held to a model: each word is written once, by the one or the other, so that its fate
 * can be followed.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import {
  type EditHistories,
  noHistories,
  openHistory,
  recordEdit,
  redo,
  takeInOthers,
  undo,
} from './edit-history.ts';

const promptId = 1;
const opened = 'o1 o2 o3\n\no4 o5 o6\no7 o8\n\no9';

type Edit =
  /** Writes a word, or a line, before a word or at the end. */
  | { kind: 'write'; at: number; before: string; after: string }
  | { kind: 'change'; at: number }
  /** Takes words away, with the white space behind them. */
  | { kind: 'remove'; at: number; words: number }
  /** Changes every word at such a distance, as Replace all does. */
  | { kind: 'changeMany'; every: number };
type Step =
  | { who: 'own'; edit: Edit; pause: number }
  | { who: 'others'; edits: Edit[] }
  | { who: 'undo' | 'redo'; times: number };

const place = fc.nat({ max: 1000 });
const space = fc.constantFrom('', ' ', '\n', '\n\n');
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write'), at: place, before: space, after: space }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change'), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('remove'), at: place, words: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('changeMany'), every: fc.integer({ min: 2, max: 4 }) }),
  },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who: fc.constant('own'), edit, pause: fc.constantFrom(10, 5000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      who: fc.constant('others'),
      edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ who: fc.constantFrom('undo', 'redo'), times: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** Others write at one place at a time, and change nothing that is there. */
const stepBesideWriters = step.filter(
  (each) => each.who !== 'others' || (each.edits.length === 1 && each.edits[0]?.kind === 'write'),
);

const wordsOf = (text: string) => new Set(text.match(/\S+/g) ?? []);

function scene(withOthers = true) {
  let histories: EditHistories = openHistory(noHistories, { promptId, content: opened });
  let text = opened;
  let now = 0;
  let coined = 0;
  /** The words that this person has taken out, or changed, at some time. */
  const ownRemoved = new Set<string>();
  const removedByOthers = new Set<string>();

  function edited(change: Edit, mark: string): string {
    const coin = () => {
      coined += 1;
      return `${mark}${coined}`;
    };
    const words = [...text.matchAll(/\S+\s*/g)];
    const at = 'at' in change ? change.at % (words.length + 1) : 0;
    const place = words[at]?.index ?? text.length;
    switch (change.kind) {
      case 'write': {
        const isParted = place === 0 || /\s$/.test(text.slice(0, place));
        const before = isParted ? change.before : change.before || ' ';
        const after = place === text.length ? change.after : change.after || ' ';
        return text.slice(0, place) + before + coin() + after + text.slice(place);
      }
      case 'change':
        return text.slice(0, place) + text.slice(place).replace(/^\S+/, coin());
      case 'remove': {
        const end = words[at + change.words]?.index ?? text.length;
        return text.slice(0, place) + text.slice(end);
      }
      case 'changeMany': {
        const chosen = new Set(
          words.filter((_, index) => index % change.every === 0).map(({ index }) => index),
        );
        return text.replaceAll(/\S+/g, (word, index: number) => (chosen.has(index) ? coin() : word));
      }
    }
  }

  function note(next: string, removed: Set<string>) {
    const left = wordsOf(next);
    for (const word of wordsOf(text)) if (!left.has(word)) removed.add(word);
    text = next;
  }

  function run(each: Step): void {
    switch (each.who) {
      case 'own':
        now += each.pause;
        note(edited(each.edit, 'm'), ownRemoved);
        histories = recordEdit(histories, { promptId, content: text, now });
        return;
      case 'others':
        if (!withOthers) return;
        for (const change of each.edits) note(edited(change, 'f'), removedByOthers);
        histories = takeInOthers(histories, { promptId, content: text });
        return;
      default:
        for (let times = 0; times < each.times; times += 1) go(each.who);
    }
  }

  function go(direction: 'undo' | 'redo'): boolean {
    const moved = (direction === 'undo' ? undo : redo)(histories, promptId);
    histories = moved.histories;
    if (moved.content === null) return false;
    expect(moved.content).not.toBe(text);
    const before = wordsOf(text);
    const after = wordsOf(moved.content);
    for (const word of before) {
      if (!after.has(word) && !word.startsWith('m') && !ownRemoved.has(word)) {
        throw new Error(
          `${direction} took ${word} out of ${JSON.stringify(text)}: ${JSON.stringify(moved.content)}`,
        );
      }
    }
    for (const word of after) {
      if (before.has(word)) continue;
      const isKnown = /^[omf]\d+$/.test(word);
      if (!isKnown || removedByOthers.has(word)) {
        throw new Error(
          `${direction} made ${word} of ${JSON.stringify(text)}: ${JSON.stringify(moved.content)}`,
        );
      }
    }
    text = moved.content;
    return true;
  }

  return { run, go, text: () => text, ownRemoved, removedByOthers };
}

const steps = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });
const stepsBesideWriters = fc.array(stepBesideWriters, { minLength: 1, maxLength: 60, size: 'max' });

test('no step takes out a word of others, or makes one of theirs and one of ours', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { run } = scene();
      for (const each of all) run(each);
    }),
    { numRuns: 300 },
  );
});

test('after all is undone nothing of this person is left, and what they took out is there beside what others wrote', () => {
  fc.assert(
    fc.property(stepsBesideWriters, (all) => {
      const { run, go, text, ownRemoved, removedByOthers } = scene();
      for (const each of all) run(each);
      let undone = 0;
      while (go('undo')) undone += 1;
      fc.pre(undone < limits.historyEntriesPerPrompt - 1);
      const left = wordsOf(text());
      expect([...left].filter((word) => word.startsWith('m'))).toEqual([]);
      const missing = [...ownRemoved].filter((word) => !word.startsWith('m') && !removedByOthers.has(word));
      expect(missing.filter((word) => !left.has(word))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('beside nobody, undo comes back to each text and redo as well', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { run, go, text } = scene(false);
      for (const each of all) run(each);
      while (go('redo'));
      const texts = [text()];
      while (go('undo')) texts.push(text());
      expect(texts.at(-1)).toBe(opened);
      for (const expected of texts.reverse().slice(1)) {
        go('redo');
        expect(text()).toBe(expected);
      }
    }),
    { numRuns: 300 },
  );
});
