import { t } from '#shared/language/translate.ts';
import type { ResourceItem } from '../../data/resources/resources.ts';
import type { Outline, OutlinePrompt } from '../../data/rows/outline.ts';

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
  /** Of its prompts, as far as they are listed. */
  readonly count: number;
};
export type PromptRow = Place & {
  readonly kind: 'prompt';
  readonly id: number;
  readonly name: string;
  readonly isFavorite: boolean;
  /** A person has not reviewed a conflict of it yet. */
  readonly hasConflict: boolean;
};
/** The files of a project. Its id is the project's. */
export type FolderRow = Place & {
  readonly kind: 'folder';
  readonly id: number;
  readonly name: string;
  readonly projectName: string;
  readonly expanded: boolean;
  /** Of files; null while they are counted. */
  readonly count: number | null;
};
export type FileRow = Place & {
  readonly kind: 'file';
  readonly id: number;
  readonly name: string;
  readonly item: ResourceItem;
};
/** Stands where there is nothing to be pressed, and says why. */
export type EmptyRow = Place & { readonly kind: 'empty'; readonly name: string };

export type TreeRow = ProjectRow | PromptRow | FolderRow | FileRow | EmptyRow;

/** The known files of a project. They are read only while its folder is expanded. */
export type Folder = {
  readonly count: number | null;
  readonly expanded: boolean;
  readonly files: readonly ResourceItem[] | 'loading' | 'unreadable';
};
/** By the project's id; without one, no folders are drawn. */
export type Folders = ReadonlyMap<number, Folder>;
/** The prompts with a conflict that nobody has reviewed. */
export type Conflicts = ReadonlySet<number>;

const noFolders: Folders = new Map();
const noConflicts: Conflicts = new Set();

/** Returns the places of the projects that rows stand under, row by row. */
export function headsOf(rows: readonly TreeRow[]): readonly number[] {
  let head = 0;
  return rows.map(({ kind }, index) => {
    if (kind === 'project') head = index;
    return head;
  });
}

/** Whose files would be dropped or pasted here. */
export function projectOfRow(rows: readonly TreeRow[], row: TreeRow): number | null {
  if (row.kind === 'project' || row.kind === 'folder') return row.id;
  if (row.kind === 'file') return row.item.resource.projectId;
  const above = rows.find(({ key }) => key === row.parent);
  return above === undefined ? null : projectOfRow(rows, above);
}

const noPromptsYet = () => t('No prompts yet');
const folderName = () => t('Resources');
const noFiles = () => ({
  loading: t('Loading resources...'),
  unreadable: t('Error loading resources'),
  none: t('No resources found'),
});

/** The rows that can be seen, from top to bottom: what is collapsed is not there. */
export function treeRows(
  outline: Outline,
  expandedProjectIds: readonly number[],
  {
    folders = noFolders,
    conflicts = noConflicts,
  }: { folders?: Folders; conflicts?: Conflicts | undefined } = {},
): TreeRow[] {
  const expanded = new Set(expandedProjectIds);
  const inside = promptsByProject(outline);
  const setSize = outline.projects.length;
  return outline.projects.flatMap(({ id, name, color }, index): TreeRow[] => {
    const key = `project-${id}`;
    const isExpanded = expanded.has(id);
    const own = inside.get(id) ?? [];
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
      count: own.length,
    };
    if (!isExpanded) return [row];
    const folder = folders.get(id);
    const prompts = rowsInside(key, own, { conflicts, after: folder === undefined ? 0 : 1 });
    return [row, ...prompts, ...(folder === undefined ? [] : folderRows(row, folder, prompts.length))];
  });
}

function promptsByProject(outline: Outline): Map<number, OutlinePrompt[]> {
  const inside = new Map<number, OutlinePrompt[]>();
  for (const prompt of outline.prompts) {
    const before = inside.get(prompt.projectId);
    if (before === undefined) inside.set(prompt.projectId, [prompt]);
    else before.push(prompt);
  }
  return inside;
}

/** `after`: how many more rows stand under the project. */
function rowsInside(
  parent: string,
  prompts: readonly OutlinePrompt[],
  { conflicts, after }: { conflicts: Conflicts; after: number },
): TreeRow[] {
  if (prompts.length === 0) {
    const place: Place = { key: `${parent}-empty`, level: 2, position: 1, setSize: 1 + after, parent };
    return [{ ...place, kind: 'empty', name: noPromptsYet() }];
  }
  return prompts.map(({ id, title, favorite = false }, index) => ({
    kind: 'prompt',
    key: `prompt-${id}`,
    level: 2,
    position: index + 1,
    setSize: prompts.length + after,
    parent,
    id,
    name: title,
    isFavorite: favorite,
    hasConflict: conflicts.has(id),
  }));
}

function folderRows(project: ProjectRow, folder: Folder, before: number): TreeRow[] {
  const key = `folder-${project.id}`;
  const row: FolderRow = {
    kind: 'folder',
    key,
    level: 2,
    position: before + 1,
    setSize: before + 1,
    parent: project.key,
    id: project.id,
    name: folderName(),
    projectName: project.name,
    expanded: folder.expanded,
    count: folder.count,
  };
  return folder.expanded ? [row, ...fileRows(key, folder.files)] : [row];
}

function fileRows(parent: string, files: Folder['files']): TreeRow[] {
  if (typeof files === 'string' || files.length === 0) {
    const name = typeof files === 'string' ? noFiles()[files] : noFiles().none;
    return [{ kind: 'empty', key: `${parent}-empty`, level: 3, position: 1, setSize: 1, parent, name }];
  }
  return files.map((item, index) => ({
    kind: 'file',
    key: `file-${item.resource.id}`,
    level: 3,
    position: index + 1,
    setSize: files.length,
    parent,
    id: item.resource.id,
    name: item.resource.name,
    item,
  }));
}
