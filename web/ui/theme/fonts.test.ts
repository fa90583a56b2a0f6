import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The rules of all style sheets that draw something in JetBrains Mono, as `file: selector`, with their declarations. */
const rules = globSync('web/**/*.css').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/([^{};]+)\{([^{}]*)\}/g)]
    .map(([, selector = '', body = '']) => ({ rule: `${file}: ${selector.trim()}`, body }))
    .filter(
      ({ rule, body }) => !rule.endsWith('@font-face') && /--ui-fonts-mono|"JetBrains Mono"/.test(body),
    ),
);

/** The style props and objects that do, as `file: line`, with the tag or the object that they stand in. */
const styles = globSync('web/**/*.{ts,tsx}').flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/fontFamily(=|: )["']mono["']/g)].map(({ index }) => ({
    rule: `${file}: line ${text.slice(0, index).split('\n').length}`,
    body: text.slice(Math.max(...[...'<{'].map((open) => text.lastIndexOf(open, index))), endOf(text, index)),
  }));
});

function endOf(text: string, from: number): number {
  return Math.min(...['}', '>'].map((close) => text.indexOf(close, from)).filter((found) => found >= 0));
}

// Chromium shapes a line that wraps once more for each place where it may break: with the ligatures of this font 20,000 times
// `>` took four seconds, without them two milliseconds.
test('nothing that is drawn in JetBrains Mono has its ligatures', () => {
  expect(rules.length).toBeGreaterThan(3);
  expect(styles.length).toBeGreaterThan(8);
  const without = [...rules, ...styles].filter(
    ({ body }) => !/font-variant-ligatures: none|fontVariantLigatures(=|: )["']none["']/.test(body),
  );
  expect(without.map(({ rule }) => rule)).toEqual([]);
});
