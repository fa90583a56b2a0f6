import type { RunEngineOfLibrary } from './run-engine-type.ts';

/** Never loaded: the scene is about something else. */
export const noModels: RunEngineOfLibrary = { load: () => new Promise(() => {}), stop: () => {} };
