import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import { type Clock, pageClock } from './clock.ts';
import { LastFocusProvider } from './last-focus.tsx';
import type { ThemeMode, ThemeReading } from './theme-mode.ts';
import { Toaster } from './toaster.tsx';
import type { ToasterStore } from './toaster-store.ts';
import { TooltipLayer } from './tooltip.tsx';
import './theme.css';
import './base.css';

export interface UiProviderProps {
  readonly themeMode: ThemeMode;
  readonly toaster: ToasterStore;
  readonly clock?: Clock;
  readonly children: ReactNode;
}

const ThemeModeContext = createContext<ThemeMode | undefined>(undefined);
const ToasterContext = createContext<ToasterStore | undefined>(undefined);

/** Everything that the pieces of this folder need around them; one, at the root. */
export function UiProvider({ themeMode, toaster, clock, children }: UiProviderProps) {
  const [ownClock] = useState(() => clock ?? pageClock(window));
  return (
    <ThemeModeContext value={themeMode}>
      <ToasterContext value={toaster}>
        <LastFocusProvider>{children}</LastFocusProvider>
        <Toaster toaster={toaster} />
        <TooltipLayer clock={ownClock} />
      </ToasterContext>
    </ThemeModeContext>
  );
}

/** `useToaster().show({ title, description?, kind?, duration? })` */
export function useToaster(): ToasterStore {
  const toaster = useContext(ToasterContext);
  if (!toaster) throw new Error('useToaster needs a UiProvider around it');
  return toaster;
}

export function useThemeMode(): ThemeReading & Pick<ThemeMode, 'choose'> {
  const themeMode = useContext(ThemeModeContext);
  if (!themeMode) throw new Error('useThemeMode needs a UiProvider around it');
  return { ...useSyncExternalStore(themeMode.subscribe, themeMode.read), choose: themeMode.choose };
}
