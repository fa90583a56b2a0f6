import { inOwnOrder } from '#shared/text/order/own-order.ts';
import type { Outline, OutlinePrompt } from '../../data/rows/outline.ts';

/** `own`: where a person has moved them to; what was never moved stands at its creation. */
export type TreeOrder = 'own' | 'created' | 'title' | 'edited';

/** Which prompts the sidebar lists, and in which order. `tags`: each prompt has all of them. */
export type TreeView = {
  readonly order: TreeOrder;
  readonly favorites: boolean;
  readonly tags: readonly string[];
};

export const wholeTree: TreeView = { order: 'own', favorites: false, tags: [] };

export function isFiltered({ favorites, tags }: TreeView): boolean {
  return favorites || tags.length > 0;
}

/**
 * Returns the part of the outline that the view lists; of the projects, where it filters, those with a prompt in it.
 * `edited`: the prompts by their last change, newest first.
 */
export function viewedOutline(outline: Outline, view: TreeView, edited: readonly number[] = []): Outline {
  const isListed = ({ favorite, tags }: OutlinePrompt) =>
    (!view.favorites || favorite === true) && view.tags.every((tag) => tags?.includes(tag) === true);
  const prompts = isFiltered(view) ? outline.prompts.filter(isListed) : outline.prompts;
  const homes = new Set(prompts.map(({ projectId }) => projectId));
  const projects = isFiltered(view) ? outline.projects.filter(({ id }) => homes.has(id)) : outline.projects;
  return sorted(isFiltered(view) ? { projects, prompts } : outline, view.order, edited);
}

function sorted(outline: Outline, order: TreeOrder, edited: readonly number[]): Outline {
  const { projects, prompts } = outline;
  switch (order) {
    case 'created':
      return outline;
    case 'own':
      return [...projects, ...prompts].some(({ position }) => position !== undefined)
        ? { projects: inOwnOrder(projects), prompts: inOwnOrder(prompts) }
        : outline;
    case 'title': {
      const { compare } = new Intl.Collator(undefined, { numeric: true });
      return {
        projects: projects.toSorted((a, b) => compare(a.name, b.name)),
        prompts: prompts.toSorted((a, b) => compare(a.title, b.title)),
      };
    }
    case 'edited':
      return byEdit(outline, edited);
  }
}

/** A project stands where the prompt in it does that was edited last; one without prompts comes last. */
function byEdit({ projects, prompts }: Outline, edited: readonly number[]): Outline {
  const places = new Map(edited.map((id, place) => [id, place]));
  const placeOf = (id: number) => places.get(id) ?? edited.length;
  const newest = new Map<number, number>();
  for (const { id, projectId } of prompts) {
    newest.set(projectId, Math.min(placeOf(id), newest.get(projectId) ?? Number.MAX_SAFE_INTEGER));
  }
  const placeOfProject = (id: number) => newest.get(id) ?? Number.MAX_SAFE_INTEGER;
  return {
    projects: projects.toSorted((a, b) => placeOfProject(a.id) - placeOfProject(b.id)),
    prompts: prompts.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)),
  };
}

/** Returns all tags of a library, each once, by name. */
export function tagsOf({ prompts }: Outline): string[] {
  const tags = new Set(prompts.flatMap((prompt) => prompt.tags ?? []));
  return [...tags].sort(new Intl.Collator(undefined, { numeric: true }).compare);
}
