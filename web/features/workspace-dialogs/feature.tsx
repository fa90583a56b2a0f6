import { defineFeature } from '../feature.tsx';
import type { DialogRequest } from './dialog-request.ts';

/** The dialogs for projects and prompts. */
export const workspaceDialogs = defineFeature<DialogRequest>({ name: 'workspaceDialogs' });
