import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Lists the test files that take longest, the longest first. Begun last, one of them would keep one core busy while
 * the other has nothing left to do. Vitest orders by the durations of the run before, and a fresh clone has none.
 */
export const longest: readonly string[] = [
  'e2e/simulation/seeds-1.test.ts',
  'e2e/simulation/seeds-2.test.ts',
  'sync-server/small-heap.test.ts',
  'sync-server/kill-nine.test.ts',
  'e2e/simulation/liveness/liveness.test.ts',
  'sync-server/main.test.ts',
  'web/features/editor/editor-binding.property.test.ts',
  'web/features/editor/markdown/worker/bounded-parts.test.ts',
  'sync-server/kill-nine-bulk.test.ts',
  'sync-server/uploads-process.test.ts',
  'web/sync/slow-link.test.ts',
  'e2e/simulation/round-trip.test.ts',
  'e2e/simulation/liveness/broken-liveness.test.ts',
  'e2e/simulation/broken-rules.test.ts',
  'e2e/simulation/live-collision.test.ts',
  'web/app/resources-dialogs.browser.test.tsx',
  'web/app/focus.browser.test.tsx',
  'web/features/editor/editor-pane.browser.test.tsx',
  'web/features/editor/engine/source-editor.browser.test.ts',
  'web/features/sync-status/sync-status.browser.test.tsx',
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
