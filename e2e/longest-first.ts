import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Lists the test files that take longest, the longest first. Begun last, one of them would keep one core busy while
 * the other has nothing left to do. Vitest orders by the durations of the run before, and a fresh clone has none.
 */
export const longest: readonly string[] = [
  'e2e/simulation/seeds-on-nodes.long.test.ts',
  'e2e/simulation/seeds-1.long.test.ts',
  'e2e/simulation/seeds-2.long.test.ts',
  'e2e/simulation/seeds.test.ts',
  'e2e/simulation/liveness/liveness.long.test.ts',
  'e2e/simulation/broken-rules.test.ts',
  'sync-server/client-code.test.ts',
  'sync-server/kill-nodes.long.test.ts',
  'e2e/simulation/network-faults.test.ts',
  'e2e/simulation/round-trip.long.test.ts',
  'e2e/simulation/liveness/broken-liveness.long.test.ts',
  'sync-server/routes/route-table.test.ts',
  'e2e/simulation/blobs-in-transit.test.ts',
  'sync-server/client-code.long.test.ts',
  'sync-server/connections.long.test.ts',
  'web/features/editor/markdown/worker/bounded-parts.test.ts',
  'sync-server/small-heap.long.test.ts',
  'e2e/simulation/live-collision.test.ts',
  'sync-server/uploads-process.test.ts',
  'sync-server/storage/postgres/lost-connections.test.ts',
  'web/data/take-over/take-over-texts.test.ts',
  'sync-server/main.test.ts',
  'web/shell/palette/palette.browser.test.tsx',
  'web/features/editor/editor-pane-view.browser.test.tsx',
  'web/shell/transfer.browser.test.tsx',
  'web/shell/focus.browser.test.tsx',
  'web/shell/resources/resources-dialogs.browser.test.tsx',
  'web/features/editor/find/find-bar.browser.test.tsx',
  'web/features/editor/editor-pane.browser.test.tsx',
  'web/shell/resources/resources-preview.browser.test.tsx',
  'web/features/sync-status/centre/sync-centre.browser.test.tsx',
  'web/features/editor/engine/source-editor.browser.test.ts',
];

const paths = longest.map((path) => fileURLToPath(new URL(`../${path}`, import.meta.url)));

/** Starts the longest files of a group first, and the others as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.sort((one, other) => groupOf(one) - groupOf(other) || placeOf(one) - placeOf(other));
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

function placeOf({ moduleId }: TestSpecification): number {
  const index = paths.indexOf(moduleId);
  return index === -1 ? paths.length : index;
}
