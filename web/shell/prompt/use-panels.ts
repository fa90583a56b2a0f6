import { useAtom } from 'jotai';
import { useState } from 'react';
import type { PanePanels } from '../../features/editor/stage/pane-panels.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { notesShownAtom, variablesShownAtom, versionsShownAtom } from '../workspace/workspace-atoms.ts';

/** From here on the history fits beside the text, and is there unless it was hidden. */
const wide = '(min-width: 64rem)';
/** From here on both do; before, the history gives way to the variables unless it was asked for. */
const wideForBoth = '(min-width: 84rem)';

export type Panels = PanePanels & {
  /** Called where a text was chosen in a panel: it must not lie under it. */
  textChosen(): void;
};

/** Returns which panels are shown beside a prompt, and how to show and hide them. */
export function usePanels(versionCount: number): Panels {
  const [chosen, setChosen] = useAtom(versionsShownAtom);
  const [notesShown, setNotesShown] = useAtom(notesShownAtom);
  const [variablesShown, setVariablesShown] = useAtom(variablesShownAtom);
  const isWide = useMediaQuery(wide);
  const isWideForBoth = useMediaQuery(wideForBoth);
  const [arePanelsOver, onOver] = useState(false);
  const hasRoom = isWide && (!variablesShown || isWideForBoth);
  const versionsShown = (chosen ?? hasRoom) && versionCount > 0;

  function hide(history: boolean | null): void {
    setVariablesShown(false);
    setNotesShown(false);
    setChosen(history);
  }

  return {
    variables: { isShown: variablesShown, toggle: () => setVariablesShown(!variablesShown) },
    notes: { isShown: notesShown, toggle: () => setNotesShown(!notesShown) },
    versions: { isShown: versionsShown, toggle: () => setChosen(!versionsShown) },
    hide: () => hide(false),
    onOver,
    textChosen(): void {
      // On a wider window, such as the tablet's once it is turned, the history is there again.
      if (arePanelsOver) hide(isWide ? false : null);
    },
  };
}
