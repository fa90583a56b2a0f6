import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Outline } from '../../data/rows/outline.ts';
import type { OpenTab } from '../../features/tabs/open-tab.ts';

/** The open prompts with what they are called. One that was deleted elsewhere keeps its last name. */
export function useOpenTabs(outline: Outline, openPromptIds: readonly number[]): readonly OpenTab[] {
  const [known, setKnown] = useState<{
    readonly outline: Outline | null;
    readonly ids: readonly number[];
    readonly tabs: readonly OpenTab[];
  }>({ outline: null, ids: [], tabs: [] });
  if (known.outline === outline && known.ids === openPromptIds) return known.tabs;
  const tabs = tabsOf(outline, openPromptIds, known.tabs);
  setKnown({ outline, ids: openPromptIds, tabs });
  return tabs;
}

/** Returns the tabs of before where nothing about them changed: with them, nothing is drawn again. */
export function tabsOf(
  outline: Outline,
  ids: readonly number[],
  before: readonly OpenTab[],
): readonly OpenTab[] {
  const wanted = new Set(ids);
  const prompts = new Map(outline.prompts.filter(({ id }) => wanted.has(id)).map((row) => [row.id, row]));
  const projects = new Map(outline.projects.map((row) => [row.id, row]));
  const tabs = ids.map((id) => {
    const prompt = prompts.get(id);
    const last = before.find((tab) => tab.id === id);
    if (prompt === undefined) {
      return {
        ...(last ?? { id, title: t('Deleted prompt'), color: 'gray', projectName: '' }),
        isGone: true,
      };
    }
    const project = projects.get(prompt.projectId);
    return {
      id,
      title: prompt.title,
      color: project?.color ?? 'gray',
      projectName: project?.name ?? '',
      isGone: false,
    };
  });
  return isSame(tabs, before) ? before : tabs;
}

function isSame(tabs: readonly OpenTab[], before: readonly OpenTab[]): boolean {
  return tabs.length === before.length && tabs.every((tab, at) => isSameTab(tab, before[at]));
}

function isSameTab(tab: OpenTab, before: OpenTab | undefined): boolean {
  return (
    before !== undefined &&
    tab.id === before.id &&
    tab.title === before.title &&
    tab.color === before.color &&
    tab.projectName === before.projectName &&
    tab.isGone === before.isGone
  );
}
