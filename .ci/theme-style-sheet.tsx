import { ChakraProvider } from '@chakra-ui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { createPromptorySystem } from '../web/ui/theme.ts';

/** Adds to `web/ui/theme.css` what Chakra would otherwise compute and insert at each start: reset, base and tokens. */
export function themeStyleSheet(): Plugin {
  return {
    name: 'theme-style-sheet',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]web[\\/]ui[\\/]theme\.css(\?|$)/.test(id)) return null;
      const drawn = renderToStaticMarkup(
        <ChakraProvider value={createPromptorySystem()}>{null}</ChakraProvider>,
      );
      const sheets = [...drawn.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, sheet]) => sheet ?? '');
      if (!sheets.some((sheet) => sheet.includes('--ui-'))) throw new Error('The theme has no tokens.');
      return { code: [code, ...sheets].join('\n'), map: null };
    },
  };
}
