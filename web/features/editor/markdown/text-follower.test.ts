import { expect, test } from 'vitest';
import type { MarkdownSource } from './markdown-parts.ts';
import type { MarkdownReader, ReadListener } from './markdown-reader.ts';
import { createTextFollower } from './text-follower.ts';

const of = (text: string): MarkdownSource => ({ text, keepsBreaks: false, prompt: null });

function scene() {
  const reads: { text: string; listener: ReadListener; isStopped: boolean }[] = [];
  const reader: MarkdownReader = {
    read({ text }, listener) {
      const one = { text, listener, isStopped: false };
      reads.push(one);
      return () => {
        one.isStopped = true;
      };
    },
  };
  const shown: string[] = [];
  const follower = createTextFollower(reader, ({ parts, isPartial }) => {
    const words = parts.map((part) => (part.kind === 'plain' ? part.text : '')).join('');
    shown.push(isPartial ? `${words}…` : words);
  });
  /** The newest one is read to its end. */
  const end = () => {
    const one = reads.at(-1);
    one?.listener.parts([{ kind: 'plain', text: one.text }]);
    one?.listener.ended();
  };
  return { follower, reads, shown, end };
}

test('a text that grows faster than it is read is shown as far as it was, again and again', () => {
  const { follower, reads, shown, end } = scene();
  for (const words of ['one', 'one two', 'one two three']) follower.take(of(words));
  expect(reads.map(({ text, isStopped }) => [text, isStopped])).toEqual([['one', false]]);
  end();
  follower.take(of('one two three four'));
  end();
  expect(shown).toEqual(['one…', 'one', 'one two three…', 'one two three']);
  expect(reads.at(-1)?.text).toBe('one two three four');
  end();
  expect(shown.at(-1)).toBe('one two three four');
  expect(reads).toHaveLength(3);
});

test('another text is begun at once, and the one before it is not shown any more', () => {
  const { follower, reads } = scene();
  follower.take(of('one'));
  follower.take(of('one two'));
  follower.take(of('else'));
  expect(reads.map(({ text, isStopped }) => [text, isStopped])).toEqual([
    ['one', true],
    ['else', false],
  ]);
});

test('after its end nothing is begun', () => {
  const { follower, reads } = scene();
  follower.take(of('one'));
  follower.take(of('one two'));
  follower.stop();
  expect(reads.map(({ text, isStopped }) => [text, isStopped])).toEqual([['one', true]]);
});
