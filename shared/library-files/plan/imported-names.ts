/**
 * Finds the row of the library that a candidate is about.
 *
 * 1. A project or file that has an id is known by it alone: namesakes stay as many as they are.
 * 2. A prompt is known by its id, or else by its project and title; one with an id then only where a namesake has had its
 *    very text. One with changes that were not sent, or that comes in only once, is known by its id alone.
 */
import type { RowRef } from '#shared/kinds/row.ts';
import { limits } from '#shared/model/limits.ts';
import type { Resource } from '#shared/model/resource.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import type { CandidateProject, PromptCandidate } from '../candidate.ts';
import type { ExistingLibrary, ExistingPrompt, PlanOptions } from './planned.ts';

type KnownProject = { id: number; name: string; isNew: boolean };

export class ImportedNames {
  readonly #options: PlanOptions;
  readonly #projects = new Map<number, KnownProject>();
  readonly #projectsByName = new Map<string, KnownProject>();
  readonly #promptIds = new Set<number>();
  readonly #promptsByTitle = new Map<string, number[]>();
  readonly #resourceIds = new Set<number>();
  readonly #resources = new Map<string, number>();
  /** Prompts that a candidate of this import was about, and those of them that it named by their ids. */
  readonly #claimed = new Set<number>();
  readonly #claimedById = new Set<number>();
  readonly #once = new Map<number, number>();

  constructor(existing: ExistingLibrary, options: PlanOptions) {
    this.#options = options;
    for (const { id, name } of existing.projects) this.#addProject({ id, name, isNew: false });
    for (const resource of existing.resources) this.addResource(resource);
    for (const { id, projectId, title } of existing.prompts) {
      this.#promptIds.add(id);
      const key = keyOf(projectId, title);
      const same = this.#promptsByTitle.get(key);
      if (same === undefined) this.#promptsByTitle.set(key, [id]);
      else same.push(id);
    }
  }

  /** Returns the project, which is new where the library has none of this id, or, without an id, of this name. */
  project({ id, name }: CandidateProject): KnownProject {
    const known = this.knownProject({ id, name });
    if (known !== undefined) return known;
    const project = { id: id ?? this.#options.drawId(), name: projectName(name), isNew: true };
    this.#addProject(project);
    return project;
  }

  knownProject({ id, name }: CandidateProject): KnownProject | undefined {
    return id === null ? this.#projectsByName.get(projectName(name)) : this.#projects.get(id);
  }

  projects(): Iterable<KnownProject> {
    return this.#projects.values();
  }

  /** Returns whether the library has the row already. */
  has({ type, id }: RowRef): boolean {
    if (typeof id !== 'number') return false;
    switch (type) {
      case 'project':
        return this.#projects.get(id)?.isNew === false;
      case 'prompt':
        return this.#promptIds.has(id);
      case 'resource':
        return this.#resourceIds.has(id);
      default:
        return false;
    }
  }

  #addProject(project: KnownProject): void {
    this.#projects.set(project.id, project);
    if (!this.#projectsByName.has(project.name)) this.#projectsByName.set(project.name, project);
  }

  /** Forgets a project that was to be made for a row that is refused. */
  dropProject(id: number): void {
    const project = this.#projects.get(id);
    this.#projects.delete(id);
    if (project !== undefined && this.#projectsByName.get(project.name) === project) {
      this.#projectsByName.delete(project.name);
    }
  }

  /** Returns the file of these bytes and this name in a project; undefined where there is none. */
  resourceLike({ project, sha256, name }: { project: CandidateProject; sha256: string; name: string }) {
    const known = this.knownProject(project);
    return known === undefined ? undefined : this.#resources.get(`${known.id}:${sha256}:${name}`);
  }

  addResource({ id, projectId, sha256, name }: Pick<Resource, 'id' | 'projectId' | 'sha256' | 'name'>): void {
    this.#resourceIds.add(id);
    this.#resources.set(`${projectId}:${sha256}:${name}`, id);
  }

  /** Returns the ids of the prompts that a candidate may be about. */
  possible(candidate: PromptCandidate): readonly number[] {
    const { id, title } = candidate;
    const own = id !== null && this.#promptIds.has(id) ? [id] : [];
    // Its changes name it by its id.
    if (candidate.pending !== undefined || candidate.once !== undefined) return own;
    const project = this.knownProject(candidate.project);
    const byTitle =
      project === undefined ? [] : (this.#promptsByTitle.get(keyOf(project.id, promptTitle(title))) ?? []);
    return [...own, ...byTitle.slice(0, mostOfOneTitle)];
  }

  /**
   * Returns the prompt that a candidate is about. Among several of one title that is the one that has had its text, or
   * else the oldest of which no other candidate was; undefined where it is about none.
   */
  claim(candidate: PromptCandidate, here: ReadonlyMap<number, ExistingPrompt>): ExistingPrompt | undefined {
    const own = candidate.id === null ? undefined : here.get(candidate.id);
    if (own !== undefined && !this.#claimedById.has(own.prompt.id)) {
      this.#claimedById.add(own.prompt.id);
      this.#claimed.add(own.prompt.id);
      return own;
    }
    const free = this.possible(candidate).flatMap((id) => {
      const found = here.get(id);
      return found === undefined || this.#claimed.has(id) ? [] : [found];
    });
    const oldest = candidate.id === null ? free[0] : undefined;
    const found = free.find((each) => hasText(each, candidate.content)) ?? oldest;
    if (found !== undefined) this.#claimed.add(found.prompt.id);
    return found;
  }

  /** Returns how many candidates of this import had what its id is made of, with this one. */
  countOnce(id: number): number {
    const count = (this.#once.get(id) ?? 0) + 1;
    this.#once.set(id, count);
    return count;
  }

  /** Returns false for an id that a candidate of this import was about already. */
  claimNew(id: number): boolean {
    if (this.#claimed.has(id)) return false;
    this.#claimed.add(id);
    return true;
  }
}

/** So many prompts of one title are compared with a candidate. */
const mostOfOneTitle = 200;

function hasText({ prompt, versions }: ExistingPrompt, text: string): boolean {
  return (
    prompt.content === text || versions.some(({ content, original }) => content === text || original === text)
  );
}

/** Returns the title that a prompt gets: a library has shorter ones than files have. */
export function promptTitle(title: string): string {
  return shortTitle(title, limits.promptTitleLength) || 'Untitled';
}

function projectName(name: string): string {
  return shortTitle(name, limits.projectNameLength) || 'Imported';
}

function keyOf(projectId: number, title: string): string {
  return `${projectId}:${title.trim()}`;
}
