/** How texts are shown and written on this device, in all its tabs; stored beside the theme, and sent nowhere. */
import { createListeners } from '#shared/events/listeners.ts';

export const textSizes = ['small', 'normal', 'large', 'extra-large'] as const;
export const textFonts = ['monospace', 'proportional'] as const;
export const lineWidths = ['full', 'wide', 'narrow'] as const;
/** By the names that OpenAI gave them. */
export const tokenEncodings = ['o200k_base', 'cl100k_base'] as const;
export type TokenEncoding = (typeof tokenEncodings)[number];

export interface Preferences {
  readonly textSize: (typeof textSizes)[number];
  readonly textFont: (typeof textFonts)[number];
  readonly lineWidth: (typeof lineWidths)[number];
  readonly spellCheck: boolean;
  /** A prompt that is only looked at has a tab that the next look replaces. */
  readonly previewTabs: boolean;
  /** A single line break of a prompt stays one where it is read; in Markdown it is a space. */
  readonly keepLineBreaks: boolean;
  /** How tokens are counted. */
  readonly tokenEncoding: TokenEncoding;
  /** The names of the rules of lint that are switched off. */
  readonly lintOff: readonly string[];
}

export const defaultPreferences: Preferences = {
  textSize: 'normal',
  textFont: 'monospace',
  lineWidth: 'full',
  spellCheck: false,
  previewTabs: false,
  keepLineBreaks: false,
  tokenEncoding: 'o200k_base',
  lintOff: [],
};

export interface PreferencesStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => Preferences;
  readonly change: (changed: Partial<Preferences>) => void;
  readonly stop: () => void;
}

const storageKey = 'preferences';

/** Reads each preference by itself: one that a newer version wrote leaves the others as they are. */
export function parsePreferences(stored: string | null): Preferences {
  const found = objectOf(stored);
  const oneOf = <Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice) =>
    choices.find((choice) => choice === found[name]) ?? otherwise;
  return {
    textSize: oneOf('textSize', textSizes, defaultPreferences.textSize),
    textFont: oneOf('textFont', textFonts, defaultPreferences.textFont),
    lineWidth: oneOf('lineWidth', lineWidths, defaultPreferences.lineWidth),
    spellCheck: found.spellCheck === true,
    previewTabs: found.previewTabs === true,
    keepLineBreaks: found.keepLineBreaks === true,
    tokenEncoding: oneOf('tokenEncoding', tokenEncodings, defaultPreferences.tokenEncoding),
    lintOff: textsOf(found.lintOff),
  };
}

function textsOf(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
}

function objectOf(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

export function storedPreferences(page: Window): Preferences {
  try {
    return parsePreferences(page.localStorage.getItem(storageKey));
  } catch {
    // Storage can be forbidden altogether: the preferences then last as long as the page.
    return defaultPreferences;
  }
}

/**
 * Keeps the root's attributes, by which `theme/system.ts` sets size, font and line width, in step with what is stored
 * and with the other tabs: a change draws no component again.
 */
export function createPreferences(page: Window): PreferencesStore {
  const root = page.document.documentElement;
  const { subscribe, notify } = createListeners();
  let preferences = storedPreferences(page);

  function apply(next: Preferences): void {
    preferences = next;
    root.dataset.textSize = next.textSize;
    root.dataset.textFont = next.textFont;
    root.dataset.lineWidth = next.lineWidth;
    notify();
  }

  const followTabs = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === storageKey || event.key === null) apply(storedPreferences(page));
  };
  page.addEventListener('storage', followTabs);
  apply(preferences);

  return {
    subscribe,
    read: () => preferences,
    change(changed) {
      const next = { ...preferences, ...changed };
      try {
        page.localStorage.setItem(storageKey, JSON.stringify(next));
      } catch {
        // See `storedPreferences`.
      }
      apply(next);
    },
    stop: () => page.removeEventListener('storage', followTabs),
  };
}
