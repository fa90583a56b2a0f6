import { ChakraProvider, LocaleProvider } from '@chakra-ui/react';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { languageTag } from '#shared/language/translate.ts';
import { type Clock, pageClock } from './clock.ts';
import { type CommandRegistry, CommandsContext } from './commands.ts';
import { keepFocusOfDisabled } from './dialog/keep-focus.ts';
import { LastFocusProvider } from './dialog/last-focus.tsx';
import { watchLongPress } from './keys/long-press.ts';
import { createPreferences, type Preferences, type PreferencesStore } from './preferences.ts';
import { ColorModeProvider } from './theme/color-mode.tsx';
import { system } from './theme/system.ts';
import { Toaster } from './toast/toaster.tsx';
import type { ToasterStore, ToastRequest } from './toast/toaster-store.ts';
import { TooltipLayer } from './tooltip/tooltip.tsx';
import { noUncaughtErrors, type UncaughtErrors } from './uncaught-errors.ts';
import { watchVisibleViewport } from './visible-viewport.ts';
import './theme/fonts.css';
import './theme/base.css';

export interface UiProviderProps {
  readonly toaster: ToasterStore;
  readonly clock?: Clock;
  /** Those of this device, if nothing else is given. */
  readonly preferences?: PreferencesStore;
  readonly uncaught?: UncaughtErrors;
  readonly children: ReactNode;
}

const ToasterContext = createContext<ToasterStore | undefined>(undefined);
const PreferencesContext = createContext<PreferencesStore | undefined>(undefined);

const UncaughtErrorsContext = createContext(noUncaughtErrors);

/** Everything that the pieces of this folder need around them; one, at the root. */
export function UiProvider(props: UiProviderProps) {
  const { toaster, clock, preferences, uncaught = noUncaughtErrors, children } = props;
  const [ownClock] = useState(() => clock ?? pageClock(window));
  const [commands] = useState<CommandRegistry>(() => new Set());
  const [ownPreferences] = useState(() => preferences ?? createPreferences(window));
  useEffect(() => watchLongPress(ownClock), [ownClock]);
  useEffect(() => watchVisibleViewport(window), []);
  useEffect(() => keepFocusOfDisabled(document), []);
  return (
    <ChakraProvider value={system}>
      <LocaleProvider locale={languageTag()}>
        <ColorModeProvider>
          <ToasterContext value={toaster}>
            <PreferencesContext value={ownPreferences}>
              <CommandsContext value={commands}>
                <LastFocusProvider>
                  <UncaughtErrorsContext value={uncaught}>{children}</UncaughtErrorsContext>
                </LastFocusProvider>
              </CommandsContext>
              <Toaster toaster={toaster} />
              <TooltipLayer clock={ownClock} />
            </PreferencesContext>
          </ToasterContext>
        </ColorModeProvider>
      </LocaleProvider>
    </ChakraProvider>
  );
}

/** `useToaster().show({ title, description?, kind?, duration? })` */
export function useToaster(): ToasterStore {
  const toaster = useContext(ToasterContext);
  if (!toaster) throw new Error('useToaster needs a UiProvider around it');
  return toaster;
}

/** Returns what shows a toast. */
export function useNotify(): (toast: ToastRequest) => void {
  return useToaster().show;
}

export function usePreferences(): Preferences & Pick<PreferencesStore, 'change'> {
  const store = useContext(PreferencesContext);
  if (!store) throw new Error('usePreferences needs a UiProvider around it');
  return { ...useSyncExternalStore(store.subscribe, store.read), change: store.change };
}

export function useUncaughtErrors(): UncaughtErrors {
  return useContext(UncaughtErrorsContext);
}
