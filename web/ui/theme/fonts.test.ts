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

// Chromium shapes a line that wraps once more for each place where it may break: with the ligatures of this font 20,000 times
// `>` took four seconds, without them two milliseconds.
test('nothing that is drawn in JetBrains Mono has its ligatures', () => {
  expect(rules.length).toBeGreaterThan(15);
  const without = rules.filter(({ body }) => !body.includes('font-variant-ligatures: none'));
  expect(without.map(({ rule }) => rule)).toEqual([]);
});
