/** Computes what is selected, open and expanded after each action: pure, so that every rule is a table. */
import type { Outline } from '../../data/rows/outline.ts';

export type Workspace = {
  readonly selectedProjectId: number | null;
  readonly selectedPromptId: number | null;
  /** In the order of the tabs. */
  readonly openPromptIds: readonly number[];
  readonly expandedProjectIds: readonly number[];
  /** The open prompt that the next look at another one replaces. */
  readonly previewPromptId: number | null;
};

export const emptyWorkspace: Workspace = {
  selectedProjectId: null,
  selectedPromptId: null,
  openPromptIds: [],
  expandedProjectIds: [],
  previewPromptId: null,
};

/** Applied once, when the library is there; ids that no longer exist are dropped. */
export function startWorkspace(
  outline: Outline,
  saved: { open: readonly number[]; expanded: readonly number[] },
): Workspace {
  const openPromptIds = existing(saved.open, outline.prompts);
  return repairWorkspace(
    {
      ...emptyWorkspace,
      openPromptIds,
      selectedPromptId: openPromptIds[0] ?? null,
      selectedProjectId: outline.projects[0]?.id ?? null,
      expandedProjectIds: saved.expanded,
    },
    outline,
  );
}

/**
 * Applied once, when the rest of the library has come: adds what was left open on other devices (`restored`) to what the
 * person has done since `begun`, the workspace with which the first part of it was shown.
 */
export function joinWorkspace(
  before: Workspace,
  { begun, restored }: { begun: Workspace; restored: Workspace },
): Workspace {
  const isMoved = before.selectedProjectId !== begun.selectedProjectId;
  const expanded = before.expandedProjectIds.filter((id) => !begun.expandedProjectIds.includes(id));
  return {
    openPromptIds: [...new Set([...restored.openPromptIds, ...before.openPromptIds])],
    selectedPromptId: before.selectedPromptId ?? restored.selectedPromptId,
    selectedProjectId: isMoved ? before.selectedProjectId : restored.selectedProjectId,
    expandedProjectIds: [...new Set([...restored.expandedProjectIds, ...expanded])],
    previewPromptId: before.previewPromptId,
  };
}

/**
 * After a change of the library: projects that are gone are forgotten, and one project is always
 * expanded. Open prompts stay: another device closes no tab here.
 */
export function repairWorkspace(before: Workspace, outline: Outline): Workspace {
  const { projects } = outline;
  const expanded = existing(before.expandedProjectIds, projects);
  const hadProjects = before.expandedProjectIds.length > 0 || before.selectedProjectId !== null;
  const isThere = projects.some(({ id }) => id === before.selectedProjectId);
  const first = projects[0]?.id ?? null;
  const selectedProjectId = isThere ? before.selectedProjectId : hadProjects ? null : first;
  const reveal = selectedProjectId ?? first;
  const expandedProjectIds = expanded.length === 0 && reveal !== null ? [reveal] : expanded;
  if (
    selectedProjectId === before.selectedProjectId &&
    sameIds(expandedProjectIds, before.expandedProjectIds)
  )
    return before;
  return { ...before, selectedProjectId, expandedProjectIds };
}

export function selectProject(before: Workspace, projectId: number): Workspace {
  return {
    ...before,
    selectedProjectId: projectId,
    expandedProjectIds: withId(before.expandedProjectIds, projectId),
  };
}

/** The project of a prompt that is open; the selection stays. */
export function expandProject(before: Workspace, projectId: number): Workspace {
  const expandedProjectIds = withId(before.expandedProjectIds, projectId);
  return expandedProjectIds === before.expandedProjectIds ? before : { ...before, expandedProjectIds };
}

/** Null: the last expanded project cannot be collapsed. Collapsing never changes the selection. */
export function toggleProject(before: Workspace, projectId: number): Workspace | null {
  if (!before.expandedProjectIds.includes(projectId)) return selectProject(before, projectId);
  if (before.expandedProjectIds.length === 1) return null;
  return { ...before, expandedProjectIds: withoutId(before.expandedProjectIds, projectId) };
}

/** Selects a project; all others are collapsed. */
export function expandProjectAlone(before: Workspace, projectId: number): Workspace {
  return { ...before, selectedProjectId: projectId, expandedProjectIds: [projectId] };
}

export function openPrompt(before: Workspace, promptId: number): Workspace {
  return { ...before, selectedPromptId: promptId, openPromptIds: withId(before.openPromptIds, promptId) };
}

/** Opens a prompt for a look: in the place of the one that was looked at before, unless it is open already. */
export function lookAtPrompt(before: Workspace, promptId: number): Workspace {
  if (before.openPromptIds.includes(promptId)) return openPrompt(before, promptId);
  const at = before.openPromptIds.indexOf(before.previewPromptId ?? promptId);
  const openPromptIds =
    at < 0 ? [...before.openPromptIds, promptId] : before.openPromptIds.with(at, promptId);
  return { ...before, selectedPromptId: promptId, openPromptIds, previewPromptId: promptId };
}

/** No look at another prompt replaces this one any more. */
export function keepTab(before: Workspace, promptId: number): Workspace {
  return before.previewPromptId === promptId ? { ...before, previewPromptId: null } : before;
}

/** The tabs stay. */
export function leavePrompt(before: Workspace): Workspace {
  return before.selectedPromptId === null ? before : { ...before, selectedPromptId: null };
}

export function closePrompts(before: Workspace, promptIds: readonly number[]): Workspace {
  const isClosed = (id: number | null) => id !== null && promptIds.includes(id);
  const openPromptIds = before.openPromptIds.filter((id) => !isClosed(id));
  return {
    ...before,
    openPromptIds,
    selectedPromptId: isClosed(before.selectedPromptId)
      ? (openPromptIds[0] ?? null)
      : before.selectedPromptId,
    previewPromptId: isClosed(before.previewPromptId) ? null : before.previewPromptId,
  };
}

/** Moves a tab to this place among the tabs. */
export function moveTab(before: Workspace, promptId: number, place: number): Workspace {
  if (!before.openPromptIds.includes(promptId)) return before;
  const openPromptIds = withoutId(before.openPromptIds, promptId).toSpliced(place, 0, promptId);
  return sameIds(openPromptIds, before.openPromptIds) ? before : { ...before, openPromptIds };
}

/** A new prompt is open, and its row in the sidebar can be seen. */
export function showNewPrompt(before: Workspace, made: { id: number; projectId: number }): Workspace {
  return {
    ...openPrompt(before, made.id),
    expandedProjectIds: withId(before.expandedProjectIds, made.projectId),
  };
}

/** A person deleted it here: its selection is cleared, and the tabs of its prompts close. */
export function forgetProject(
  before: Workspace,
  gone: { id: number; promptIds: readonly number[] },
): Workspace {
  const closed = closePrompts(before, gone.promptIds);
  return {
    ...closed,
    selectedProjectId: before.selectedProjectId === gone.id ? null : before.selectedProjectId,
  };
}

/** Returns the ids of a list that still exist, for the next start. */
export function existing(ids: readonly number[], rows: readonly { readonly id: number }[]): number[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => known.has(id));
}

export function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function withId(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) ? ids : [...ids, id];
}

function withoutId(ids: readonly number[], id: number): readonly number[] {
  return ids.filter((other) => other !== id);
}
