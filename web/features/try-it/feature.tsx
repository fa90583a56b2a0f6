import { atom } from 'jotai';
import { defineFeature } from '../feature.tsx';

/** The prompt, and its version where one is open, that is tried in all of the window. */
export type TriedInWindow = { readonly promptId: number; readonly versionId: number | null };

/** A prompt's runs over everything else; beside the text they are a panel. The page draws both. */
export const tryIt = defineFeature<TriedInWindow>({ name: 'tryIt' });

/** The text whose earlier runs are listed: the current one, or a version. */
export type RunsOf = { readonly promptId: number; readonly text: 'current' | number };

/** Null: those of all texts. */
export const runsOfAtom = atom<RunsOf | null>(null);
