/**
 * Gathers what a transaction decides upon, over a network; see `library-transaction.ts`.
 *
 *   pass over what is loaded -> what it lacks -> one round trip -> pass -> ... -> a pass that lacks nothing
 *
 * 1. A pass is in memory and follows the rules of the gather, as `sqlite/change/gather.ts` does. One that lacks
 *    something goes on over the parts behind, to name what these lack too, and is thrown away.
 * 2. Most pushes need one round trip: projects come with their prompts.
 */
import { type RowKey, type RowRef, rowKey, type Stored } from '#shared/kinds/row.ts';
import {
  followTouches,
  type Lookup,
  type LookupAnswer,
  type TouchReader,
} from '#shared/mutations/follow-touches.ts';
import type { Bulk, Touch } from '#shared/mutations/mutation.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { textBytes } from '../change/working-copy.ts';
import type { PortionSize } from '../ports/library-port.ts';
import {
  type AnswerKey,
  answerKey,
  type Gather,
  type Gathered,
  type Part,
  type StoredAnswer,
} from '../ports/library-transaction.ts';
import type { FoundRow } from '../sql/row-tables.ts';
import { inspectBulk } from './bulk-checks.ts';
import { Loaded, Wants } from './loaded.ts';
import type { Reads } from './transactions.ts';
import type { UserRecord } from './user-records.ts';

/** More versions than one transaction can add to a prompt. */
const newVersions = 1000;

/** `user` is read with the first statements: whoever changes the library has its lock by then. */
export async function gatherLibrary(
  reads: Reads,
  asked: { userId: number; wanted: Gather; portion: PortionSize; user: Promise<UserRecord> },
): Promise<Gathered> {
  const { userId, wanted, portion } = asked;
  const { mostVersions = Number.MAX_SAFE_INTEGER - 1 } = wanted;
  const loaded = new Loaded(userId, portion);
  let pass = new Pass(loaded, { ...wanted, mostVersions }, portion);
  while (pass.wants.size > 0) {
    const load = loaded.load(reads, pass.wants, mostVersions + 1);
    await Promise.all([load, asked.user]);
    pass = new Pass(loaded, { ...wanted, mostVersions }, portion);
  }
  const user = await asked.user;
  const { large } = pass;
  return {
    ...user,
    parts: pass.parts,
    rows: pass.set,
    erased: pass.erased,
    answers: pass.answers,
    floors: pass.floors,
    bulk: large === null ? null : await inspectBulk(reads, { userId, now: user.seq, part: large }),
    largeRevivals: pass.largeRevivals,
    liveVersions: pass.liveVersions,
  };
}

class Pass implements TouchReader {
  readonly wants = new Wants();
  readonly set = new RowSet();
  readonly erased = new Map<RowKey, number>();
  readonly largeRevivals = new Set<number>();
  readonly answers = new Map<AnswerKey, StoredAnswer>();
  readonly floors = new Map<string, number>();
  readonly liveVersions = new Map<number, number>();
  /** The part whose bulk deletion is too large for one transaction. */
  large: Part | null = null;
  parts = 0;
  readonly #loaded: Loaded;
  readonly #portion: PortionSize;
  readonly #whole = new Set<RowKey>();
  readonly #newest = new Set<number>();
  readonly #runs = new Set<unknown>();
  /** Rows of the part at hand whose texts were not read. */
  readonly #over = new Map<RowKey, RowRef>();
  #rows = 0;
  #bytes = 0;

  constructor(loaded: Loaded, wanted: Gather & { mostVersions: number }, portion: PortionSize) {
    this.#loaded = loaded;
    this.#portion = portion;
    this.#wantAnswers(wanted.parts);
    for (const part of wanted.parts) if (!this.#take(part)) break;
    this.#countVersions(wanted.mostVersions);
  }

  /** Returns false where the gather ends. */
  #take(part: Part): boolean {
    if (part.key === null || !this.#readAnswer(part.key)) {
      const isLarge = part.bulk === null ? false : this.#isLarge(part.bulk.rows);
      if (isLarge === true && this.parts > 0) return false;
      if (isLarge === true) this.large = part;
      const touches = isLarge === false ? part.touches : part.touches.filter(({ kind }) => kind === 'row');
      if (!this.#hasAll(touches)) followTouches(touches, this, this.set);
    }
    if (this.#over.size > 0) {
      if (this.parts > 0) return false;
      for (const [key, ref] of this.#over) this.wants.whole.set(key, ref);
      return true;
    }
    this.parts += 1;
    const isFull = this.#rows >= this.#portion.rows || this.#bytes >= this.#portion.bytes;
    return !isFull && this.large === null && this.wants.size < this.#portion.rows;
  }

  #isLarge(bulk: Bulk): boolean | undefined {
    const key = bulk.kind === 'contentsOf' ? `project ${bulk.projectId}` : sizeKey(bulk);
    const known = this.#loaded.isLarge.get(key);
    if (known === undefined) this.wants.sizes.set(key, bulk);
    return known;
  }

  /** Asks for the answers of all parts at once, from the first number that was not looked up. */
  #wantAnswers(parts: readonly Part[]): void {
    for (const { key } of parts) {
      if (key === null) continue;
      const { client, number } = key;
      const known = this.#loaded.answers.get(client);
      if (known !== undefined && number <= known.readTo) continue;
      const range = this.wants.answers.get(client) ?? { from: number, to: number };
      const from = Math.max(Math.min(range.from, number), (known?.readTo ?? 0) + 1);
      this.wants.answers.set(client, { from, to: Math.max(range.to, number) });
    }
  }

