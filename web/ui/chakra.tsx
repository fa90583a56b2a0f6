import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { createPromptorySystem } from './theme.ts';

// The reset and the tokens are in theme.css already, from the build.
const system = { ...createPromptorySystem(), _global: [] };

/** Gives the theme to the pieces that are drawn with Chakra: dialogs, menus and popovers. */
export function Chakra({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}
