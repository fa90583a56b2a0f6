/**
 * Defines the mutations of a library: each is written once and used by the client (optimistic), by
 * the wire and by the server (authoritative).
 *
 * 1. `apply` is pure and synchronous: the same rows, arguments and context give the same decision.
 * 2. Whatever is random (ids) is in the arguments, so that a repetition means the same rows.
 * 3. `request` and `fromRequest` are inverse up to what only the client needs (`base`).
 * 4. A refusal is a value with a code; it writes nothing.
 */
import { z } from 'zod';
import type { RowRef, Stored } from '#shared/kinds/row.ts';
import type { FieldError, ProblemCode } from '#shared/model/problem.ts';
import type { PreserveAs } from './preserved-text.ts';
import type { RowSet, Write } from './row-set.ts';

/** Which rows must be loaded before `apply`; whoever loads knows how to follow each kind. */
export type Touch =
  | { kind: 'row'; ref: RowRef }
  /** These versions, deleted ones too, without their texts. */
  | { kind: 'versions'; ids: readonly number[] }
  /** If the prompt is deleted: its project, and what went with it, without texts. Otherwise nothing. */
  | { kind: 'revivalOf'; promptId: number }
  | { kind: 'newestVersion'; promptId: number }
  /** All versions of the prompt that are not deleted; their texts are not needed. */
  | { kind: 'versionsOf'; promptId: number }
  /** All that is inside of the prompt and not deleted; texts are not needed. */
  | { kind: 'insideOf'; promptId: number }
  /** Conflict versions of the prompt that nobody has reviewed. Only where texts are merged: the server loads none. */
  | { kind: 'conflictsOf'; promptId: number }
  /** The rows inside of the project that are not deleted: prompts with what is inside of them, resources; texts are not needed. */
  | { kind: 'contentsOf'; projectId: number }
  /** If the resource is deleted: its project. Otherwise nothing. */
  | { kind: 'shellOf'; resourceId: number }
  /** All resources with these bytes, deleted ones too. */
  | { kind: 'sameBytes'; sha256: string };

/** The rows that go with a deletion, named by where they are: there may be too many to load. */
export type Bulk =
  | { kind: 'contentsOf'; projectId: number }
  | { kind: 'insideOf'; promptId: number }
  | { kind: 'listed'; promptId: number; versionIds: readonly number[] };

export type ApplyContext = {
  /** ISO time for `createdAt`: the server's clock decides in the end. */
  now: string;
  /**
   * `merge`: the client's view, where a text that was written upon an older one is merged with the row.
   * `asSent`: what the server does, and what a client does to know what the server did.
   */
  texts: 'merge' | 'asSent';
  /** The client and number of the mutation that runs; null for a plain REST request. */
  by: { client: string; number: number } | null;
};

export type Decision =
  | { ok: true; status: 200 | 201; writes: Write[]; body: unknown }
  | { ok: false; code: ProblemCode };

export type ApiMethod = 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type ApiRequest = { method: ApiMethod; path: string; body?: unknown };

/** How the row that a mutation is about must stand for it to be applied. */
export type Target = {
  ref: RowRef;
  /**
   * `exists`: 404 where it does not; a deleted row counts as existing only for a client that names its
   * revision, that is, one that knows of the deletion and still means its change.
   * `creates`: it must not exist yet (or be deleted). `any`: last write wins.
   */
  must: 'exist' | 'create' | 'any';
};

export type Lane = 'text' | 'structure' | 'uiState';

export type Mutation<Name extends string, Args> = {
  name: Name;
  args: z.ZodType<Args>;
  lane: Lane;
  /** Makes its target, or takes something of it away. */
  effect?: 'create' | 'delete';
  /** One that was not sent is replaced by a later one of the same row. */
  isAutosave?: true;
  /** Gives its target, which is there, another name. */
  isRenaming?: true;
  /** Writes the current text of its target. */
  writesText?: true;
  /** `/api` route as a pattern with `:name` segments. */
  route: { method: ApiMethod; pattern: string };
  request(args: Args): ApiRequest;
  /** The arguments as they come out of a request, not parsed yet; `draw` makes ids the client left out. */
  fromRequest(request: { params: Record<string, number>; body: unknown }, draw: () => number): unknown;
  target(args: Args): Target;
  /** Rows that must exist before this one makes sense, besides its target. */
  needs(args: Args): RowRef[];
  touches(args: Args): Touch[];
  /** Only for deletions: what goes besides the target, and what their author had seen. */
  bulk?(args: Args): BulkDeletion;
  apply(rows: RowSet, args: Args, context: ApplyContext): Decision;
  /**
   * The arguments that, sent as they are, do what `apply` with merged texts does to these rows. Only for
   * mutations that carry a text and its base.
   */
  rebase?(rows: RowSet, args: Args, preserveAs: PreserveAs): Args;
  /** Only for what makes a row: the arguments where that row came from elsewhere in the meantime. */
  onceThere?(rows: RowSet, args: Args, preserveAs: PreserveAs): Args;
};

export type BulkDeletion = { rows: Bulk; seen: Seen | undefined };

