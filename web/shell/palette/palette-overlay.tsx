import { useAtom } from 'jotai';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { palette } from '../../features/palette/feature.tsx';
import type { TypedAhead } from '../../features/palette/palette-dialog.tsx';
import type { Clock } from '../../ui/clock.ts';
import { useLastFocus } from '../../ui/dialog/last-focus.tsx';
import { isDialogOpen } from '../../ui/dialog/topmost.ts';
import { commandKey, isTyped, pressedKey } from '../../ui/keys/pressed-key.ts';
import { useToaster } from '../../ui/provider.tsx';
import type { PaletteProps } from './palette.tsx';
import { TypeAhead } from './palette-type-ahead.tsx';

type PaletteOverlayProps = Omit<PaletteProps, 'view' | 'typed' | 'onClose'> & { readonly clock: Clock };

const nothingTyped: TypedAhead = { query: '', isChosen: false };
const load = async () => (await import('./palette.tsx')).Palette;
/** Milliseconds: once the start is over it is loaded, so that no key is lost while it comes. */
const afterStart = 3_000;

/** Opens the command palette and the sheet of shortcuts by their keys; both are loaded on demand. */
export function PaletteOverlay({ clock, ...props }: PaletteOverlayProps) {
  const [view, setView] = useAtom(palette.openAtom);
  const [Loaded, setLoaded] = useState<ComponentType<PaletteProps> | null>(null);
  const [typed, setTyped] = useState<TypedAhead>(nothingTyped);
  const toaster = useToaster();
  const lastFocus = useLastFocus();
  const isWanted = view !== null;
  const close = () => {
    setView(null);
    setTyped(nothingTyped);
  };
  const giveUp = () => {
    close();
    lastFocus.current?.focus();
  };
  const prepare = useEffectEvent(() =>
    load().then(
      (Palette) => setLoaded(() => Palette),
      () => {
        if (!isWanted) return;
        giveUp();
        const description = t('Check the connection and try again.');
        toaster.show({ title: t('The command palette could not be loaded'), description });
      },
    ),
  );
  useEffect(() => clock.after(afterStart, () => void prepare()), [clock]);
  useEffect(() => {
    if (isWanted) void prepare();
  }, [isWanted]);
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const wanted = wantedBy(event);
    if (wanted === null) return;
    event.preventDefault();
    if (!event.repeat && !isDialogOpen()) setView(wanted);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => follow(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (Loaded !== null) return <Loaded {...props} {...{ view, typed }} onClose={close} />;
  return view === 'palette' && <TypeAhead typed={typed} onType={setTyped} onLeave={giveUp} />;
}

/** Returns what a key asks for: Ctrl+K or ⌘K anywhere, a question mark where it is not typed into something. */
function wantedBy(event: KeyboardEvent): 'palette' | 'shortcuts' | null {
  if (commandKey(event) === 'k') return 'palette';
  if (pressedKey(event) !== '?' || event.ctrlKey || event.metaKey) return null;
  return isTyped(event) || isDialogOpen() ? null : 'shortcuts';
}
