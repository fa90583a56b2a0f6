/**
 * Imports the pending changes of an export: each is committed here and merged with the rows that are here by now.
 *
 * 1. A deletion is told and not done: its author had not seen what has been written here since.
 * 2. What is here already in the very same words counts as said.
 * 3. Of a copy of this very library nothing is said again about a row that is here: it was said since, or waits
 *    still. Saying it again would put an older name in place of a newer one.
 */
import { z } from 'zod';
import { type RowKey, type RowRef, rowKey } from '#shared/kinds/row.ts';
import { isBlank } from '#shared/model/text.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { placeText } from '#shared/mutations/place-text.ts';
import { bind, deletions, MutationName } from '#shared/mutations/registry.ts';
import { describeEntry } from '#shared/sync/describe-entry.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import { lastTexts, textsOnTheWay } from './import-pending-texts.ts';
import { keepTexts, livePrompt, textsOf } from './import-prompts.ts';
import { type Bringing, whyNot } from './import-report.ts';
import type { LibraryExport } from './library-export.ts';

/** The pending changes, before the first of them is committed. */
export type WaitingPlan = {
  isOwn: boolean;
  nameOf: (key: RowKey) => string | undefined;
  /** Rows that were created and deleted before any server received them: these are left out. */
  undone: ReadonlySet<RowKey>;
  lastTexts: ReadonlyMap<number, string>;
  onTheWay: ReadonlySet<string>;
  /** Rows that were made while this was brought in. */
  made: Set<RowKey>;
};

export function planWaiting(
  { waiting, prompts, projects }: LibraryExport,
  { isOwn, nameHere }: { isOwn: boolean; nameHere: WaitingPlan['nameOf'] },
): WaitingPlan {
  const names = new Map<RowKey, string>();
  for (const { id, name } of projects) names.set(`project:${id}`, name);
  for (const { id, title } of prompts) names.set(`prompt:${id}`, title);
  return {
    isOwn,
    nameOf: (key) => nameHere(key) ?? names.get(key),
    undone: madeAndDeleted(waiting),
    lastTexts: lastTexts(waiting),
    onTheWay: textsOnTheWay(waiting),
    made: new Set(),
  };
}

type Waiting = LibraryExport['waiting'][number];

export async function importPendingChanges(
  bringing: Bringing,
  waiting: readonly Waiting[],
  plan: WaitingPlan,
): Promise<void> {
  await bringing.many.readAhead(waiting.flatMap(touchesOf));
  for (const { name, args } of waiting) {
    const known = MutationName.safeParse(name);
    if (known.success) importChange(bringing, { name: known.data, args }, plan);
    else {
      const why = 'This Promptory does not know such a change.';
      bringing.report.notApplied.push({ what: name, why });
    }
  }
}

type PendingChange = { name: MutationName; args: unknown };

function importChange(bringing: Bringing, change: PendingChange, plan: WaitingPlan): void {
  const { many, report } = bringing;
  const ref = targetRef(change);
  const key = ref === undefined ? undefined : rowKey(ref);
  if (key !== undefined && plan.undone.has(key)) return;
  const there = ref === undefined ? undefined : many.row(ref);
  const isShown = there !== undefined && !there.deleted;
  if (plan.isOwn && isShown && key !== undefined && !plan.made.has(key)) return;
  const what = describeEntry({ ...change, target: targetOf(change.args) }, plan.nameOf);
  if (deletions.has(change.name)) {
    const why = 'A file takes nothing away. Delete it here if you still want that.';
    if (isShown) report.notApplied.push({ what, why });
    return;
  }
  if (isSettled(bringing, change, plan)) return;
  const outcome = many.add(change.name, argsForThisDevice(change));
  if (outcome.ok) {
    if (outcome.wrote) report.changes += 1;
    if (key !== undefined && !isShown) plan.made.add(key);
  } else if (outcome.code === 'id_taken') preserveTextOf(bringing, change, plan);
  else report.notApplied.push({ what, why: whyNot(outcome) });
}

