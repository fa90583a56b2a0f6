/** The features of the app, in the order of the menus. A new one is a folder and a line here. */
import { account, apiTokens, readLinks, webhooks } from './account/feature.tsx';
import { bin } from './bin/feature.tsx';
import { bulkDialogs } from './bulk/feature.tsx';
import { compare } from './compare/feature.tsx';
import type { ListedFeature } from './feature.tsx';
import { help } from './help/feature.tsx';
import { install } from './install/feature.tsx';
import { libraryTags } from './library-tags/feature.tsx';
import { models } from './models/feature.tsx';
import { palette } from './palette/feature.tsx';
import { preferences } from './preferences/feature.tsx';
import { resourceDialogs } from './resources/feature.tsx';
import { searchList } from './search/feature.tsx';
import { syncCentre } from './sync-status/feature.tsx';
import { exportFiles, importFiles } from './transfer/feature.tsx';
import { testCases } from './try-it/cases/feature.tsx';
import { allRuns } from './try-it/earlier/feature.tsx';
import { tryIt } from './try-it/feature.tsx';
import { useInCode } from './use-in-code/feature.tsx';
import { versionLabels } from './versions/feature.tsx';
import { workspaceDialogs } from './workspace-dialogs/feature.tsx';

export const features: readonly ListedFeature[] = [
  palette,
  preferences,
  account,
  readLinks,
  apiTokens,
  webhooks,
  models,
  importFiles,
  exportFiles,
  libraryTags,
  allRuns,
  testCases,
  bin,
  syncCentre,
  install,
  help,
  compare,
  versionLabels,
  searchList,
  tryIt,
  useInCode,
  workspaceDialogs,
  resourceDialogs,
  bulkDialogs,
];
