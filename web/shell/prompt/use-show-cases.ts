import { useSetAtom } from 'jotai';
import { testCases } from '../../features/try-it/cases/feature.tsx';
import { chosenTextsAtom } from '../../features/try-it/try-it-state.ts';

/** Returns what opens the table of cases of a prompt with one version. */
export function useShowCases(promptId: number): (versionId: number) => void {
  const choose = useSetAtom(chosenTextsAtom);
  const open = useSetAtom(testCases.openAtom);
  return (versionId) => {
    choose((before) => {
      const { sets, files } = before.get(promptId) ?? { sets: [null], files: [] };
      return new Map(before).set(promptId, { versions: [versionId], sets, files });
    });
    open({ promptId });
  };
}