const WithContent = z.looseObject({
  id: z.number(),
  promptId: z.number().optional(),
  content: z.string(),
  base: z.string().optional(),
});

/** Returns what a pending change touches, and the prompt and versions that tell whether its text is known. */
function touchesOf({ name, args }: Waiting): Touch[] {
  const known = MutationName.safeParse(name);
  if (!known.success) return [];
  const bound = bind(known.data, argsForThisDevice({ name: known.data, args }));
  const target = bound.ok ? [rowTouch(bound.mutation.target.ref)] : [];
  if (deletions.has(known.data)) return target;
  // Also of a change that is refused, such as one with U+0000: the report names it by its prompt.
  const { id, promptId = id } = WithContent.safeParse(args).data ?? {};
  const texts: Touch[] =
    promptId === undefined
      ? []
      : [rowTouch({ type: 'prompt', id: promptId }), { kind: 'versionsOf', promptId }];
  return [...target, ...texts, ...(bound.ok ? bound.mutation.touches : [])];
}

function rowTouch(ref: RowRef): Touch {
  return { kind: 'row', ref };
}

/**
 * Autosaves that end at the text that is here, or at that of a version. One that cannot be merged with what
 * is here becomes a version: the current text stays.
 */
function isSettled(bringing: Bringing, { name, args }: PendingChange, plan: WaitingPlan): boolean {
  const change = name === 'setContent' ? WithContent.safeParse(args).data : undefined;
  const prompt = change && livePrompt(bringing.many, change.id);
  if (change === undefined || prompt === undefined) return false;
  if (plan.lastTexts.get(change.id) === prompt.content) return true;
  if (textsOf(bringing.many, prompt).has(change.content)) return true;
  if (isBlank(prompt.content) || joins(change, prompt.content)) return false;
  keepTexts(bringing, change.id, [change.content]);
  return true;
}

function joins({ base, content }: z.infer<typeof WithContent>, theirs: string): boolean {
  return base !== undefined && !placeText('merge', { base, mine: content, theirs }).overlaps;
}

/** Of a row that is here already, in whatever words. */
function preserveTextOf(bringing: Bringing, { args }: PendingChange, plan: WaitingPlan): void {
  const change = WithContent.safeParse(args).data;
  if (change === undefined || plan.onTheWay.has(change.content)) return;
  keepTexts(bringing, change.promptId ?? change.id, [change.content]);
}

function madeAndDeleted(waiting: readonly Waiting[]): Set<RowKey> {
  const made = new Set<RowKey>();
  const gone = new Set<RowKey>();
  for (const { name, args } of waiting) {
    const known = MutationName.safeParse(name);
    const ref = known.success ? targetRef({ name: known.data, args }) : undefined;
    if (!known.success || ref === undefined) continue;
    const key = rowKey(ref);
    if (known.data.startsWith('create')) made.add(key);
    else if (deletions.has(known.data) && made.has(key)) gone.add(key);
  }
  return gone;
}

function targetRef(change: PendingChange): RowRef | undefined {
  const bound = bind(change.name, argsForThisDevice(change));
  return bound.ok ? bound.mutation.target.ref : undefined;
}

/** Drops what only the exporting device had seen: neither its place in the feed nor the notes that are here. */
function argsForThisDevice({ name, args }: PendingChange): unknown {
  const parsed = z.looseObject({ seen: z.unknown(), notes: z.unknown() }).safeParse(args);
  if (!parsed.success) return args;
  const { seen: _seen, ...rest } = parsed.data;
  return name === 'updatePrompt' && rest.notes !== undefined ? { baseNotes: '', ...rest } : rest;
}

function targetOf(args: unknown): OutboxEntry['target'] {
  const { promptId, id } =
    z.looseObject({ promptId: z.number().optional(), id: z.number().optional() }).safeParse(args).data ?? {};
  return `prompt:${promptId ?? id ?? 0}`;
}
