/**
 * Gathers what a transaction decides upon; see `library-transaction.ts`.
 *
 * 1. A row is read once, however many parts touch it. With its texts it replaces itself without them, never the
 *    other way round.
 * 2. The gather ends after the part with which it reaches a portion, and before a large bulk deletion, which is
 *    gathered alone.
 */
import type { ChangedBy } from '#shared/kinds/row.ts';
import { followTouches } from '#shared/mutations/follow-touches.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { PortionSize } from '../../ports/library-port.ts';
import {
  type AnswerKey,
  answerKey,
  type Gather,
  type Gathered,
  type InspectedBulk,
  type Part,
  type StoredAnswer,
} from '../../ports/library-transaction.ts';
import type { AnswerRun } from '../../records/answer-runs.ts';
import type { BulkChecks } from './bulk-checks.ts';
import type { BulkSize } from './bulk-size.ts';
import type { ClientAnswers, StoredAnswers } from './stored-answers.ts';
import { TouchedRows, type TouchReads } from './touched-rows.ts';
import type { UserRecords } from './user-records.ts';

export type GatherDeps = {
  users: UserRecords;
  answers: StoredAnswers;
  size: BulkSize;
  checks: BulkChecks;
  reads: TouchReads;
  portion: PortionSize;
};

/** Synchronous, within the caller's transaction. */
export function gatherLibrary(deps: GatherDeps, userId: number, wanted: Gather): Gathered {
  const { parts } = wanted;
  const { size, checks, portion } = deps;
  const user = deps.users.read(userId);
  const rows = new TouchedRows(userId, deps.reads);
  const answers = new AnswersOfParts(userId, deps.answers);
  let bulk: InspectedBulk | null = null;
  rows.noteMissing(parts);
  let count = 0;
  for (const part of parts) {
    if (part.key === null || !answers.read(part.key)) {
      const isLarge = part.bulk !== null && size.isLarge(userId, part.bulk.rows);
      if (isLarge && count > 0) break;
      if (isLarge) bulk = inspected(checks, userId, part);
      const touches = isLarge ? part.touches.filter(({ kind }) => kind === 'row') : part.touches;
      if (!rows.readNamed(touches)) followTouches(touches, rows, rows.set);
    }
    count += 1;
    const isFull = rows.rows >= portion.rows || rows.bytes + answers.bytes >= portion.bytes;
    if (isFull || bulk !== null) break;
  }
  return {
    seq: user.seq,
    usage: user.usage,
    parts: count,
    rows: rows.set,
    erased: rows.erased,
    answers: answers.found,
    floors: answers.floors,
    bulk,
    largeRevivals: rows.largeRevivals,
    liveVersions: countVersions(deps, { userId, rows: rows.set, mostVersions: wanted.mostVersions }),
  };
}

const noneCounted: ReadonlyMap<number, number> = new Map();

/** More than one transaction can add to a prompt. */
const newVersions = 1000;

/** A prompt never has more versions than it ever had: nearly none has to be counted. */
function countVersions(
  { size }: GatherDeps,
  {
    userId,
    rows,
    mostVersions = Number.POSITIVE_INFINITY,
  }: { userId: number; rows: RowSet; mostVersions?: number | undefined },
): ReadonlyMap<number, number> {
  let counts: Map<number, number> | undefined;
  for (const { id, row } of rows.ofType('prompt')) {
    if (row.lastVersion + newVersions <= mostVersions) continue;
    counts ??= new Map();
    counts.set(id, size.liveVersions(userId, id, mostVersions + 1));
  }
  return counts ?? noneCounted;
}

function inspected(checks: BulkChecks, userId: number, part: Part): InspectedBulk | null {
  if (part.bulk === null) return null;
  const { rows } = part.bulk;
  const seen = checks.look(userId, { ...part.bulk, by: part.key, after: part.inspected });
  const listed =
    rows.kind === 'listed' ? checks.listed(userId, { ...rows, seen: part.bulk.seen, by: part.key }) : null;
  return { seen, listed };
}

const noneFound: ReadonlyMap<AnswerKey, StoredAnswer> = new Map();
const noFloors: ReadonlyMap<string, number> = new Map();

class AnswersOfParts {
  /** Like the others made with the first key: a plain request has none. */
  #found: Map<AnswerKey, StoredAnswer> | undefined;
  #floors: Map<string, number> | undefined;
  #clients: Map<string, ClientAnswers> | undefined;
  bytes = 0;
  readonly #userId: number;
  readonly #answers: StoredAnswers;
  /** The latest run that was read: a repeated push reads each of its runs once. */
  #run: { client: string; run: AnswerRun } | undefined;

  constructor(userId: number, answers: StoredAnswers) {
    this.#userId = userId;
    this.#answers = answers;
  }

  get found(): ReadonlyMap<AnswerKey, StoredAnswer> {
    return this.#found ?? noneFound;
  }

  get floors(): ReadonlyMap<string, number> {
    return this.#floors ?? noFloors;
  }

  /** Whether the key has a stored answer. */
  read(key: ChangedBy): boolean {
    const { floor, latest } = this.#client(key.client);
    // A key that is larger than all of its client's has no answer yet: that is nearly every one.
    if (key.number > latest || key.number <= floor) return false;
    const found = this.#inRun(key) ?? this.#readRun(key);
    if (found === undefined) return false;
    this.#found ??= new Map();
    this.#found.set(answerKey(key), found);
    return true;
  }

  #inRun({ client, number }: ChangedBy): StoredAnswer | undefined {
    if (this.#run?.client !== client) return undefined;
    const { first, answers } = this.#run.run;
    return answers[number - first];
  }

  #readRun(key: ChangedBy): StoredAnswer | undefined {
    const run = this.#answers.runWith(this.#userId, key);
    if (run === undefined) return undefined;
    this.#run = { client: key.client, run };
    this.bytes += run.bytes;
    return this.#inRun(key);
  }

  #client(client: string): ClientAnswers {
    const known = this.#clients?.get(client);
    if (known !== undefined) return known;
    const read = this.#answers.ofClient(this.#userId, client);
    this.#clients ??= new Map();
    this.#clients.set(client, read);
    this.#floors ??= new Map();
    this.#floors.set(client, read.floor);
    return read;
  }
}
