import { useAtom } from 'jotai';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Clock } from '../ui/clock.ts';
import { isCommandHeld } from '../ui/key-label.ts';
import { useToaster } from '../ui/provider.tsx';
import type { PaletteProps } from './palette.tsx';
import { paletteAtom } from './workspace-atoms.ts';

type PaletteOverlayProps = Omit<PaletteProps, 'view' | 'onClose'> & { readonly clock: Clock };

const load = async () => (await import('./palette.tsx')).Palette;
/** Milliseconds: once the start is over it is loaded, so that no key is lost while it comes. */
const afterStart = 3_000;

/** Opens the command palette and the sheet of shortcuts by their keys; both are loaded on demand. */
export function PaletteOverlay({ clock, ...props }: PaletteOverlayProps) {
  const [view, setView] = useAtom(paletteAtom);
  const [Loaded, setLoaded] = useState<ComponentType<PaletteProps> | null>(null);
  const toaster = useToaster();
  const isWanted = view !== null;
  const prepare = useEffectEvent(() =>
    load().then(
      (Palette) => setLoaded(() => Palette),
      () => {
        setView(null);
        if (!isWanted) return;
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
    if (!event.repeat && !isCovered()) setView(wanted);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => follow(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return Loaded === null ? null : <Loaded {...props} view={view} onClose={() => setView(null)} />;
}

const typing = 'input, textarea, select, [contenteditable], [role=menu]';

/** Returns what a key asks for: Ctrl+K or ⌘K anywhere, a question mark where it is not typed into something. */
function wantedBy(event: KeyboardEvent): 'palette' | 'shortcuts' | null {
  if (event.isComposing) return null;
  if (isCommandHeld(event) && event.key.toLowerCase() === 'k') return 'palette';
  if (event.key !== '?' || event.ctrlKey || event.metaKey) return null;
  const isTyped = event.target instanceof Element && event.target.closest(typing) !== null;
  return isTyped || isCovered() ? null : 'shortcuts';
}

/** Whether a dialog has to be answered first. Fullscreen is one by its role alone. */
function isCovered(): boolean {
  return document.querySelector('[aria-modal=true]:not(.editor-stage)') !== null;
}
