import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { noRating, type RunHead } from '#shared/model/run/run.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { removeRuns } from '../../../data/run/run-ring.ts';
import { holdRun } from '../../../data/run/waiting-runs.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { eventually } from '../../../ui/testing/eventually.ts';
import { useWaitingNotice } from './use-waiting-notice.ts';

let drawn: Drawn | undefined;
let library: Library;
beforeEach(async () => {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, { random: (words) => crypto.getRandomValues(words), now: () => 0 });
});
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

function Page() {
  useWaitingNotice();
  return null;
}

/** The network of the page, as a test wants it. */
function network(isThere: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isThere });
  window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
}

const waiting: RunHead = {
  ...{ id: 9, promptId: 2, versionId: null, textHash: '', device: 'A test', from: 'node', state: 'waiting' },
  model: { entryId: 0, name: 'Ours', kind: 'openai', model: 'o' },
  ...{ startedAt: '2026-01-01T12:00:00.000Z', firstMs: null, totalMs: null, usage: null, cost: null },
  ...{ problems: [], rating: noRating, excerpt: '' },
};
const input = { messages: [], values: {}, settings: {}, attachments: [] };

test('runs that wait are named at the start, and each time that the network comes back', async () => {
  network(false);
  await holdRun(library, waiting, { input, pictures: [] });
  drawn = draw(
    <Lent library={library}>
      <Page />
    </Lent>,
  );
  const { toasts } = drawn;
  expect(toasts).toEqual([]);
  network(true);
  await eventually(() => expect(toasts).toEqual(['1 run waits to be sent']));
  await expect.element(page.getByRole('button', { name: 'Show runs' })).toBeVisible();
  network(true);
  await eventually(() => expect(toasts).toHaveLength(2));
  await removeRuns(library, [9]);
  network(true);
  await library.db.runs.count();
  expect(toasts).toHaveLength(2);
});
