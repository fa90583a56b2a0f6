/**
 * Runs the cells of tables of cases, each once.
 *
 * 1. A cell whose newest run ended whole is not run again: what a killed tab left is gone on with by the same press.
 * 2. One tab at a time is at work on the cells of a prompt. What another one has begun is waited for, and then found.
 * 3. As many runs are under way as the entries of an address allow; addresses do not wait for each other.
 * 4. A model whose answers do not come whole, or cannot be kept, several times in a row is given up, with what was left
 *    for it: no table is paid for twice. A cell that cannot even be asked has failed like one without an answer.
 * 5. An endpoint that asks for patience for a while is given it, by all that wait for its address.
 * Before: the table of cases. After: `runs.ts`.
 */
import { createListeners } from '#shared/events/listeners.ts';
import type { Id } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellsAtWork, CellsUnderWay, CellToRun } from '#shared/model/run/run-request.ts';
import type { Library } from '../../data/database/library.ts';
import { type CellRun, isAnswered, makeRoomForCells, newestOfCell } from '../../data/run/cell-runs.ts';
import { removeRuns } from '../../data/run/run-ring.ts';
import type { Exclusive } from '../../platform/exclusive.ts';
import type { Runs } from '../runs.ts';

type CellRunsDeps = {
  readonly library: Library;
  readonly runs: Runs;
  readonly exclusive: Exclusive;
  readonly clock: { after(milliseconds: number, run: () => void): () => void };
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** For how long an endpoint may ask for patience at once, at least and at most, and between two answers; in milliseconds. */
const patience = { least: 1_000, once: 30_000, between: 600_000 } as const;

export type CellRuns = {
  start(promptId: Id, cells: readonly CellToRun[]): void;
  follow(promptId: Id, cells: readonly CellToRun[]): void;
  stop(promptId: Id): void;
  read(promptId: Id): CellsUnderWay;
  atWork(promptId: Id): CellsAtWork;
  subscribe(listener: () => void): () => void;
  close(): void;
};

const nothing: CellsUnderWay = { waiting: new Set(), running: new Map(), givenUp: [], patient: [] };
const idle: CellsAtWork = { running: new Map(), isIdle: true };

/** The cells of one prompt. `waiting`: in the order in which they are run; `taken`: those of them that are looked up. */
type Work = {
  readonly waiting: Map<string, CellToRun>;
  readonly taken: Set<string>;
  readonly running: Map<string, Id>;
  readonly givenUp: Set<string>;
  /** The names of models by the addresses that asked for patience. */
  readonly patient: Map<string, string>;
  /** How often a person has stopped it. */
  stops: number;
  /** Has the addresses of what waits begun with, as long as this tab has its turn. */
  begin(): void;
  atWork: CellsAtWork;
  /** Of all that waits a copy is made when somebody asks: with each cell that would be work for the garbage collector alone. */
  shown: CellsUnderWay | undefined;
  isDraining: boolean;
};

type Draining = CellRunsDeps & { show(work: Work): void };

export function createCellRuns(deps: CellRunsDeps): CellRuns {
  const { runs } = deps;
  const { subscribe, notify } = createListeners();
  const works = new Map<Id, Work>();

  function show(work: Work): void {
    const { waiting, running } = work;
    work.atWork = { running: new Map(running), isIdle: waiting.size === 0 && running.size === 0 };
    work.shown = undefined;
    notify();
  }

  function add(promptId: Id, cells: readonly CellToRun[], isPress: boolean): void {
    const work = works.get(promptId) ?? freshWork();
    works.set(promptId, work);
    if (isPress) work.givenUp.clear();
    for (const cell of cells) if (!work.running.has(cell.key)) work.waiting.set(cell.key, cell);
    work.begin();
    show(work);
    if (!work.isDraining) void drainInTurn({ ...deps, show }, promptId, work);
  }

  return {
    subscribe,
    read(promptId) {
      const work = works.get(promptId);
      if (work === undefined) return nothing;
      work.shown ??= shownOf(work);
      return work.shown;
    },
    atWork: (promptId) => works.get(promptId)?.atWork ?? idle,
    start: (promptId, cells) => add(promptId, cells, true),
    follow: (promptId, cells) => add(promptId, cells, false),
    stop(promptId) {
      const work = works.get(promptId);
      if (work === undefined) return;
      work.waiting.clear();
      work.stops += 1;
      for (const id of work.running.values()) runs.stop(id);
      show(work);
    },
    close() {
      for (const { waiting } of works.values()) waiting.clear();
    },
  };
}

function freshWork(): Work {
  return {
    ...{ waiting: new Map(), taken: new Set(), running: new Map(), givenUp: new Set(), patient: new Map() },
    ...{ atWork: idle, shown: nothing, isDraining: false, stops: 0, begin: () => {} },
  };
}

function shownOf({ waiting, atWork, givenUp, patient }: Work): CellsUnderWay {
  return {
    ...{ waiting: new Set(waiting.keys()), running: atWork.running },
    ...{ givenUp: [...givenUp], patient: [...patient.values()] },
  };
}

/** Runs what waits, when no other tab is at work on the cells of the prompt. */
async function drainInTurn(draining: Draining, promptId: Id, work: Work): Promise<void> {
  const { library, exclusive, show } = draining;
  work.isDraining = true;
  while (work.waiting.size > 0) {
    const name = `promptory-cells-${library.db.name}-${promptId}`;
    await exclusive(name, async () => {
      await makeRoomForCells(library, promptId);
      await drain(draining, work);
    })
      // Where the library has closed or its storage fails, the next press tries again.
      .catch(() => work.waiting.clear());
  }
  work.isDraining = false;
  show(work);
}

/** Runs what waits, each address by itself, until nothing does; an address that is added meanwhile begins at once. */
async function drain(draining: Draining, work: Work): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  work.begin = () => {
    for (const { address } of [...work.waiting.values()].map(({ model }) => model)) {
      if (underWay.has(address)) continue;
      const drained = drainAddress(draining, work, address).finally(() => underWay.delete(address));
      underWay.set(address, drained);
    }
  };
  work.begin();
  while (underWay.size > 0) {
    await Promise.race(underWay.values());
    work.begin();
  }
  work.begin = () => {};
}

