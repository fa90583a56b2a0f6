/**
 * The database of one person on one device: the truth for whoever sits at the keyboard.
 *
 * 1. `projects`, `prompts`, `versions`, `resources`, `uiState` hold what the screen shows.
 * 2. `confirmed` holds what the server last said of a row, for exactly the rows that outbox entries write;
 *    of every other row the shown one is the confirmed one.
 * 3. `files` holds bytes by their hash, `fileUses` what must be known of them without reading them, `uploads`
 *    those that the server does not have yet.
 * 4. `outbox` holds what is needed to count, choose and settle entries; `outboxArgs` holds their arguments, which
 *    may be texts of megabytes, under the same position. Both are written in one transaction.
 * 5. `binItems` and `binRows` hold what was deleted, for a while.
 * 6. `models`, `modelKeys` and the three of runs belong to this device alone: no outbox, feed, export or copy has them.
 * 7. The whole database is opened with strict durability: a row and its outbox entry share one transaction
 *    that is on the disk when it ends. What can be done again from the outbox or from the server is `relaxed`.
 */
import Dexie, {
  type Collection,
  type DexieOptions,
  type EntityTable,
  type PromiseExtended,
  type Table,
} from 'dexie';
import type { TypeInPrompt } from '#shared/kinds/in-prompt.ts';
import { type RowKey, type RowType, rowTypes, type Stored } from '#shared/kinds/row.ts';
import type { PlannedMutation } from '#shared/library-files/plan/planned.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunInput, RunOutput } from '#shared/model/run/run.ts';
import type { RunAttachment } from '#shared/model/run/run-request.ts';
import type { EntryHead } from '#shared/sync/outbox.ts';
import type { UploadStall } from '#shared/sync/status.ts';
import { reopenOnLoss, repeatOnLoss } from './connection-loss.ts';
import { defineSchema } from './define-schema.ts';
import type { RingRun } from './ring-run.ts';
import { rowTables } from './row-tables.ts';
import type { TextAuthor } from './text-author.ts';

/** A row as the server last sent it, and its author; null: the server does not have it yet. */
export type ConfirmedRow = { key: RowKey; stored: Stored | null; author?: TextAuthor };

export type MetaRow = { key: string; value: unknown };

/** A notice for a person, shown once: for example of an edit that won over a delete. */
export type Notice = {
  id: number;
  at: string;
  kind:
    | 'keptAfterDelete'
    | 'undoneDelete'
    | 'keptFromDelete'
    | 'revivedProject'
    | 'nameStands'
    | 'nameReplaced'
    | 'broughtBack'
    | 'labelReplaced';
  /** The name of the row that it is about, as it is here; of a label, the label. */
  title: string;
  /** The other name, what a project came back with, or the prompt of a label. */
  other?: string;
  /** The version that a label was moved to, with its number, and the device; null where there is none. */
  moved?: { promptId: number; versionId: number | null; version: number | null; device: string };
};

/** The prompts of which one transaction wrote or deleted the row or a version; see `prompt-changes.ts`. */
export type PromptChange = { stamp: number; ids: number[] };

/** The changes of the list of the sidebar by one transaction, as JSON; see `outline.ts`. */
export type OutlinePiece = { position: number; piece: string };

/** Bytes that are on this device. An ArrayBuffer, since private sessions of WebKit refuse to store a Blob. */
export type KeptFile = { sha256: string; bytes: ArrayBuffer };

/** `lastUsed`: in this device's milliseconds. Apart from the bytes, so that reading a blob does not rewrite it. */
export type FileUse = { sha256: string; size: number; lastUsed: number };

export type UploadRecord = {
  sha256: string;
  /** How much of it the server has, by its last answer. */
  sent: number;
  total: number;
  state: 'waiting' | 'sending' | 'refused' | 'cancelled';
  /** Why the server refused it, in words. */
  reason?: string;
  /** Absent: the last try went well, or there was none. */
  stall?: UploadStall;
};

/** `bytes`: of its request in a push, in UTF-8. `blocked`: 1 where it was refused or is held; see `blocked-entries.ts`. */
export type StoredEntry = EntryHead & { bytes: number; blocked: 0 | 1 };

