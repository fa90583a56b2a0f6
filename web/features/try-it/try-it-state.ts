/** Holds what is chosen and shown of "Try it", for each prompt. */
import { atom } from 'jotai';
import { z } from 'zod';
import { storedAtom } from '../stored-atom.ts';
import type { TriedColumn } from './columns.ts';

/** The models that were chosen last on this device, whatever the prompt. */
export const chosenModelsAtom = storedAtom('try-it-models', z.array(z.string()), []);

/** Whether answers are shown as rendered Markdown or as they were written. */
export const answersAsAtom = storedAtom('try-it-answers', z.enum(['markdown', 'source']), 'markdown');

export type ChosenTexts = {
  readonly versions: readonly (number | null)[];
  readonly sets: readonly (number | null)[];
  /** Files of the project that go with each run. */
  readonly files: readonly number[];
};

export const chosenTextsAtom = atom<ReadonlyMap<number, ChosenTexts>>(new Map());

/** A run in its column. */
export type ShownRun = { readonly column: TriedColumn; readonly id: number };

/** Replies that are typed and not sent, by the run that they answer. */
export const replyDraftsAtom = atom<ReadonlyMap<number, string>>(new Map());

export const shownRunsAtom = atom<ReadonlyMap<number, readonly ShownRun[]>>(new Map());
