/**
 * The rows that one mutation may look at, loaded before it runs: `apply` is pure and synchronous on the
 * server, in the client's optimistic write and in a rebase, and must not tell them apart.
 *
 * 1. Reading never changes the set; writing replaces or removes a row as a whole.
 * 2. A deleted row is still there, marked; it can come back, and keeps its values until then.
 * 3. Rows that were loaded only to be deleted or restored (`children`) may carry no texts.
 * 4. Children are indexed by their parent: a read costs what it returns, however large the set is.
 */
import { type TypeInPrompt, typesInPrompt } from '#shared/kinds/in-prompt.ts';
import {
  type ChangedBy,
  kindOf,
  type RowIdOf,
  type RowOf,
  type RowRef,
  type RowType,
  rowTypes,
  type Stored,
} from '#shared/kinds/row.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import { ParentIndex } from './parent-index.ts';

/** A write of a mutation to one row. `restore` brings a deleted row back with the values it had. */
export type Write =
  | { [T in RowType]: { kind: 'put'; type: T; id: RowIdOf[T]; row: RowOf[T] } }[RowType]
  | ({ kind: 'delete' } & RowRef)
  | ({ kind: 'restore' } & RowRef);

type Tables = { [T in RowType]?: Map<number | string, Stored<T>> };
type Children = { [T in RowType]?: ParentIndex<number, number | string, Stored> };

function availableBytes(stored: Stored): string | undefined {
  return stored.type === 'resource' && stored.row.available ? bytesKey(stored.row) : undefined;
}

function parentOf({ type, row }: Stored): number | undefined {
  return kindOf(type).parent?.idOf(row);
}

export class RowSet {
  /** Made with the first row of their kind: most sets hold one or two rows. */
  readonly #tables: Tables = {};
  /** By kind: its rows by the row that each is inside of, from the first time on that somebody asks for them. */
  readonly #children: Children = {};
  /** Resources whose bytes the server has, by those bytes. */
  readonly #available = new ParentIndex<string, number | string, Stored>(availableBytes);
  /** Of each prompt that was asked for and has not changed in a way that needs another look. */
  #newest: Map<number, Stored<'version'> | undefined> | undefined;

  #bytes: Set<string> | undefined;

  constructor(rows: Iterable<Stored> = []) {
    for (const stored of rows) this.add(stored);
  }