async function drainAddress(draining: Draining, work: Work, address: string): Promise<void> {
  const failures = new Map<Id, number>();
  const pauses = pausesOf(draining);
  const next = () => firstOf(work, address);
  async function follow(): Promise<void> {
    for (let cell = next(); cell !== undefined; cell = next()) {
      work.taken.add(cell.key);
      const outcome = await runCell(draining, work, cell, pauses.canWait).catch(() => {
        // It still stands among those that wait where it could not be asked, and would be taken again and again.
        work.waiting.delete(cell.key);
        work.running.delete(cell.key);
        return 'failed' as const;
      });
      work.taken.delete(cell.key);
      if (outcome === 'asksForPatience') work.patient.set(address, cell.model.name);
      else count(cell.model, outcome);
      draining.show(work);
      await pauses.over();
      if (work.patient.delete(address)) draining.show(work);
    }
  }
  function count(model: ModelEntry, outcome: 'ended' | 'failed'): void {
    const inRow = outcome === 'failed' ? (failures.get(model.id) ?? 0) + 1 : 0;
    failures.set(model.id, inRow);
    if (inRow === 0) pauses.answered();
    if (inRow >= limits.failedRunsInRow) giveUp(work, model);
  }
  await Promise.all(Array.from({ length: next()?.model.atOnce ?? 0 }, follow));
}

/** The pauses that an address asks for. */
function pausesOf({ clock, now }: Pick<CellRunsDeps, 'clock' | 'now'>) {
  let until = 0;
  let left: number = patience.between;
  return {
    /** Returns whether it is waited until then, and has those that follow wait too. */
    canWait(asked: number): boolean {
      const then = Math.max(asked, now() + patience.least);
      const longer = then - Math.max(until, now());
      if (then - now() > patience.once || longer > left) return false;
      left -= Math.max(0, longer);
      until = Math.max(until, then);
      return true;
    },
    async over(): Promise<void> {
      for (let before = now(); until > before; before = now()) {
        const milliseconds = until - before;
        await new Promise<void>((resolve) => clock.after(milliseconds, resolve));
        // A clock that was set back would have it wait for as long again.
        if (now() < before) until = 0;
      }
    },
    answered() {
      left = patience.between;
    },
  };
}

function firstOf({ waiting, taken }: Work, address: string): CellToRun | undefined {
  for (const cell of waiting.values()) {
    if (cell.model.address === address && !taken.has(cell.key)) return cell;
  }
  return undefined;
}

function giveUp({ waiting, givenUp }: Work, { id, name, address }: ModelEntry): void {
  for (const { key, model } of waiting.values()) {
    if (model.id !== id || model.address !== address) continue;
    waiting.delete(key);
    givenUp.add(name);
  }
}

async function runCell(
  { library, runs, show }: Draining,
  work: Work,
  cell: CellToRun,
  canWait: (until: number) => boolean,
): Promise<'ended' | 'failed' | 'asksForPatience'> {
  const { stops } = work;
  const known = await newestOfCell(library, cell.key);
  const request = isAnswered(known) ? null : await cell.request();
  // A person may have stopped it meanwhile.
  const isWanted = work.waiting.delete(cell.key);
  if (request === null || !isWanted) return 'ended';
  const id = runs.start({ ...request, cell: cell.key });
  work.running.set(cell.key, id);
  show(work);
  const isKept = await endOf(runs, id);
  const run = isKept ? await newestOfCell(library, cell.key) : null;
  work.running.delete(cell.key);
  const until = run?.id === id ? patientUntil(run) : null;
  if (until !== null && stops === work.stops && canWait(until)) {
    work.waiting.set(cell.key, cell);
    await removeRuns(library, [id]);
    return 'asksForPatience';
  }
  return run?.state === 'done' || run?.state === 'stopped' ? 'ended' : 'failed';
}

/** Returns when its endpoint may be asked again, in milliseconds since 1970; null where it named no time. */
function patientUntil({ problems }: CellRun): number | null {
  const limited = problems.find(({ kind }) => kind === 'rateLimited');
  return limited?.kind === 'rateLimited' && limited.until !== null ? Date.parse(limited.until) : null;
}

/** Resolves once a run has ended, to whether it is kept. */
function endOf(runs: Runs, id: Id): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const live = runs.read().get(id);
      if (live !== undefined && !live.run.problems.some(({ kind }) => kind === 'notKept')) return;
      stop();
      resolve(live === undefined);
    };
    const stop = runs.subscribe(look);
    look();
  });
}