/**
 * A change of the feed that this app could not read when it came; see `unknown-changes.ts`. `key`: history, type and id
 * of the row. `change`: as it came.
 */
export type UnknownChange = { key: string; history: string; change: unknown };

/** The key of a model's entry, encrypted by a key that nobody can read; `keep-key.ts`. */
export type KeptKey = { id: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer; by: CryptoKey };

/** `pictures`: of a run that waits, to be sent with it. */
export type RingRunInput = RunInput & { id: number; pictures?: readonly RunAttachment[] };

/** A page of the feed that is not applied yet; see `held-pages.ts`. */
export type HeldPage = { position: number; page: unknown };

/** The kinds of rows that a person can restore. */
export type BinnedType = Extract<RowType, 'project' | 'prompt' | TypeInPrompt | 'resource'>;

/** Names the rows that a deleted row was in. A new one is made of these, if the row itself is gone as well. */
export type BinPlace = {
  project?: { id: number; name: string; color: string };
  prompt?: { id: number; title: string };
};

/** A row that was deleted, without its texts; see `bin-rows.ts`. */
export type BinItem = {
  key: RowKey;
  type: BinnedType;
  id: number;
  /** Of a version its description. */
  name: string;
  /** The item that it went with; empty for one that stands alone. */
  under: RowKey | '';
  /** In this device's milliseconds. */
  at: number;
  /** The device that deleted it; null: this one, or not known. */
  device: string | null;
  place: BinPlace;
  /** Of its texts or its file, roughly. */
  bytes: number;
  /** The number of a version. */
  version?: number;
  /** When a kept run began. */
  ranAt?: string;
  /** The bytes of a file, and whether the server had them. */
  sha256?: string;
  available?: boolean;
  /** The row itself is shown again, and something that went with it is not. */
  isBack?: true;
};

export type BinRow = { key: RowKey; stored: Stored };

/** Takes back a portion of the last import; see `last-import.ts`. `size`: the mutations in `undo`. */
export type ImportedPortion = { position: number; at: number; size: number; undo: Undo[] };

/** `seen`: the hash of the row that a deletion is about, as it came in; null for other mutations. */
export type Undo = { readonly mutation: PlannedMutation; readonly seen: string | null };

export type EntryArgs = { position: number; args: unknown };

/** Dexie has one durability for a whole database: a table of this name, which there is none of, asks for the other. */
const relaxedMark = 'relaxed durability';

export class LibraryDb extends Dexie {
  declare readonly projects: Table<Stored<'project'>, number>;
  declare readonly prompts: Table<Stored<'prompt'>, number>;
  declare readonly promptChanges: Table<PromptChange, number, Omit<PromptChange, 'stamp'>>;
  declare readonly outline: Table<OutlinePiece, number, Omit<OutlinePiece, 'position'>>;
  declare readonly versions: Table<Stored<'version'>, number>;
  declare readonly keptRuns: Table<Stored<'keptRun'>, number>;
  declare readonly testCases: Table<Stored<'testCase'>, number>;
  declare readonly resources: Table<Stored<'resource'>, number>;
  declare readonly uiState: Table<Stored<'uiState'>, string>;
  declare readonly confirmed: Table<ConfirmedRow, string>;
  declare readonly outbox: Table<StoredEntry, number, Omit<StoredEntry, 'position'>>;
  declare readonly outboxArgs: Table<EntryArgs, number>;
  declare readonly meta: Table<MetaRow, string>;
  declare readonly notices: EntityTable<Notice, 'id'>;
  declare readonly files: Table<KeptFile, string>;
  declare readonly fileUses: Table<FileUse, string>;
  declare readonly uploads: Table<UploadRecord, string>;
  declare readonly unknownChanges: Table<UnknownChange, string>;
  declare readonly binItems: Table<BinItem, string>;
  declare readonly binRows: Table<BinRow, string>;
  declare readonly heldPages: Table<HeldPage, number, Omit<HeldPage, 'position'>>;
  declare readonly models: Table<ModelEntry, number>;
  declare readonly modelKeys: Table<KeptKey, number>;
  declare readonly runs: Table<RingRun, number>;
  declare readonly runInputs: Table<RingRunInput, number>;
  declare readonly runOutputs: Table<RunOutput & { id: number }, number>;
  declare readonly importedPortions: Table<ImportedPortion, number, Omit<ImportedPortion, 'position'>>;
  /** Each draw of a mutation number leaves out those that may be lost, and nothing is relaxed; `mutation-numbers.ts`. */
  skipsLostNumbers = false;

