/**
 * Makes changes that were not sent upon rows in memory, one after the other, and notes what a library has to do for it.
 *
 * 1. A change that leaves everything as it is is none.
 * 2. A text that the prompt has had counts as known. One that cannot be merged with the current text becomes a version:
 *    the current one stays.
 * 3. A change that the rows refuse is named, and the others are made.
 */
import type { RowRef, Stored } from '#shared/kinds/row.ts';
import { message } from '#shared/language/message.ts';
import { problemMessages } from '#shared/model/messages.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { isBlank } from '#shared/model/text.ts';
import { mutations } from '#shared/mutations/all-mutations.ts';
import { besideCurrent } from '#shared/mutations/beside-current.ts';
import type { BoundMutation } from '#shared/mutations/mutation.ts';
import { placeText } from '#shared/mutations/place-text.ts';
import { bind, deletions } from '#shared/mutations/registry.ts';
import { RowSet, type Write } from '#shared/mutations/row-set.ts';
import type { Pending, PendingChange } from '../candidate.ts';
import type { Reason } from '../files.ts';
import { pendingTexts } from './pending-texts.ts';
import type { PlannedMutation, PlanOptions } from './planned.ts';
import { undoOf } from './undo-change.ts';

type Outcome = {
  readonly mutations: readonly PlannedMutation[];
  /** The last one first. */
  readonly undo: readonly PlannedMutation[];
  readonly remarks: readonly Reason[];
};

/** `before`: what there was of the rows that were written. */
type Written =
  | { readonly ok: true; readonly refs: readonly RowRef[]; readonly before: RowSet }
  | { readonly ok: false; readonly code: ProblemCode };

const importedDescription = 'Imported';

export class Replay {
  readonly #rows = new RowSet();
  readonly #pending: Pending;
  readonly #options: PlanOptions;
  readonly #lastText: string | null;
  readonly #onTheWay: ReadonlySet<string>;
  readonly #mutations: PlannedMutation[] = [];
  readonly #undo: PlannedMutation[] = [];
  readonly #remarks: Reason[] = [];

  constructor(pending: Pending, options: PlanOptions) {
    this.#pending = pending;
    this.#options = options;
    const { last, onTheWay } = pendingTexts(pending.changes);
    this.#lastText = last;
    this.#onTheWay = onTheWay;
  }

  /** Puts a row in place as it is in the library. */
  put(row: Write): void {
    this.#rows.write([row], null);
  }

  /** The same for a project of which only the name is known. */
  putProject({ id, name }: { id: number; name: string }): void {
    const row = { id, name, color: '', createdAt: this.#options.now };
    this.put({ kind: 'put', type: 'project', id, row });
  }

  /** Makes what was planned before the changes. */
  begin(mutations: readonly PlannedMutation[]): void {
    for (const { name, args } of mutations) {
      const bound = bind(name, args);
      if (bound.ok) this.#write(bound.mutation);
    }
  }

  run(): Outcome {
    for (const change of this.#pending.changes) this.#make(change);
    return { mutations: this.#mutations, undo: this.#undo.toReversed(), remarks: this.#remarks };
  }

  #make(change: PendingChange): void {
    const bound = bind(change.name, argsForThisLibrary(change));
    if (!bound.ok) {
      this.#remarks.push({ sentence: bound.errors[0]?.message ?? '' });
      return;
    }
    const { mutation } = bound;
    const isShown = this.#isShown(mutation.target.ref);
    if (deletions.has(change.name)) {
      const sentence = message('An import deletes nothing. Delete this here if you still want that.');
      if (isShown) this.#remarks.push({ sentence });
    } else if (!isShown && mutation.target.must === 'exist') this.#refuse('not_found');
    else if (change.name !== 'setContent' || !this.#isSettled(mutation.args))
      this.#add(change.name, mutation);
  }

  #isShown(ref: RowRef): boolean {
    return this.#rows.at(ref)?.deleted === false;
  }

  /** A text that is here, or was; and one that cannot be merged, which becomes a version. */
  #isSettled(args: unknown): boolean {
    const { content, base } = mutations.setContent.args.parse(args);
    const prompt = this.#prompt();
    if (prompt === undefined) return false;
    if (this.#lastText === prompt.content || this.#hasText(prompt, content)) return true;
    const isPlaced =
      base !== undefined && !placeText('merge', { base, mine: content, theirs: prompt.content }).overlaps;
    if (isBlank(prompt.content) || isPlaced) return false;
    this.#keepText(prompt, content);
    return true;
  }

  #prompt(): Prompt | undefined {
    return this.#rows.live('prompt', this.#pending.id);
  }

  #hasText(prompt: Prompt, text: string): boolean {
    if (prompt.content === text) return true;
    const versions = this.#rows.versionsOf(prompt.id).filter(({ deleted }) => !deleted);
    return versions.some(({ row }) => row.content === text || row.original === text);
  }

