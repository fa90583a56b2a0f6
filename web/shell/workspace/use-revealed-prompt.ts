import { useAtom, useAtomValue } from 'jotai';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Outline } from '../../data/rows/outline.ts';
import { revealedAtom, workspaceAtom } from './workspace-atoms.ts';
import { expandProject } from './workspace-rules.ts';

type RevealedPrompt = { readonly promptId: number } | null;

/**
 * Expands the project of the prompt that is open, whatever opened it; a person may collapse it again, and a start shows
 * what was left expanded. Returns the prompt that was opened last.
 */
export function useRevealedPrompt({ prompts }: Outline): RevealedPrompt {
  const [{ selectedPromptId }, setWorkspace] = useAtom(workspaceAtom);
  const opened = useAtomValue(revealedAtom);
  const projectId = useMemo(
    () => prompts.find(({ id }) => id === selectedPromptId)?.projectId ?? null,
    [prompts, selectedPromptId],
  );
  const isStarted = useRef(false);
  useLayoutEffect(() => {
    const isLeftSo = !isStarted.current && opened === null;
    isStarted.current = true;
    if (selectedPromptId === null || projectId === null || isLeftSo) return;
    setWorkspace((before) => expandProject(before, projectId));
  }, [selectedPromptId, projectId, opened, setWorkspace]);
  return opened;
}
