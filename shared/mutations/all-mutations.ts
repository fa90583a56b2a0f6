/** Lists the mutations of each kind of row. */
import { attributeMutations } from './attribute-mutations.ts';
import { keptRunMutations } from './kept-run-mutations.ts';
import { projectMutations } from './project-mutations.ts';
import { promptMutations } from './prompt-mutations.ts';
import { resourceMutations } from './resource-mutations.ts';
import { testCaseMutations } from './test-case-mutations.ts';
import { uiStateMutations } from './ui-state-mutations.ts';
import { versionMutations } from './version-mutations.ts';

export const mutations = {
  ...projectMutations,
  ...promptMutations,
  ...attributeMutations,
  ...versionMutations,
  ...keptRunMutations,
  ...testCaseMutations,
  ...resourceMutations,
  ...uiStateMutations,
} as const;