  #keepText(prompt: Prompt, content: string): void {
    const id = this.#options.drawId();
    const args = { promptId: prompt.id, id, content, description: importedDescription };
    const bound = bind('saveVersion', { ...args, ...besideCurrent(prompt.content) });
    if (bound.ok) this.#add('saveVersion', bound.mutation);
  }

  #add(name: PendingChange['name'], mutation: BoundMutation): void {
    const kept = { description: importedDescription, conflict: 'unreviewed' as const };
    const sent = mutation.rebase(this.#rows, () => ({ id: this.#options.drawId(), ...kept }));
    const placed = bind(name, sent);
    if (!placed.ok) return;
    const written = this.#write(placed.mutation);
    if (written.ok) {
      const { before, refs } = written;
      if (!refs.some((ref) => hasChanged(before.at(ref), this.#rows.at(ref)))) return;
      const made = plannedMutation(name, placed.mutation);
      this.#mutations.push(made);
      this.#undo.push(...undoOf(made, before, this.#rows).toReversed());
    } else if (written.code === 'id_taken') this.#keepTextOf(name, placed.mutation.args);
    else this.#refuse(written.code);
  }

  /** Of a version that is here in whatever words. */
  #keepTextOf(name: PendingChange['name'], args: unknown): void {
    const prompt = this.#prompt();
    if (prompt === undefined || name !== 'saveVersion') return;
    const { content } = mutations.saveVersion.args.parse(args);
    if (isBlank(content) || this.#onTheWay.has(content) || this.#hasText(prompt, content)) return;
    this.#keepText(prompt, content);
  }

  #write(mutation: BoundMutation): Written {
    const { now } = this.#options;
    const decision = mutation.apply(this.#rows, { now, texts: 'merge', by: null });
    if (!decision.ok) return decision;
    const refs = decision.writes;
    const before = new RowSet(refs.flatMap((ref) => this.#rows.at(ref) ?? []));
    this.#rows.write(refs, null);
    return { ok: true, refs, before };
  }

  #refuse(code: ProblemCode): void {
    const missing = message('What this change belongs to is not in this library.');
    this.#remarks.push({ sentence: code === 'not_found' ? missing : problemMessages[code] });
  }
}

function hasChanged(before: Stored | undefined, after: Stored | undefined): boolean {
  const json = (stored: Stored | undefined) => JSON.stringify([stored?.deleted, stored?.row]);
  return json(before) !== json(after);
}

/** Its arguments were parsed by the schema of that name. */
function plannedMutation(name: PendingChange['name'], { args }: BoundMutation): PlannedMutation {
  return { name, args } as PlannedMutation;
}

/** Notes that were written upon others than those that are here are added to them. */
function argsForThisLibrary({ name, args }: PendingChange): unknown {
  if (name !== 'updatePrompt' || typeof args !== 'object' || args === null) return args;
  return 'notes' in args && args.notes !== undefined ? { baseNotes: '', ...args } : args;
}
