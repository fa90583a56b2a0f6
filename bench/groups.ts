import { chatExport } from './chats/chat-export.ts';
import type { RowGroup } from './row.ts';
import { caseTable } from './rows/case-table.ts';
import { deviceSearch } from './rows/device-search.ts';
import { edits } from './rows/edits.ts';
import { firstFill } from './rows/first-fill.ts';
import { firstLoad } from './rows/first-load.ts';
import { firstVisit } from './rows/first-visit.ts';
import { lighthouse } from './rows/lighthouse.ts';
import { merge } from './rows/merge.ts';
import { offlineStart } from './rows/offline-start.ts';
import { scale } from './rows/scale.ts';
import { serverPeers } from './rows/server/server-peers.ts';
import { serverProcess } from './rows/server/server-process.ts';
import { serverPull } from './rows/server/server-pull.ts';
import { serverSearch } from './rows/server/server-search.ts';
import { serverSoak } from './rows/server/server-soak.ts';
import { serverWrites } from './rows/server/server-writes.ts';
import { sidebar } from './rows/sidebar.ts';
import { streaming } from './rows/streaming.ts';
import { typing } from './rows/typing.ts';
import { versionPanel } from './rows/version-panel.ts';

/** In the order of `npm run bench`: what a person feels first, then the server. */
export const groups: readonly RowGroup[] = [
  typing,
  streaming,
  caseTable,
  edits,
  deviceSearch,
  firstFill,
  offlineStart,
  firstVisit,
  firstLoad,
  lighthouse,
  sidebar,
  versionPanel,
  merge,
  serverWrites,
  serverPeers,
  serverSearch,
  serverPull,
  serverProcess,
  serverSoak,
];

/** It takes minutes, and is about set-ups that few have. */
export const groupsOnRequest: readonly RowGroup[] = [chatExport, scale];
