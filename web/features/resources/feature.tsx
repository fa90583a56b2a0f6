import { defineFeature } from '../feature.tsx';
import type { ResourceRequest } from './resource-request.ts';

/** The dialogs for files. */
export const resourceDialogs = defineFeature<ResourceRequest>({ name: 'resourceDialogs' });
