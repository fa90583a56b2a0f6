import type { Outline, OutlinePrompt } from '../../data/outline.ts';

type Place = {
  /** Never changes for the same thing, wherever it moves. */
  readonly key: string;
  readonly level: number;
  readonly position: number;
  readonly setSize: number;
  /** The key of the row it hangs under. */
  readonly parent: string | null;
};

export type ProjectRow = Place & {
  readonly kind: 'project';
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly expanded: boolean;
};
export type PromptRow = Place & { readonly kind: 'prompt'; readonly id: number; readonly name: string };
/** Stands under an expanded project without prompts. */
export type EmptyRow = Place & { readonly kind: 'empty'; readonly name: string };

export type TreeRow = ProjectRow | PromptRow | EmptyRow;

export const noPromptsYet = 'No prompts yet';

/** The rows that can be seen, from top to bottom: what is collapsed is not there. */
export function treeRows(outline: Outline, expandedProjectIds: readonly number[]): TreeRow[] {
  const expanded = new Set(expandedProjectIds);
  const inside = promptsByProject(outline, expanded);
  const setSize = outline.projects.length;
  return outline.projects.flatMap(({ id, name, color }, index): TreeRow[] => {
    const key = `project-${id}`;
    const isExpanded = expanded.has(id);
    const row: ProjectRow = {
      kind: 'project',
      key,
      level: 1,
      position: index + 1,
      setSize,
      parent: null,
      id,
      name,
      color,
      expanded: isExpanded,
    };
    return isExpanded ? [row, ...rowsInside(key, inside.get(id) ?? [])] : [row];
  });
}

function promptsByProject(outline: Outline, expanded: ReadonlySet<number>): Map<number, OutlinePrompt[]> {
  const inside = new Map<number, OutlinePrompt[]>();
  for (const prompt of outline.prompts) {
    if (!expanded.has(prompt.projectId)) continue;
    const before = inside.get(prompt.projectId);
    if (before === undefined) inside.set(prompt.projectId, [prompt]);
    else before.push(prompt);
  }
  return inside;
}

function rowsInside(parent: string, prompts: readonly OutlinePrompt[]): TreeRow[] {
  if (prompts.length === 0) {
    return [
      {
        kind: 'empty',
        key: `${parent}-empty`,
        level: 2,
        position: 1,
        setSize: 1,
        parent,
        name: noPromptsYet,
      },
    ];
  }
  return prompts.map(({ id, title }, index) => ({
    kind: 'prompt',
    key: `prompt-${id}`,
    level: 2,
    position: index + 1,
    setSize: prompts.length,
    parent,
    id,
    name: title,
  }));
}
