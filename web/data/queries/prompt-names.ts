import type { SnippetName } from '#shared/templates/snippet-syntax.ts';
import type { Outline } from '../rows/outline.ts';

export type PromptNames = {
  /** Several, where projects or prompts of one project have the same name. */
  idsOf(name: SnippetName): readonly number[];
};

/** Finds prompts by the names that a reference has. */
export function promptNames({ projects, prompts }: Outline): PromptNames {
  const projectNames = new Map(projects.map(({ id, name }) => [id, name]));
  const ids = new Map<string, Map<string, number[]>>();
  for (const { id, title, projectId } of prompts) {
    const project = projectNames.get(projectId);
    if (project === undefined) continue;
    const titles = ids.get(project) ?? new Map<string, number[]>();
    ids.set(project, titles);
    const same = titles.get(title);
    if (same === undefined) titles.set(title, [id]);
    else same.push(id);
  }
  return { idsOf: ({ project, title }) => ids.get(project)?.get(title) ?? [] };
}
