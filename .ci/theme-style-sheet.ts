import { ChakraProvider, type SystemContext } from '@chakra-ui/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { createPromptorySystem } from '../web/ui/theme.ts';

/**
 * Adds to style sheets what Chakra would otherwise compute and insert at each start: to `web/ui/theme.css` its reset,
 * base and tokens, to `web/ui/overlays.css` the recipes of dialogs, menus and popovers.
 */
export function themeStyleSheet(): Plugin {
  return {
    name: 'theme-style-sheet',
    enforce: 'pre',
    transform(code, id) {
      const [, sheet] = /[\\/]web[\\/]ui[\\/](theme|overlays)\.css(\?|$)/.exec(id) ?? [];
      if (sheet === undefined) return null;
      const system = createPromptorySystem();
      const rules = sheet === 'theme' ? themeRules(system) : recipeRules(system);
      return { code: `${code}\n${rules}`, map: null };
    },
  };
}

function themeRules(system: SystemContext): string {
  const empty = { value: system, children: null };
  const drawn = renderToStaticMarkup(createElement(ChakraProvider, empty));
  const sheets = [...drawn.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, sheet]) => sheet ?? '');
  if (!sheets.some((sheet) => sheet.includes('--ui-'))) throw new Error('The theme has no tokens.');
  return sheets.join('\n');
}

/** Returns a rule for each slot of each recipe, under the class that Chakra would give it, as `ui-menu__item`. */
function recipeRules(system: SystemContext): string {
  const rules = Object.values(system._config.theme?.slotRecipes ?? {}).flatMap((recipe) =>
    Object.entries(system.sva(recipe)()).map(([slot, styles]) =>
      rule(`.${recipe.className}__${slot}`, Object(styles)),
    ),
  );
  if (rules.length === 0) throw new Error('The theme has no recipes.');
  return rules.join('\n');
}

/** Returns nested styles as nested rules: properties by their names in CSS, and rules by their selectors. */
function rule(selector: string, styles: object): string {
  const lines = Object.entries(styles).map(([name, value]) =>
    typeof value === 'object'
      ? rule(name, value)
      : `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`,
  );
  return `${selector} {${lines.join('')}}`;
}
