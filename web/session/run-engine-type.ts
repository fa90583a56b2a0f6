import type { Id } from '#shared/model/ids.ts';
import type { ConnectionCheck, ListedModels } from '#shared/model/run/connection.ts';
import type { ModelEntry, ModelPrice } from '#shared/model/run/model-entry.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import type {
  CellsAtWork,
  CellsUnderWay,
  CellToRun,
  LiveRun,
  RunRequest,
} from '#shared/model/run/run-request.ts';

/** Runs prompts against models, from this tab. What has ended is in the library (`web/data/run/run-ring.ts`). */
export interface RunsOfTab {
  /** Begins a run and returns its id, under which `read` has it at once. */
  start(request: RunRequest): Id;
  /** Sends a run that waits. Resolves to false where it does not wait any more: another tab has sent it, or it is gone. */
  send(id: Id, model: ModelEntry): Promise<boolean>;
  stop(id: Id): void;
  stopAll(promptId?: Id): void;
  /** Removes a run from memory that has ended and could not be kept. */
  dismiss(id: Id): void;
  /** The runs that are under way; the same object until listeners are notified. */
  read(): ReadonlyMap<Id, LiveRun>;
  subscribe(listener: () => void): () => void;
}

/** Runs the cells of tables of cases. They go on while no screen shows them. */
export interface CellsOfTab {
  /** Runs those that have no whole answer yet, after the ones that this tab or another one has begun. */
  start(promptId: Id, cells: readonly CellToRun[]): void;
  /** As `start`, for what follows from a press: what was given up since then stays so, and is named. */
  follow(promptId: Id, cells: readonly CellToRun[]): void;
  stop(promptId: Id): void;
  /** The same object until something of them changed. All that waits is copied into it: ask a few times a second. */
  read(promptId: Id): CellsUnderWay;
  /** The same object until something of what `read` returns changed. */
  atWork(promptId: Id): CellsAtWork;
  subscribe(listener: () => void): () => void;
}

/** Calls models. */
export interface RunEngine {
  readonly runs: RunsOfTab;
  readonly cells: CellsOfTab;
  readonly keys: {
    /** Whether keys are kept on this device; else they live as long as this tab. */
    readonly areKept: boolean;
    set(entryId: Id, key: string): Promise<void>;
    forget(entryId: Id): Promise<void>;
    /** The entries whose key is in this tab alone. */
    inTab(): ReadonlySet<Id>;
    subscribe(listener: () => void): () => void;
  };
  /** `key`: one that is typed and not kept yet; absent: the one that is kept. */
  listModels(entry: ModelEntry, key?: string): Promise<ListedModels>;
  test(entry: ModelEntry, key?: string): Promise<ConnectionCheck>;
  /** Null: not in the catalogue. */
  priceOf(entry: Pick<ModelEntry, 'address' | 'model' | 'kind'>): Promise<ModelPrice | null>;
  /** Calls the address so that the browser asks for it; from a click. Returns why it is not reached still. */
  askForLocal(entry: ModelEntry): Promise<RunProblem | null>;
  hasBrowserModel(): Promise<boolean>;
  /** Returns the models that the node calls, as it listed them last where it cannot be reached; null where it lists none. */
  nodeModels(): Promise<ModelEntry[] | null>;
}

/** The engine of the open library, which is loaded when a screen first needs it. */
export interface RunEngineOfLibrary {
  /** The same each time, once it could be loaded. */
  load(): Promise<RunEngine>;
  /** Stops all runs: the library closes. */
  stop(): void;
}