  all(): Stored[] {
    return rowTypes.flatMap((type): Stored[] => [...(this.#tables[type]?.values() ?? [])]);
  }

  /** All rows of this kind, deleted ones too. */
  ofType<T extends RowType>(type: T): Iterable<Stored<T>> {
    return this.#tables[type]?.values() ?? [];
  }

  add(stored: Stored): void {
    const { type } = stored;
    this.#tables[type] ??= new Map();
    const table: Map<number | string, Stored> = this.#tables[type];
    const before = table.get(stored.id);
    this.#children[type]?.put(stored, before);
    table.set(stored.id, stored);
    if (stored.type === 'resource') this.#available.put(stored, before);
    if (stored.type === 'version') this.#noteNewest(stored, before);
  }

  /** Drops the row, as if it had never been loaded. */
  remove(ref: RowRef): void {
    const stored = this.at(ref);
    if (stored === undefined) return;
    this.#tables[stored.type]?.delete(stored.id);
    this.#children[stored.type]?.remove(stored);
    if (stored.type === 'resource') this.#available.remove(stored);
    if (stored.type === 'version') this.#newest?.delete(stored.row.promptId);
  }

  /** The row, also when it is deleted. */
  stored<T extends RowType>(type: T, id: RowIdOf[T]): Stored<T> | undefined {
    return this.#tables[type]?.get(id);
  }

  at(ref: RowRef): Stored | undefined {
    const table: Map<number | string, Stored> | undefined = this.#tables[ref.type];
    return table?.get(ref.id);
  }

  /** The row, unless it is deleted. */
  live<T extends RowType>(type: T, id: RowIdOf[T]): RowOf[T] | undefined {
    const found = this.stored(type, id);
    return found === undefined || found.deleted ? undefined : found.row;
  }

  #noteNewest(stored: Stored<'version'>, before: Stored | undefined): void {
    if (this.#newest === undefined) return;
    if (before?.type === 'version') this.#newest.delete(before.row.promptId);
    const { promptId, version } = stored.row;
    if (!this.#newest.has(promptId) || stored.deleted) return;
    const newest = this.#newest.get(promptId);
    if (newest === undefined || version > newest.row.version) this.#newest.set(promptId, stored);
  }

  newestVersion(promptId: number): Stored<'version'> | undefined {
    this.#newest ??= new Map();
    if (this.#newest.has(promptId)) return this.#newest.get(promptId);
    let newest: Stored<'version'> | undefined;
    for (const version of this.versionsOf(promptId)) {
      if (version.deleted) continue;
      if (newest === undefined || version.row.version > newest.row.version) newest = version;
    }
    this.#newest.set(promptId, newest);
    return newest;
  }

  /** The rows of this kind inside of this row, deleted ones too, in the order in which they came. */
  childrenOf<T extends RowType>(type: T, parent: number): Stored<T>[] {
    const table = this.#tables[type];
    if (table === undefined) return [];
    const ids = [...this.#indexOf(type).of(parent)];
    return ids.flatMap(({ id }) => table.get(id) ?? []);
  }

  #indexOf(type: RowType): ParentIndex<number, number | string, Stored> {
    const known = this.#children[type];
    if (known !== undefined) return known;
    const table: Map<number | string, Stored> | undefined = this.#tables[type];
    const index = new ParentIndex<number, number | string, Stored>(parentOf);
    for (const stored of table?.values() ?? []) index.put(stored, undefined);
    this.#children[type] = index;
    return index;
  }

  versionsOf(promptId: number): Stored<'version'>[] {
    return this.childrenOf('version', promptId);
  }

  /** All rows inside of a prompt, of each kind, deleted ones too. */
  insideOf(promptId: number): Stored<TypeInPrompt>[] {
    return typesInPrompt.flatMap((type): Stored<TypeInPrompt>[] => this.childrenOf(type, promptId));
  }

  promptsOf(projectId: number): Stored<'prompt'>[] {
    return this.childrenOf('prompt', projectId);
  }

  resourcesOf(projectId: number): Stored<'resource'>[] {
    return this.childrenOf('resource', projectId);
  }

  /** The server has these bytes, and they are of this type. */
  addBytes(sha256: string, fileType: string): void {
    this.#bytes ??= new Set();
    this.#bytes.add(bytesKey({ sha256, fileType }));
  }

  /** Whether the server has them as far as anybody here knows: another row may be about the same ones. */
  hasBytes(bytes: Pick<Resource, 'sha256' | 'fileType'>): boolean {
    const key = bytesKey(bytes);
    return this.#bytes?.has(key) === true || !this.#available.isEmpty(key);
  }

  /** Puts the writes in place as the outcome of a mutation that is not confirmed yet. */
  write(writes: readonly Write[], by: ChangedBy | null): void {
    for (const write of writes) {
      const before = this.at(write);
      const meta = { rev: before?.rev ?? 0, seq: Number.POSITIVE_INFINITY, by };
      if (write.kind === 'put') {
        const { kind: _kind, ...named } = write;
        this.add({ ...named, ...meta, deleted: false });
      } else if (before !== undefined) {
        const { userSeq: _userSeq, ...known } = before;
        this.add({ ...known, ...meta, deleted: write.kind === 'delete' });
      }
    }
  }
}

function bytesKey({ sha256, fileType }: { sha256: string; fileType: string }): string {
  return `${sha256} ${fileType}`;
}

export function putResource(row: Resource): Write {
  return { kind: 'put', type: 'resource', id: row.id, row };
}

export function putPrompt(row: Prompt): Write {
  return { kind: 'put', type: 'prompt', id: row.id, row };
}
