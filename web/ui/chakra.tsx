import { ChakraProvider, LocaleProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { languageTag } from '#shared/language/translate.ts';
import { createPromptorySystem } from './theme.ts';

// The reset and the tokens are in theme.css already, from the build.
const system = { ...createPromptorySystem(), _global: [] };

/** Gives the theme to the pieces that are drawn with Chakra: dialogs, menus and popovers. */
export function Chakra({ children }: { readonly children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      {/* Without it they are written from left to right, whatever the page is. */}
      <LocaleProvider locale={languageTag()}>{children}</LocaleProvider>
    </ChakraProvider>
  );
}
