import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from '../../../ui/testing/contrast-ratio.ts';
import { inks, type Shade, surfaces, variable } from '../../../ui/theme/palette.ts';

const css = readFileSync(new URL('./source-editor.css', import.meta.url), 'utf8');
const tokens: Readonly<Record<string, Shade>> = {
  '--ui-colors-bg-hover': surfaces.hover,
  '--ui-colors-variable-fg': variable.ink,
  '--ui-colors-variable-subtle': variable.subtle,
};
const rules = {
  light: declared(/^:root \{([^}]*)\}/m),
  dark: { ...declared(/^:root \{([^}]*)\}/m), ...declared(/^\.dark \{([^}]*)\}/m) },
};
/** Tokens drawn on a ground of their own; all others are on the page, or on the editor's own ground. */
const grounds = new Map([
  ['--tok-code', '--tok-code-background'],
  ['--tok-variable', '--tok-variable-background'],
]);

function declared(rule: RegExp): Record<string, string> {
  const [, body = ''] = rule.exec(css) ?? [];
  return Object.fromEntries(
    [...body.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  function color(name: string): string {
    const value = rules[theme][name] ?? '';
    const token = /^var\((.+)\)$/.exec(value)?.[1];
    return token === undefined ? value : (tokens[token]?.[theme] ?? `unknown ${token}`);
  }
  const inksOfText = Object.keys(rules.light).filter(
    (name) => name === '--source-text' || (name.startsWith('--tok-') && !name.endsWith('-background')),
  );

  test.each(inksOfText)('%s is read on what it is drawn on', (name) => {
    const ground = grounds.get(name);
    const drawnOn = name.startsWith('--tok-role')
      ? [surfaces.subtle[theme]]
      : ground === undefined
        ? [color('--source-background'), surfaces.page[theme]]
        : [color(ground)];
    for (const under of drawnOn) expect(contrastRatio(color(name), under)).toBeGreaterThanOrEqual(4.5);
  });

  test('code in a fence is readable on its ground', () => {
    for (const ink of [color('--tok-mark'), inks.strong[theme]]) {
      expect(contrastRatio(ink, color('--tok-code-background'))).toBeGreaterThanOrEqual(4.5);
    }
  });
});
