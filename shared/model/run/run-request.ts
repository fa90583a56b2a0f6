import type { Id } from '../ids.ts';
import type { PromptSettings } from '../prompt-settings.ts';
import type { ModelEntry } from './model-entry.ts';
import type { Run, RunMessage } from './run.ts';

/** A file that goes with the last message of the user. */
export type RunAttachment = {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Absent where it is no file of the library. */
  readonly sha256?: string;
  /** The place of the message that it goes with; absent: the last one of the user. */
  readonly at?: number;
};

/** Everything that a run begins with. */
export type RunRequest = {
  readonly promptId: Id;
  readonly versionId: Id | null;
  readonly textHash: string;
  readonly messages: readonly RunMessage[];
  readonly values: Readonly<Record<string, string>>;
  /** Of the prompt; those that it lacks are the defaults of the entry. */
  readonly settings: PromptSettings;
  readonly model: ModelEntry;
  readonly attachments?: readonly RunAttachment[];
  /** Of a table of cases; see `RunHead`. Such a run never waits to be sent later. */
  readonly cell?: string;
};

/**
 * A run as this tab has it in memory. `sent`: nothing came yet. `slow`: nothing came for some seconds; the model may
 * still be loaded there. `paused`: the answer has begun, and nothing came for some seconds. `ended`: its end is being
 * stored, or could not be.
 */
export type LiveRun = {
  readonly run: Run;
  readonly phase: 'queued' | 'sent' | 'slow' | 'answering' | 'paused' | 'ended';
};

/** A cell of a table of cases that is to be run. `key`: the hash of what it is made of. */
export type CellToRun = {
  readonly key: string;
  readonly model: ModelEntry;
  /** Null: its text is gone. */
  request(): Promise<RunRequest | null>;
};

/** The cells of a prompt that this tab is at work on, by their keys. */
export type CellsUnderWay = {
  /** Those that are not begun. */
  readonly waiting: ReadonlySet<string>;
  /** Their runs. */
  readonly running: ReadonlyMap<string, Id>;
  /** Endpoints that failed several times in a row: what was left for them was not run. */
  readonly givenUp: readonly string[];
  /** Those whose endpoints asked for patience, and are asked again after a while. */
  readonly patient: readonly string[];
};

/** The part of them that is cheap to follow: thousands may wait. */
export type CellsAtWork = Pick<CellsUnderWay, 'running'> & {
  /** None waits either. */
  readonly isIdle: boolean;
};
