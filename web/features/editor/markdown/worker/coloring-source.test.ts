import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CodeColoring } from './color-code.ts';
import { coloringSource } from './coloring-source.ts';

const coloring: CodeColoring = { color: () => undefined };
const fenced = 'Text.\n\n```js\nlet a = 1;\n```\n';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(['No code.', '`inline` and ``` in a line', '```\nno language\n```', '    indented'])(
  'a text without code to color loads nothing: %j',
  async (text) => {
    const load = vi.fn(async () => coloring);
    expect(await coloringSource(load).forText(text)).toBeNull();
    expect(load).not.toHaveBeenCalled();
  },
);

test.each([fenced, '> ~~~ python\n> a\n> ~~~', '1. ```json\n   {}\n   ```', '- * ````ts\n'])(
  'a text with a named fence has its colors: %j',
  async (text) => {
    expect(await coloringSource(async () => coloring).forText(text)).toBe(coloring);
  },
);

test('the grammars are loaded once', async () => {
  const load = vi.fn(async () => coloring);
  const source = coloringSource(load);
  await Promise.all([source.forText(fenced), source.forText(fenced)]);
  await source.forText(fenced);
  expect(load).toHaveBeenCalledTimes(1);
});

test('only the first text waits for grammars that do not come, and a later one has them', async () => {
  const { promise, resolve } = Promise.withResolvers<CodeColoring>();
  const source = coloringSource(() => promise);
  const first = source.forText(fenced);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await first).toBeNull();
  const second = source.forText(fenced);
  await vi.advanceTimersByTimeAsync(0);
  expect(await second).toBeNull();
  resolve(coloring);
  expect(await source.forText(fenced)).toBe(coloring);
});

test('grammars that cannot be had are asked for again with the next text', async () => {
  const load = vi
    .fn<() => Promise<CodeColoring>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(coloring);
  const source = coloringSource(load);
  expect(await source.forText(fenced)).toBeNull();
  expect(await source.forText(fenced)).toBe(coloring);
});
