/**
 * The rows that one mutation may look at, loaded before it runs: `apply` is pure and synchronous on the
 * server, in the client's optimistic write and in a rebase, and must not tell them apart.
 *
 * 1. Reading never changes the set; writing replaces a row as a whole.
 * 2. A deleted row is still there, marked; it can come back, and keeps its values until then.
 * 3. Rows that were loaded only to be deleted or restored (`children`) may carry no texts.
 * 4. Children are indexed by their parent: a read costs what it returns, however large the set is.
 */
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { ChangedBy, RowIdOf, RowOf, RowRef, RowType, Stored } from '#shared/model/row.ts';
import { ParentIndex } from './parent-index.ts';

/** What a mutation does to one row. `restore` brings a deleted row back with the values it had. */
export type Write =
  | { [T in RowType]: { kind: 'put'; type: T; id: RowIdOf[T]; row: RowOf[T] } }[RowType]
  | ({ kind: 'delete' } & RowRef)
  | ({ kind: 'restore' } & RowRef);

type Tables = { [T in RowType]: Map<RowIdOf[T], Stored<T>> };

export class RowSet {
  readonly #tables: Tables = {
    project: new Map(),
    prompt: new Map(),
    version: new Map(),
    resource: new Map(),
    uiState: new Map(),
  };

  readonly #prompts = new ParentIndex<number, number, Stored<'prompt'>>(({ row }) => row.projectId);
  readonly #versions = new ParentIndex<number, number, Stored<'version'>>(({ row }) => row.promptId);
  readonly #resources = new ParentIndex<number, number, Stored<'resource'>>(({ row }) => row.projectId);
  /** Resources whose bytes the server has, by those bytes. */
  readonly #available = new ParentIndex<string, number, Stored<'resource'>>(({ row }) =>
    row.available ? bytesKey(row) : undefined,
  );
  /** Of each prompt that was asked for and has not changed in a way that needs another look. */
  readonly #newest = new Map<number, Stored<'version'> | undefined>();

  readonly #bytes = new Set<string>();

  constructor(rows: Iterable<Stored> = []) {
    for (const stored of rows) this.add(stored);
  }

  all(): Stored[] {
    return Object.values(this.#tables).flatMap((table): Stored[] => [...table.values()]);
  }

  add(stored: Stored): void {
    switch (stored.type) {
      case 'project':
        this.#tables.project.set(stored.id, stored);
        return;
      case 'prompt':
        this.#prompts.put(stored, this.#tables.prompt.get(stored.id));
        this.#tables.prompt.set(stored.id, stored);
        return;
      case 'version':
        this.#addVersion(stored);
        return;
      case 'resource': {
        const before = this.#tables.resource.get(stored.id);
        this.#resources.put(stored, before);
        this.#available.put(stored, before);
        this.#tables.resource.set(stored.id, stored);
        return;
      }
      case 'uiState':
        this.#tables.uiState.set(stored.id, stored);
    }
  }

  /** The row, also when it is deleted. */
  stored<T extends RowType>(type: T, id: RowIdOf[T]): Stored<T> | undefined {
    return this.#tables[type].get(id);
  }

  at(ref: RowRef): Stored | undefined {
    return ref.type === 'uiState' ? this.stored(ref.type, ref.id) : this.stored(ref.type, ref.id);
  }

  /** The row, unless it is deleted. */
  live<T extends RowType>(type: T, id: RowIdOf[T]): RowOf[T] | undefined {
    const found = this.stored(type, id);
    return found === undefined || found.deleted ? undefined : found.row;
  }

  #addVersion(stored: Stored<'version'>): void {
    const before = this.#tables.version.get(stored.id);
    this.#versions.put(stored, before);
    this.#tables.version.set(stored.id, stored);
    if (before !== undefined) this.#newest.delete(before.row.promptId);
    const { promptId, version } = stored.row;
    if (!this.#newest.has(promptId) || stored.deleted) return;
    const newest = this.#newest.get(promptId);
    if (newest === undefined || version > newest.row.version) this.#newest.set(promptId, stored);
  }

  newestVersion(promptId: number): Stored<'version'> | undefined {
    if (this.#newest.has(promptId)) return this.#newest.get(promptId);
    let newest: Stored<'version'> | undefined;
    for (const version of this.#versions.of(promptId)) {
      if (version.deleted) continue;
      if (newest === undefined || version.row.version > newest.row.version) newest = version;
    }
    this.#newest.set(promptId, newest);
    return newest;
  }

  versionsOf(promptId: number): Stored<'version'>[] {
    return [...this.#versions.of(promptId)];
  }

  promptsOf(projectId: number): Stored<'prompt'>[] {
    return [...this.#prompts.of(projectId)];
  }

  resourcesOf(projectId: number): Stored<'resource'>[] {
    return [...this.#resources.of(projectId)];
  }

  /** The server has these bytes, and they are of this type. */
  addBytes(sha256: string, fileType: string): void {
    this.#bytes.add(bytesKey({ sha256, fileType }));
  }

  /** Whether the server has them as far as anybody here knows: another row may be about the same ones. */
  hasBytes(bytes: Pick<Resource, 'sha256' | 'fileType'>): boolean {
    const key = bytesKey(bytes);
    return this.#bytes.has(key) || !this.#available.isEmpty(key);
  }

  /** Puts the writes in place as the outcome of a mutation that is not confirmed yet. */
  write(writes: readonly Write[], by: ChangedBy | null): void {
    for (const write of writes) {
      const before = this.at(write);
      const meta = { rev: before?.rev ?? 0, seq: Number.POSITIVE_INFINITY, by };
      if (write.kind === 'put') {
        this.add({ ...storedRow(write), ...meta, deleted: false });
      } else if (before !== undefined) {
        const { meant: _meant, ...known } = before;
        this.add({ ...known, ...meta, deleted: write.kind === 'delete' });
      }
    }
  }
}

function bytesKey({ sha256, fileType }: { sha256: string; fileType: string }): string {
  return `${sha256} ${fileType}`;
}

type Named = { [T in RowType]: { type: T; id: RowIdOf[T]; row: RowOf[T] } }[RowType];

/** Only the three fields that name a row and its values, whatever else the write carries. */
function storedRow(write: Named): Named {
  switch (write.type) {
    case 'project':
      return { type: write.type, id: write.id, row: write.row };
    case 'prompt':
      return { type: write.type, id: write.id, row: write.row };
    case 'version':
      return { type: write.type, id: write.id, row: write.row };
    case 'resource':
      return { type: write.type, id: write.id, row: write.row };
    case 'uiState':
      return { type: write.type, id: write.id, row: write.row };
  }
}

export function putResource(row: Resource): Write {
  return { kind: 'put', type: 'resource', id: row.id, row };
}

export function putPrompt(row: Prompt): Write {
  return { kind: 'put', type: 'prompt', id: row.id, row };
}
