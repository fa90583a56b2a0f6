/**
 * The theme that a person chose. next-themes keeps it in local storage under `theme`, and the theme that is shown as a
 * class of the root. The script in `index.html` sets the class of the first paint by the same rules, before any of this
 * is loaded.
 */
import { ThemeProvider, useTheme } from 'next-themes';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useMediaQuery } from '../hooks/use-media-query.ts';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export type Theme = 'light' | 'dark';

const storageKey = 'theme';
/** The colors that the browser paints around the page, as in `index.html`. */
const barColors = { light: '#fbfbfc', dark: '#121418' } as const;

export function ColorModeProvider({ children }: { readonly children: ReactNode }) {
  const [defaultTheme] = useState(() => defaultChoice(window));
  const isPrint = useMediaQuery('print');
  return (
    <ThemeProvider
      attribute="class"
      storageKey={storageKey}
      defaultTheme={defaultTheme}
      // Paper is light.
      {...(isPrint ? { forcedTheme: 'light' } : {})}
    >
      <BarColor />
      {children}
    </ThemeProvider>
  );
}

/** `choice`: what was chosen. `theme`: what is shown, whatever is printed meanwhile. */
export function useColorMode(): { choice: ThemeChoice; theme: Theme; choose(choice: ThemeChoice): void } {
  const { theme, resolvedTheme, setTheme } = useTheme();
  const choice = themeChoices.find((one) => one === theme) ?? 'system';
  return { choice, theme: resolvedTheme === 'light' ? 'light' : 'dark', choose: setTheme };
}

/** Returns the choice of who has made none: dark, as the shell is; the system's where a choice cannot be stored. */
function defaultChoice({ localStorage }: Window): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    const isKnown = stored === null || themeChoices.some((one) => one === stored);
    if (!isKnown) localStorage.setItem(storageKey, 'system');
    return 'dark';
  } catch {
    return 'system';
  }
}

function BarColor() {
  const { theme } = useColorMode();
  useLayoutEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme]);
  }, [theme]);
  return null;
}