  constructor(name: string, options: DexieOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', ...options });
    this.use({
      stack: 'dbcore',
      name: 'durability',
      create: (core) => ({
        ...core,
        transaction: (stores, mode, options) =>
          stores.includes(relaxedMark)
            ? core.transaction(
                stores.filter((store) => store !== relaxedMark),
                mode,
                { durability: 'relaxed' },
              )
            : core.transaction(stores, mode, options),
      }),
    });
    reopenOnLoss(this);
    defineSchema(this);
    // Dexie closes by itself as well, but the next reading would open it again, and so make an empty one.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) return true;
      this.close();
      return false;
    });
  }

  /** Returns the table of a kind, by name: only rows of that kind are put into it. */
  rowsOf(type: RowType): Table<Stored, number | string> {
    return this.table(rowTables[type]);
  }

  /** Writes to these tables in one transaction, once more where the browser broke it off. */
  write<Result>(tables: readonly Table[], act: () => Promise<Result>): Promise<Result> {
    return repeatOnLoss(this, () => this.transaction('rw', tables, async () => act()));
  }

  /**
   * Writes to these tables without waiting for the disk. Only for what a loss of power may undo: it is done again
   * from the outbox or from the server. Inside another transaction it is part of that one.
   */
  relaxed<Result>(tables: readonly Table[], act: () => Promise<Result>): PromiseExtended<Result> {
    const isStrict = this.skipsLostNumbers || Dexie.currentTransaction?.db === this;
    return this.transaction('rw', isStrict ? tables : [...tables, relaxedMark], async () => act());
  }

  /** The versions of a prompt, oldest first; their keys can be read without their texts. */
  versionsOf(promptId: number): Collection<Stored<'version'>, number> {
    const { minKey, maxKey } = Dexie;
    return this.versions
      .where('[row.promptId+row.version]')
      .between([promptId, minKey], [promptId, maxKey], true, true);
  }

  /** The kept runs of a prompt, in the order in which they were run; their keys can be read without their texts. */
  keptRunsOf(promptId: number): Collection<Stored<'keptRun'>, number> {
    const { minKey, maxKey } = Dexie;
    return this.keptRuns
      .where('[row.promptId+row.createdAt]')
      .between([promptId, minKey], [promptId, maxKey], true, true);
  }

  /** The test cases of a prompt, in the order of creation; their keys can be read without their texts. */
  testCasesOf(promptId: number): Collection<Stored<'testCase'>, number> {
    const { minKey, maxKey } = Dexie;
    return this.testCases
      .where('[row.promptId+row.createdAt]')
      .between([promptId, minKey], [promptId, maxKey], true, true);
  }

  /** The rows that the screen shows. */
  get shown(): Table<Stored, number | string>[] {
    return rowTypes.map((type) => this.rowsOf(type));
  }

  /** Everything that a change of the library may touch. */
  get everything(): Table[] {
    return [
      ...this.shown,
      this.promptChanges,
      this.outline,
      this.confirmed,
      this.outbox,
      this.outboxArgs,
      this.meta,
      this.notices,
      this.files,
      this.fileUses,
      this.uploads,
      this.heldPages,
      this.unknownChanges,
      this.importedPortions,
      ...this.bin,
    ];
  }

  /** Returns the tables of what was deleted and can be restored. */
  get bin(): Table[] {
    return [this.binItems, this.binRows];
  }
}

/**
 * Returns a library for a thread of its own, which may come to it after it was deleted: where it is not there, the first
 * operation rejects, and none is made.
 */
export function existingLibraryDb(name: string, options?: DexieOptions): LibraryDb {
  const db = new LibraryDb(name, options);
  db.on('populate', () => {
    throw new Error('This library is not on the device.');
  });
  return db;
}
