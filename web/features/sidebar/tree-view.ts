import type { Outline, OutlinePrompt } from '../../data/rows/outline.ts';

/** Which prompts the sidebar lists, and in which order. `tag`: null: whatever tags they have. */
export type TreeView = {
  readonly order: 'created' | 'title';
  readonly favorites: boolean;
  readonly tag: string | null;
};

export const wholeTree: TreeView = { order: 'created', favorites: false, tag: null };

export function isFiltered({ favorites, tag }: TreeView): boolean {
  return favorites || tag !== null;
}

/** Returns the part of the outline that the view lists; of the projects, where it filters, those with a prompt in it. */
export function viewedOutline(outline: Outline, view: TreeView): Outline {
  if (view.order === 'created' && !isFiltered(view)) return outline;
  const isListed = ({ favorite, tags }: OutlinePrompt) =>
    (!view.favorites || favorite === true) && (view.tag === null || tags?.includes(view.tag) === true);
  const prompts = isFiltered(view) ? outline.prompts.filter(isListed) : outline.prompts;
  const homes = new Set(prompts.map(({ projectId }) => projectId));
  const projects = isFiltered(view) ? outline.projects.filter(({ id }) => homes.has(id)) : outline.projects;
  if (view.order === 'created') return { projects, prompts };
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return {
    projects: projects.toSorted((a, b) => compare(a.name, b.name)),
    prompts: prompts.toSorted((a, b) => compare(a.title, b.title)),
  };
}

/** Returns all tags of a library, each once, by name. */
export function tagsOf({ prompts }: Outline): string[] {
  const tags = new Set(prompts.flatMap((prompt) => prompt.tags ?? []));
  return [...tags].sort(new Intl.Collator(undefined, { numeric: true }).compare);
}
