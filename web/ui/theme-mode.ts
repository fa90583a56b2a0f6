/** The chosen theme; `system` follows the operating system, live. */
import { createListeners } from '#shared/events/listeners.ts';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export type Theme = 'light' | 'dark';

export interface ThemeReading {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
}

export interface ThemeMode {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => ThemeReading;
  readonly choose: (choice: ThemeChoice) => void;
  readonly stop: () => void;
}

const themeStorageKey = 'theme';
/** The colors that the browser paints around the page, as in `index.html`. */
const barColors = { light: '#fbfbfc', dark: '#121418' } as const;

/** Nothing stored: dark, as the shell is. Something that is no theme: what the operating system says. */
export function parseThemeChoice(stored: string | null): ThemeChoice {
  if (stored === null) return 'dark';
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

/**
 * Keeps the class on the root (`light` or `dark`) in step with the stored choice, the operating system and
 * the other tabs. The class of the first paint was set by the script in `index.html`, which follows the same rules
 * before any of this is loaded.
 */
export function createThemeMode(page: Window): ThemeMode {
  const darkSystem = page.matchMedia('(prefers-color-scheme: dark)');
  const print = page.matchMedia('print');
  const { subscribe, notify } = createListeners();
  let reading = readingOf(storedChoice());

  function storedChoice(): ThemeChoice {
    try {
      return parseThemeChoice(page.localStorage.getItem(themeStorageKey));
    } catch {
      // Storage can be forbidden altogether: the choice then lasts as long as the page.
      return 'system';
    }
  }

  function readingOf(choice: ThemeChoice): ThemeReading {
    const system: Theme = darkSystem.matches ? 'dark' : 'light';
    return { choice, theme: choice === 'system' ? system : choice };
  }

  function apply(choice: ThemeChoice): void {
    const next = readingOf(choice);
    // Paper is light.
    paint(page.document, print.matches ? 'light' : next.theme);
    if (next.choice === reading.choice && next.theme === reading.theme) return;
    reading = next;
    notify();
  }

  const followPage = () => apply(reading.choice);
  const followTabs = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === themeStorageKey || event.key === null) apply(storedChoice());
  };
  darkSystem.addEventListener('change', followPage);
  print.addEventListener('change', followPage);
  page.addEventListener('storage', followTabs);
  apply(reading.choice);

  return {
    subscribe,
    read: () => reading,
    choose(choice) {
      try {
        page.localStorage.setItem(themeStorageKey, choice);
      } catch {
        // See storedChoice.
      }
      apply(choice);
    },
    stop() {
      darkSystem.removeEventListener('change', followPage);
      print.removeEventListener('change', followPage);
      page.removeEventListener('storage', followTabs);
    },
  };
}

/** Sets what the script of the first paint set: the class, and what the browser's own boxes and bars follow. */
function paint({ documentElement, head }: Document, theme: Theme): void {
  documentElement.classList.remove(theme === 'dark' ? 'light' : 'dark');
  documentElement.classList.add(theme);
  documentElement.style.colorScheme = theme;
  head.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme]);
}