/** A mutation with its arguments bound: what the server decides on and what an outbox entry stands for. */
export type BoundMutation = {
  name: string;
  args: unknown;
  lane: Lane;
  target: Target;
  needs: RowRef[];
  touches: Touch[];
  bulk: BulkDeletion | null;
  request: ApiRequest;
  /** The texts that the arguments carry: whoever sent them holds them, and need not be sent them back. */
  texts: readonly string[];
  apply(rows: RowSet, context: ApplyContext): Decision;
  /** New arguments, or the same ones where nothing has to be merged. */
  rebase(rows: RowSet, preserveAs: PreserveAs): unknown;
  onceThere(rows: RowSet, preserveAs: PreserveAs): unknown;
};

export type Bound = { ok: true; mutation: BoundMutation } | { ok: false; errors: FieldError[] };

/** Adds `bind`, which parses arguments by the mutation's schema; a failure names each field. */
export function defineMutation<Name extends string, Args>(mutation: Mutation<Name, Args>) {
  const bind = (raw: unknown): Bound => {
    const parsed = mutation.args.safeParse(raw);
    if (!parsed.success) {
      const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      return { ok: false, errors };
    }
    return { ok: true, mutation: new BoundArgs(mutation, parsed.data) };
  };
  return { ...mutation, bind };
}

/** A class: V8 takes five times as long to make an object with accessors of its own, and a server binds many. */
class BoundArgs<Args> implements BoundMutation {
  readonly name: string;
  readonly args: Args;
  readonly lane: Lane;
  readonly target: Target;
  readonly touches: Touch[];
  readonly bulk: BulkDeletion | null;
  readonly texts: readonly string[];
  readonly #mutation: Mutation<string, Args>;

  constructor(mutation: Mutation<string, Args>, args: Args) {
    this.#mutation = mutation;
    this.name = mutation.name;
    this.args = args;
    this.lane = mutation.lane;
    this.target = mutation.target(args);
    this.touches = mutation.touches(args);
    this.bulk = mutation.bulk?.(args) ?? null;
    this.texts = textsOf(args);
  }

  /** Only clients ask for these two. */
  get needs() {
    return this.#mutation.needs(this.args);
  }

  get request() {
    return this.#mutation.request(this.args);
  }

  apply(rows: RowSet, context: ApplyContext) {
    return this.#mutation.apply(rows, this.args, context);
  }

  rebase(rows: RowSet, preserveAs: PreserveAs) {
    return this.#mutation.rebase?.(rows, this.args, preserveAs) ?? this.args;
  }

  onceThere(rows: RowSet, preserveAs: PreserveAs) {
    return this.#mutation.onceThere?.(rows, this.args, preserveAs) ?? this.args;
  }
}

function textsOf(args: unknown): string[] {
  if (typeof args !== 'object' || args === null) return [];
  const content = 'content' in args ? args.content : undefined;
  const head = 'head' in args ? args.head : undefined;
  if (head === undefined) return typeof content === 'string' ? [content] : [];
  return [content, head].filter((text) => typeof text === 'string');
}

export function done(writes: Write[], body: unknown, status: 200 | 201 = 200): Decision {
  return { ok: true, status, writes, body };
}

export function refused(code: ProblemCode): Decision {
  return { ok: false, code };
}

/** A client that keeps a library wanted the row gone, and gone it is; a plain request finds nothing here. */
export function alreadyGone(id: number, seen: Seen | undefined): Decision {
  return seen === undefined ? refused('not_found') : done([], { id });
}

/** The fields of a JSON body, or none where it is not an object: the schema then says what is missing. */
export function fields(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
}

/** Adds an id where the body names none: a drawn one costs more than what is done with it. */
export function withId(body: Record<string, unknown>, draw: () => number): Record<string, unknown> {
  return 'id' in body ? body : { ...body, id: draw() };
}

/**
 * Turns a creation into an upsert: where the id exists already, the row is updated instead of the mutation being
 * refused. Several devices bring the same rows back after a server was restored, or import the same file.
 */
export const OnConflict = z.literal('update');
export const updateOnConflict: z.infer<typeof OnConflict> = 'update';

/**
 * Describes what the author of a delete had on the screen: the change feed up to `seq`, and this client's own
 * mutations numbered below `beforeNumber`. A mutation that is rewritten after a merge gets a later number: what came
 * into it from elsewhere was not on that screen. Nor was what a creation that met its row left: the server stores those
 * rows without an author.
 */
export const Seen = z.strictObject({ seq: z.int().nonnegative(), beforeNumber: z.int().nonnegative() });
export type Seen = z.infer<typeof Seen>;

/** Whether a delete may take this state of a row. A plain REST request makes no claim and is not checked. */
export function wasSeen(stored: Stored, seen: Seen | undefined, context: ApplyContext): boolean {
  if (seen === undefined || (stored.userSeq ?? stored.seq) <= seen.seq) return true;
  if (stored.by === null || context.by === null) return false;
  return stored.by.client === context.by.client && stored.by.number < seen.beforeNumber;
}