  /** Whether the key has a stored answer. */
  #readAnswer({ client, number }: NonNullable<Part['key']>): boolean {
    const known = this.#loaded.answers.get(client);
    if (known === undefined) return false;
    this.floors.set(client, known.floor);
    if (number <= known.floor) return false;
    const run = known.runs.find(({ first, answers }) => number >= first && number < first + answers.length);
    const found = run?.answers[number - run.first];
    if (run === undefined || found === undefined) return false;
    if (!this.#runs.has(run)) this.#bytes += run.bytes;
    this.#runs.add(run);
    this.answers.set(answerKey({ client, number }), found);
    return true;
  }

  /** Whether all rows that the touches load have been read. */
  #hasAll(touches: readonly Touch[]): boolean {
    return touches.every((touch) => touch.kind === 'row' && this.#hasWithProject(touch.ref));
  }

  #hasWithProject(ref: RowRef): boolean {
    if (!this.#whole.has(rowKey(ref))) return false;
    const stored = this.set.at(ref);
    if (stored?.type !== 'prompt' && stored?.type !== 'resource') return true;
    return this.#whole.has(rowKey({ type: 'project', id: stored.row.projectId }));
  }

  /** Texts are merged by clients alone: conflict versions are not looked up. */
  read(lookup: Lookup): LookupAnswer {
    const whole = [
      ...lookup.rows.flatMap((ref) => this.#readWithProject(ref) ?? []),
      ...lookup.newestVersionOf.flatMap((id) => this.#readNewest(id) ?? []),
    ];
    const { versions, versionsOf, insideOf, contents } = this.#loaded;
    const bare = [
      ...lookup.versions.flatMap(
        (id) => this.#loadedOr(versions.get(id), () => this.wants.versions.add(id)) ?? [],
      ),
      ...lookup.versionsOf.flatMap(
        (id) => this.#loadedOr(versionsOf.get(id), () => this.wants.versionsOf.add(id)) ?? [],
      ),
      ...lookup.insideOf.flatMap(
        (id) => this.#loadedOr(insideOf.get(id), () => this.wants.insideOf.add(id)) ?? [],
      ),
      ...lookup.goneInsideOf.flatMap((gone) => this.#readGone(gone)),
      ...lookup.contentsOf.flatMap(
        (id) => this.#loadedOr(contents.get(id), () => this.wants.contents.add(id)) ?? [],
      ),
      ...lookup.bytes.flatMap((sha256) => this.#readWithBytes(sha256)),
    ];
    for (const stored of bare) this.#addBare(stored);
    return { rows: [...whole, ...bare] };
  }

  #loadedOr<Value>(known: Value | undefined, want: () => void): Value | undefined {
    if (known === undefined) want();
    return known;
  }

  #readGone({ promptId, after }: { promptId: number; after: number }): readonly Stored[] {
    const known = this.#loadedOr(this.#loaded.gone.get(promptId), () => this.wants.gone.set(promptId, after));
    if (known?.isLarge) this.largeRevivals.add(promptId);
    return known?.rows ?? [];
  }

  #readWithBytes(sha256: string): readonly Stored[] {
    const known = this.#loadedOr(this.#loaded.bytes.get(sha256), () => this.wants.bytes.add(sha256));
    for (const type of known?.fits ?? []) this.set.addBytes(sha256, type);
    return known?.rows ?? [];
  }

  #readNewest(promptId: number): Stored | undefined {
    if (this.#newest.has(promptId)) return undefined;
    const known = this.#loadedOr(this.#loaded.newest.get(promptId), () => this.wants.newest.add(promptId));
    if (known === undefined) return undefined;
    this.#newest.add(promptId);
    return known === null ? undefined : this.#add(known);
  }

  #readWithProject(ref: RowRef): Stored | undefined {
    const stored = this.#read(ref);
    if (stored?.type === 'prompt' || stored?.type === 'resource') {
      this.#read({ type: 'project', id: stored.row.projectId });
    }
    return stored;
  }

  #read(ref: RowRef): Stored | undefined {
    const key = rowKey(ref);
    if (this.#whole.has(key)) return this.set.at(ref);
    const known = this.#loadedOr(this.#loaded.rows.get(key), () => this.wants.rows.set(key, ref));
    if (known === undefined) return undefined;
    if (known === null || known.isErased) {
      if (known !== null) this.erased.set(key, known.stored.rev);
      this.#whole.add(key);
      return undefined;
    }
    return this.#add(known);
  }

  #add({ stored, isOver }: FoundRow): Stored | undefined {
    const key = rowKey(stored);
    if (isOver) {
      const whole = this.#loaded.rows.get(key);
      if (whole?.isOver !== false) {
        this.#over.set(key, stored);
        return undefined;
      }
      return this.#add(whole);
    }
    if (this.#whole.has(key)) return this.set.at(stored);
    this.#whole.add(key);
    this.set.add(stored);
    this.#rows += 1;
    this.#bytes += textBytes(stored);
    return stored;
  }

  /** Perhaps without its texts. */
  #addBare(stored: Stored): void {
    if (this.set.at(stored) !== undefined) return;
    this.set.add(stored);
    this.#rows += 1;
  }

  /** A prompt never has more versions than it ever had: nearly none has to be counted. */
  #countVersions(mostVersions: number): void {
    for (const stored of this.set.all()) {
      if (stored.type !== 'prompt' || stored.row.lastVersion + newVersions <= mostVersions) continue;
      const known = this.#loadedOr(this.#loaded.counts.get(stored.id), () =>
        this.wants.counts.add(stored.id),
      );
      if (known !== undefined) this.liveVersions.set(stored.id, known);
    }
  }
}

function sizeKey(bulk: Exclude<Bulk, { kind: 'contentsOf' }>): string {
  return bulk.kind === 'insideOf'
    ? `inside ${bulk.promptId}`
    : `versions ${bulk.promptId} of ${bulk.versionIds.length}`;
}
