import { useAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import type { PanelSwitch, PanePanels } from '../../features/editor/stage/pane-panels.ts';
import type { PanelId } from '../../features/editor/stage/panel-columns.ts';
import { wantedPanelAtom } from '../workspace/workspace-atoms.ts';
import { type OpenPanels, openBeside, openPanelsAtom, type PromptParts, seenOf } from './open-panels.ts';

export type Panels = PanePanels & {
  /** In their order. */
  readonly open: readonly PanelId[];
  /** How many columns of them there is room for; 0 too as long as nobody knows. */
  readonly columns: number;
  /** Called where a text was chosen in a panel: it must not lie under it. */
  textChosen(): void;
};

const switched = ['variables', 'settings', 'tryIt', 'notes', 'versions'] as const;
type Switched = (typeof switched)[number];

/**
 * Returns which panels are open beside a prompt, and how to open and close them. Those beside the text are as a person
 * left them on this device; those over it are there until the text is wanted again, and go beside it where it gets room.
 */
export function usePanels(parts: PromptParts): Panels {
  const [stored, setStored] = useAtom(openPanelsAtom);
  const [columns, setColumns] = useState<number | null>(null);
  const [over, setOver] = useState<readonly Switched[]>([]);
  const [front, setFront] = useState<PanelId | null>(null);
  const isOver = columns === 0;
  const open = opened();
  const seen = seenOf(open, { columns: columns ?? 0, front });

  function opened(): PanelId[] {
    if (columns === null) return [];
    if (!isOver) return openBeside(stored, parts, columns);
    return openBeside(openOver(over), parts, columns);
  }

  function set(id: Switched, isOpen: boolean): void {
    if (isOpen) setFront(id);
    if (!isOver) setStored((before) => ({ ...before, [id]: isOpen }));
    else setOver((before) => [...before.filter((each) => each !== id), ...(isOpen ? [id] : [])]);
  }

  useWantedPanel(columns !== null, (id) => set(id, true));

  const switchOf = (id: Switched): PanelSwitch => ({
    isShown: seen.has(id),
    toggle: () => set(id, !seen.has(id)),
  });

  return {
    ...{ open, front },
    columns: columns ?? 0,
    variables: switchOf('variables'),
    settings: switchOf('settings'),
    tryIt: switchOf('tryIt'),
    notes: switchOf('notes'),
    versions: switchOf('versions'),
    bringToFront: setFront,
    hide: () => setOver([]),
    onRoom(next) {
      setColumns(next);
      // A tablet was turned: nothing that a person opened, and may type into, goes away.
      if (columns !== null && columns > 0 && next === 0) {
        setOver(switched.filter((id) => stored[id] === true));
      }
      if (columns === 0 && next > 0) {
        setStored((before) => ({ ...before, ...Object.fromEntries(over.map((id) => [id, true])) }));
        setOver([]);
      }
    },
    textChosen: () => setOver([]),
  };
}

function openOver(over: readonly Switched[]): OpenPanels {
  return {
    variables: over.includes('variables'),
    settings: over.includes('settings'),
    tryIt: over.includes('tryIt'),
    notes: over.includes('notes'),
    versions: over.includes('versions'),
  };
}

/** Opens the panel that something else led to, once it is known where. */
function useWantedPanel(isKnown: boolean, open: (id: Switched) => void): void {
  const [wanted, setWanted] = useAtom(wantedPanelAtom);
  const openWanted = useEffectEvent((id: Switched) => {
    open(id);
    setWanted(null);
  });
  useEffect(() => {
    if (isKnown && wanted !== null) openWanted(wanted);
  }, [isKnown, wanted]);
}
