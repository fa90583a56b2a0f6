import { defineFeature } from '../feature.tsx';

/** The prompt, and its version where one is open, that is tried in all of the window. */
export type TriedInWindow = { readonly promptId: number; readonly versionId: number | null };

/** A prompt's runs over everything else; beside the text they are a panel. The page draws both. */
export const tryIt = defineFeature<TriedInWindow>({ name: 'tryIt' });
