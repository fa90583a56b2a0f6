import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { UiStateKey } from '#shared/model/ui-state.ts';
import type { Version } from '#shared/model/version.ts';
import type { LibraryStorage, WithRev } from '../storage/library-port.ts';

/** What a plain REST client reads. Undefined: there is no such row, or it is somebody else's. */
export type ReadLibrary = {
  projects(userId: number): Promise<Project[]>;
  promptsOf(userId: number, projectId: number): Promise<Prompt[] | undefined>;
  prompt(userId: number, id: number): Promise<WithRev<Prompt> | undefined>;
  versionsOf(userId: number, promptId: number): Promise<Version[] | undefined>;
  resourcesOf(userId: number, projectId: number): Promise<Resource[] | undefined>;
  /** The values that were ever set, by their keys. */
  uiState(userId: number): Promise<Partial<Record<UiStateKey, number[]>>>;
};

export function createReadLibrary(storage: LibraryStorage): ReadLibrary {
  return {
    projects: (userId) => storage.projects(userId),
    promptsOf: (userId, projectId) => storage.promptsOf(userId, projectId),
    prompt: (userId, id) => storage.prompt(userId, id),
    versionsOf: (userId, promptId) => storage.versionsOf(userId, promptId),
    resourcesOf: (userId, projectId) => storage.resourcesOf(userId, projectId),
    async uiState(userId) {
      const states = await storage.uiStates(userId);
      return Object.fromEntries(states.map(({ stateKey, stateValue }) => [stateKey, stateValue]));
    },
  };
}
