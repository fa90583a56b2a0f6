/**
 * The rows that one mutation may look at, loaded before it runs: `apply` is pure and synchronous on the
 * server, in the client's optimistic write and in a rebase, and must not tell them apart.
 *
 * 1. Reading never changes the set; writing replaces a row as a whole.
 * 2. A deleted row is still there, marked; it can come back, and keeps its values until then.
 * 3. Rows that were loaded only to be deleted or restored (`children`) may carry no texts.
 */
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { ChangedBy, RowIdOf, RowOf, RowRef, RowType, Stored } from '#shared/model/row.ts';

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
        this.#tables.prompt.set(stored.id, stored);
        return;
      case 'version':
        this.#tables.version.set(stored.id, stored);
        return;
      case 'resource':
        this.#tables.resource.set(stored.id, stored);
        return;
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

  newestVersion(promptId: number): Stored<'version'> | undefined {
    let newest: Stored<'version'> | undefined;
    for (const version of this.versionsOf(promptId)) {
      if (version.deleted) continue;
      if (newest === undefined || version.row.version > newest.row.version) newest = version;
    }
    return newest;
  }

  versionsOf(promptId: number): Stored<'version'>[] {
    return [...this.#tables.version.values()].filter((version) => version.row.promptId === promptId);
  }

  promptsOf(projectId: number): Stored<'prompt'>[] {
    return [...this.#tables.prompt.values()].filter((prompt) => prompt.row.projectId === projectId);
  }

  resourcesOf(projectId: number): Stored<'resource'>[] {
    return [...this.#tables.resource.values()].filter((resource) => resource.row.projectId === projectId);
  }

  /** The server has these bytes, and they are of this type. */
  addBytes(sha256: string, fileType: string): void {
    this.#bytes.add(`${sha256} ${fileType}`);
  }

  /** Whether the server has them as far as anybody here knows: another row may be about the same ones. */
  hasBytes({ sha256, fileType }: Pick<Resource, 'sha256' | 'fileType'>): boolean {
    if (this.#bytes.has(`${sha256} ${fileType}`)) return true;
    return [...this.#tables.resource.values()].some(
      ({ row }) => row.available && row.sha256 === sha256 && row.fileType === fileType,
    );
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
