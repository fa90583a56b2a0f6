import type { RowType } from '#shared/kinds/row.ts';

/** The table of each kind of row: what the screen shows, by the id of the row. */
export const rowTables = {
  project: 'projects',
  prompt: 'prompts',
  version: 'versions',
  keptRun: 'keptRuns',
  testCase: 'testCases',
  resource: 'resources',
  uiState: 'uiState',
} as const satisfies Record<RowType, string>;
