/**
 * Lists the kinds of rows. A new kind is a file beside this one, a line here, a migration of the server's
 * database and a row in each database's table of kinds (decision 022).
 */
import { keptRunKind } from './kept-run.ts';
import { projectKind } from './project.ts';
import { promptKind } from './prompt.ts';
import { resourceKind } from './resource.ts';
import { testCaseKind } from './test-case.ts';
import { uiStateKind } from './ui-state.ts';
import { versionKind } from './version.ts';

export const kinds = {
  project: projectKind,
  prompt: promptKind,
  version: versionKind,
  keptRun: keptRunKind,
  testCase: testCaseKind,
  resource: resourceKind,
  uiState: uiStateKind,
} as const;
