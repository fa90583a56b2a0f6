import { z } from 'zod';
import { Id } from './ids.ts';

export const openPromptIds = 'open_prompt_ids';
export const expandedProjectIds = 'expanded_project_ids';

export const UiStateKey = z.enum([openPromptIds, expandedProjectIds]);
export type UiStateKey = z.infer<typeof UiStateKey>;

export const UiStateValue = z.array(Id).max(10_000);

export const UiState = z.looseObject({ stateKey: UiStateKey, stateValue: UiStateValue });
export type UiState = z.infer<typeof UiState>;
