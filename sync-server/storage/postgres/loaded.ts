/**
 * Holds what a gather has read so far, and reads what it lacks: as few round trips as its rows have steps.
 *
 * 1. `load` sends one statement for each sort of row, and all of them at once.
 * 2. Texts are read while there is room for them; rows beyond that are known, and marked (`isOver`).
 */
import { isInPrompt } from '#shared/kinds/in-prompt.ts';
import { type RowKey, type RowRef, type RowType, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { Bulk } from '#shared/mutations/mutation.ts';
import type { PortionSize } from '../ports/library-port.ts';
import { type AnswerRun, type RunRecord, readRun } from '../records/answer-runs.ts';
import { type FoundRow, tables, tablesInPrompt } from '../sql/row-tables.ts';
import {
  answerRuns,
  contentCounts,
  countOf,
  goneOf,
  insideCounts,
  liveIn,
  liveOf,
  livePromptsIn,
  liveResourcesIn,
  newestVersions,
  projectsOfRows,
  resourcesWith,
  rowsNamed,
  versionCounts,
  versionsNamed,
} from './loaded-statements.ts';
import { readRows } from './read-rows.ts';
import type { Reads } from './transactions.ts';

/** Names what a gather lacks. `whole`: rows that are read with their texts in any case. */
export class Wants {
  readonly rows = new Map<RowKey, RowRef>();
  readonly whole = new Map<RowKey, RowRef>();
  readonly newest = new Set<number>();
  readonly versions = new Set<number>();
  readonly versionsOf = new Set<number>();
  readonly insideOf = new Set<number>();
  readonly gone = new Map<number, number>();
  readonly contents = new Set<number>();
  readonly bytes = new Set<string>();
  readonly counts = new Set<number>();
  readonly sizes = new Map<string, Bulk>();
  /** By client: from which number to which. */
  readonly answers = new Map<string, { from: number; to: number }>();

  /** About how many rows that is. */
  get size(): number {
    const { rows, whole, newest, versions, counts, sizes, answers } = this;
    const { versionsOf, insideOf, gone, contents, bytes } = this;
    const many = versionsOf.size + insideOf.size + gone.size + bytes.size + contents.size * 10;
    return (
      rows.size +
      whole.size +
      newest.size +
      versions.size +
      counts.size +
      sizes.size +
      answers.size +
      many * 10
    );
  }
}

export type ClientAnswers = { floor: number; runs: AnswerRun[]; readTo: number };
export type RowsOfBytes = { rows: Stored[]; fits: readonly string[] };

export class Loaded {
  readonly rows = new Map<RowKey, FoundRow | null>();
  readonly newest = new Map<number, FoundRow | null>();
  readonly versions = new Map<number, Stored | null>();
  readonly versionsOf = new Map<number, Stored[]>();
  readonly insideOf = new Map<number, Stored[]>();
  readonly gone = new Map<number, { rows: Stored[]; isLarge: boolean }>();
  readonly contents = new Map<number, Stored[]>();
  readonly bytes = new Map<string, RowsOfBytes>();
  readonly counts = new Map<number, number>();
  readonly isLarge = new Map<string, boolean>();
  readonly answers = new Map<string, ClientAnswers>();
  readonly #userId: number;
  readonly #portion: PortionSize;

  constructor(userId: number, portion: PortionSize) {
    this.#userId = userId;
    this.#portion = portion;
  }

  /** Most that a prompt's versions are counted up to: one more than it may have. */
  async load(reads: Reads, wants: Wants, mostVersions: number): Promise<void> {
    await Promise.all([
      this.#loadRows(reads, [...wants.rows.values()], this.#portion.bytes),
      this.#loadRows(reads, [...wants.whole.values()], Number.MAX_SAFE_INTEGER),
      this.#loadNewest(reads, [...wants.newest]),
      this.#loadVersions(reads, wants),
      this.#loadInside(reads, [...wants.insideOf]),
      this.#loadGone(reads, wants.gone),
      this.#loadContents(reads, [...wants.contents]),
      this.#loadBytes(reads, [...wants.bytes]),
      this.#loadCounts(reads, [...wants.counts], mostVersions),
      this.#loadSizes(reads, wants.sizes),
      ...[...wants.answers].map(([client, range]) => this.#loadAnswers(reads, client, range)),
    ]);
  }

  async #loadRows(reads: Reads, refs: readonly RowRef[], bytes: number): Promise<void> {
    if (refs.length === 0) return;
    const byType = Map.groupBy(refs, ({ type }) => type);
    const ofType = [...byType].map(([type, named]) => {
      const ids = named.map(({ id }) => id);
      return readRows(reads, tables[type], {
        text: rowsNamed(tables[type]),
        values: [this.#userId, ids, bytes],
      });
    });
    const [known, ...found] = await Promise.all([this.#projectsOf(reads, byType), ...ofType]);
    for (const ref of refs) this.rows.set(rowKey(ref), null);
    for (const row of found.flat()) this.rows.set(rowKey(row.stored), row);
    for (const { stored } of found.flat()) {
      if (stored.type !== 'prompt' && stored.type !== 'resource') continue;
      const key = rowKey({ type: 'project', id: stored.row.projectId });
      if (!this.rows.has(key)) this.rows.set(key, known.get(key) ?? null);
    }
  }

  /** Reads the projects of prompts and files together with them. */
  async #projectsOf(
    reads: Reads,
    byType: ReadonlyMap<RowType, readonly RowRef[]>,
  ): Promise<ReadonlyMap<RowKey, FoundRow>> {
    const ids = (type: RowType) => (byType.get(type) ?? []).map(({ id }) => id);
    const [prompts, resources] = [ids('prompt'), ids('resource')];
    if (prompts.length + resources.length === 0) return new Map();
    const found = await readRows(reads, tables.project, {
      text: projectsOfRows,
      values: [this.#userId, prompts, resources],
    });
    return new Map(found.map((row) => [rowKey(row.stored), row]));
  }

  async #loadNewest(reads: Reads, promptIds: readonly number[]): Promise<void> {
    if (promptIds.length === 0) return;
    const values = [this.#userId, promptIds, this.#portion.bytes];
    const found = await readRows(reads, tables.version, { text: newestVersions, values });
    for (const id of promptIds) this.newest.set(id, null);
    for (const row of found) if (row.stored.type === 'version') this.newest.set(row.stored.row.promptId, row);
  }

  async #loadVersions(reads: Reads, { versions, versionsOf }: Wants): Promise<void> {
    const bare = async (text: string, ids: ReadonlySet<number>) =>
      ids.size === 0 ? [] : await readRows(reads, tables.version, { text, values: [this.#userId, [...ids]] });
    const [named, live] = await Promise.all([
      bare(versionsNamed, versions),
      bare(liveOf(tables.version), versionsOf),
    ]);
    for (const id of versions) this.versions.set(id, null);
    for (const { stored } of named) if (stored.type === 'version') this.versions.set(stored.id, stored);
    for (const id of versionsOf) this.versionsOf.set(id, []);
    for (const { stored } of live) {
      if (stored.type === 'version') this.versionsOf.get(stored.row.promptId)?.push(stored);
    }
  }

  async #loadInside(reads: Reads, promptIds: readonly number[]): Promise<void> {
    if (promptIds.length === 0) return;
    const values = [this.#userId, promptIds];
    const found = await Promise.all(
      tablesInPrompt.map((of) => readRows(reads, of, { text: liveOf(of), values })),
    );
    for (const id of promptIds) this.insideOf.set(id, []);
    for (const { stored } of found.flat()) {
      if (isInPrompt(stored)) this.insideOf.get(stored.row.promptId)?.push(stored);
    }
  }

  async #loadGone(reads: Reads, wanted: ReadonlyMap<number, number>): Promise<void> {
    if (wanted.size === 0) return;
    const { rows } = this.#portion;
    const values = [this.#userId, [...wanted.keys()], [...wanted.values()], rows + 1];
    const kinds = await Promise.all(
      tablesInPrompt.map((of) => readRows(reads, of, { text: goneOf(of), values })),
    );
    const inside = (found: readonly FoundRow[], promptId: number) =>
      found.flatMap(({ stored }) => (isInPrompt(stored) && stored.row.promptId === promptId ? [stored] : []));
    for (const id of wanted.keys()) {
      const gone = kinds.map((found) => inside(found, id));
      const isLarge = gone.some((found) => found.length > rows);
      this.gone.set(id, { rows: gone.flatMap((found) => found.slice(0, rows)), isLarge });
    }
  }

  async #loadContents(reads: Reads, projectIds: readonly number[]): Promise<void> {
    if (projectIds.length === 0) return;
    const values = [this.#userId, projectIds];
    const found = await Promise.all([
      readRows(reads, tables.prompt, { text: livePromptsIn, values }),
      ...tablesInPrompt.map((of) => readRows(reads, of, { text: liveIn(of), values })),
      readRows(reads, tables.resource, { text: liveResourcesIn, values }),
    ]);
    const projectOf = new Map<number, number>();
    const inside = Map.groupBy(
      found.flat().map(({ stored }) => stored),
      (stored) => {
        if (stored.type === 'prompt') projectOf.set(stored.id, stored.row.projectId);
        if (isInPrompt(stored)) return projectOf.get(stored.row.promptId);
        return 'projectId' in stored.row ? stored.row.projectId : undefined;
      },
    );
    for (const id of projectIds) this.contents.set(id, inside.get(id) ?? []);
  }

  async #loadBytes(reads: Reads, wanted: readonly string[]): Promise<void> {
    if (wanted.length === 0) return;
    const values = [this.#userId, wanted];
    const [rows, blobs] = await Promise.all([
      readRows(reads, tables.resource, { text: resourcesWith, values }),
      reads.query<{ sha256: string; fits: string }>(
        'SELECT sha256, fits FROM blobs WHERE user_id = $1 AND sha256 = ANY ($2::text[]) AND stored = 1',
        values,
      ),
    ]);
    for (const sha256 of wanted) {
      const fits =
        blobs
          .find((blob) => blob.sha256 === sha256)
          ?.fits.trim()
          .split(' ') ?? [];
      const about = rows.flatMap(({ stored }) =>
        stored.type === 'resource' && stored.row.sha256 === sha256 ? [stored] : [],
      );
      this.bytes.set(sha256, { rows: about, fits });
    }
  }

  async #loadCounts(reads: Reads, promptIds: readonly number[], most: number): Promise<void> {
    if (promptIds.length === 0) return;
    const counted = await reads.query<{ id: number; count: number }>(
      `SELECT n.id, (${countOf('versions', 'prompt_id', '$3')}) AS count FROM unnest($2::bigint[]) AS n (id)`,
      [this.#userId, promptIds, most],
    );
    for (const { id, count } of counted) this.counts.set(id, count);
  }

  async #loadSizes(reads: Reads, sizes: ReadonlyMap<string, Bulk>): Promise<void> {
    if (sizes.size === 0) return;
    const bulks = [...sizes.values()];
    const { rows } = this.#portion;
    const inProjects = bulks.flatMap((bulk) => (bulk.kind === 'contentsOf' ? [bulk.projectId] : []));
    const insidePrompts = bulks.flatMap((bulk) => (bulk.kind === 'insideOf' ? [bulk.promptId] : []));
    const ofPrompts = bulks.flatMap((bulk) => (bulk.kind === 'listed' ? [bulk.promptId] : []));
    const counted = (text: string, ids: readonly number[]) =>
      ids.length === 0 ? [] : reads.query<{ id: number; count: number }>(text, [this.#userId, ids, rows + 1]);
    const [projects, inside, prompts] = await Promise.all([
      counted(contentCounts, inProjects),
      counted(insideCounts, insidePrompts),
      counted(versionCounts, ofPrompts),
    ]);
    const counts = { contentsOf: projects, insideOf: inside, listed: prompts };
    for (const [key, bulk] of sizes) {
      const id = bulk.kind === 'contentsOf' ? bulk.projectId : bulk.promptId;
      const found = counts[bulk.kind].find((each) => each.id === id);
      const isListLong = bulk.kind === 'listed' && bulk.versionIds.length > rows;
      this.isLarge.set(key, isListLong || (found?.count ?? 0) > rows);
    }
  }

  async #loadAnswers(
    reads: Reads,
    client: string,
    { from, to }: { from: number; to: number },
  ): Promise<void> {
    const [floors, runs] = await Promise.all([
      reads.query<{ floor: number }>('SELECT floor FROM client_floors WHERE user_id = $1 AND client = $2', [
        ...[this.#userId, client],
      ]),
      reads.query<RunRecord & { isOver: boolean }>(answerRuns, [
        ...[this.#userId, client, from, to, this.#portion.bytes],
      ]),
    ]);
    const before = this.answers.get(client)?.runs ?? [];
    const over = runs.find(({ isOver }) => isOver);
    const read = runs.filter(({ isOver }) => !isOver).map(readRun);
    const readTo = over === undefined ? to : over.first - 1;
    this.answers.set(client, { floor: floors[0]?.floor ?? 0, runs: [...before, ...read], readTo });
  }
}
