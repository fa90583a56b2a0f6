import { expect, test, vi } from 'vitest';
import { exampleRun } from '#shared/model/run/kept-run-example.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { noRating, type Run } from '#shared/model/run/run.ts';
import { manualClock } from '../ui/testing/manual-clock.ts';
import { createLiveRuns } from './live-runs.ts';
import { createProgress } from './run-progress.ts';

const model: ModelEntry = {
  ...{ id: 5, name: 'Mine', kind: 'openai', server: 'other', from: 'device' },
  ...{ address: 'http://localhost:11434/v1', model: 'm', defaults: {}, price: null, atOnce: 6 },
};

const runOf = (id: number): Run => ({
  ...{
    ...exampleRun(),
    attachments: [],
    id,
    promptId: 2,
    versionId: null,
    from: 'device',
    rating: noRating,
    excerpt: '',
  },
  ...{
    model: { entryId: 5, name: 'Mine', kind: 'openai', model: 'm' },
    startedAt: '2026-01-01T00:00:00.000Z',
  },
});

test.each([
  [1, 10],
  [2, 10],
  [6, 4],
])('where %i answers come at once, listeners are notified %i times a second', (count, times) => {
  const { after, pass } = manualClock();
  const live = createLiveRuns(after);
  for (let id = 1; id <= count; id += 1) {
    const progress = createProgress(runOf(id), model, () => 0);
    live.running.set(id, { progress, stopped: new AbortController(), isDirty: false, isKept: true });
  }
  const listener = vi.fn();
  live.subscribe(listener);
  for (let step = 0; step < 100; step += 1) {
    live.show();
    pass(10);
  }
  expect(listener).toHaveBeenCalledTimes(times);
});
