/** Looks every few seconds for the runs of cells that another tab has begun or ended, while this one is at work on none. */
import type { Library } from '../../../data/database/library.ts';
import { type CellRun, cellRunsById, cellRunsSince } from '../../../data/run/cell-runs.ts';

type OtherTabs = {
  readonly library: Library;
  readonly promptId: number;
  after(milliseconds: number, run: () => void): () => void;
  /** The newest run of each cell; null until they are read. */
  known(): ReadonlyMap<string, CellRun> | null;
  isIdle(): boolean;
  onNews(runs: readonly CellRun[]): void;
  /** Runs that were under way are no longer there. */
  onGone(ids: readonly number[]): Promise<void>;
};

const everyMs = 2_000;

/** Returns how to stop. */
export function followOtherTabs(others: OtherTabs): () => void {
  let isWanted = true;
  let callOff = () => {};
  function wait(): void {
    callOff = others.after(everyMs, () => {
      // Where the library has closed there is nothing to look for.
      void look(others)
        .catch(() => undefined)
        .then(() => isWanted && wait());
    });
  }
  wait();
  return () => {
    isWanted = false;
    callOff();
  };
}

async function look({ library, promptId, known, isIdle, onNews, onGone }: OtherTabs): Promise<void> {
  const before = known();
  if (before === null || !isIdle()) return;
  const runs = [...before.values()];
  const last = runs.reduce((latest, { startedAt }) => (startedAt > latest ? startedAt : latest), '');
  const underWay = runs.filter(({ state }) => state === 'queued' || state === 'running').map(({ id }) => id);
  const begun = await cellRunsSince(library, promptId, last);
  const followed = await cellRunsById(library, underWay);
  const news = [...begun, ...followed].filter(({ id, cell, state }) => {
    const there = known()?.get(cell);
    return there?.id !== id || there.state !== state;
  });
  if (news.length > 0) onNews(news);
  // The other tab removes what was asked for patience.
  const there = new Set(followed.map(({ id }) => id));
  const gone = underWay.filter((id) => !there.has(id));
  if (gone.length > 0) await onGone(gone);
}
