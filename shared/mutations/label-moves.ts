/**
 * Moves labels between versions, and sets what they ask for.
 *
 * 1. A label that asks for proof comes to a version only with a sufficient proof of its text as it is stored, or with the
 *    reason of a person. It is taken off without either.
 * 2. The moves of a change are decided by the rules that were there before it; what is asked from then on comes after.
 * 3. A label that is there already moves only where a proof or a reason comes, which its log keeps.
 */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import { isEnough, LabelAsks, LabelOverride, LabelProof } from '#shared/model/label-proof.ts';
import { limits } from '#shared/model/limits.ts';
import { PastTime } from '#shared/model/past-row.ts';
import type { LabelMove, PlacedLabel } from '#shared/model/prompt-attributes.ts';
import { storableText } from '#shared/model/text.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import type { Touch } from './mutation.ts';
import type { RowSet } from './row-set.ts';
import { versionHash } from './version-hash.ts';

export const MovedLabel = z.strictObject({
  label: VersionLabel,
  /** Null takes the label off. */
  versionId: Id.nullable(),
  /** The version that its author saw it on. */
  from: Id.nullable(),
  device: storableText.max(limits.deviceNameLength),
  /** Of a move that was made elsewhere before. */
  at: PastTime.optional(),
  proof: LabelProof.optional(),
  override: LabelOverride.optional(),
});
export type MovedLabel = z.infer<typeof MovedLabel>;

/** `asks`: null: the label asks for nothing any more. The last one wins. */
export const LabelRule = z.strictObject({ label: VersionLabel, asks: LabelAsks.nullable() });
export type LabelRule = z.infer<typeof LabelRule>;

/** Returns the versions that labels are put on. */
export function labelledBy(labels: readonly MovedLabel[] = []): number[] {
  return labels.flatMap(({ versionId }) => versionId ?? []);
}

/** Returns what is read to move labels: a version's text only where a proof is compared with it. */
export function labelTouches(labels: readonly MovedLabel[] = []): Touch[] {
  const proved = labelledBy(labels.filter(({ proof }) => proof !== undefined));
  const ids = labelledBy(labels);
  return [
    ...proved.map((id): Touch => ({ kind: 'row', ref: { type: 'version', id } })),
    ...(ids.length === 0 ? [] : [{ kind: 'versions' as const, ids }]),
  ];
}

/** Whether a label is taken off, or put on a version that the prompt has or had. */
export function isOfPrompt(rows: RowSet, promptId: number, { versionId }: MovedLabel): boolean {
  return versionId === null || rows.stored('version', versionId)?.row.promptId === promptId;
}

/** Whether each of these labels of a prompt may be moved. */
export function areProved(
  { promptId, placed = [] }: { promptId: number; placed: readonly PlacedLabel[] | undefined },
  labels: readonly MovedLabel[] = [],
  rows: RowSet,
): boolean {
  return labels.every((move) => {
    const there = placed.find(({ label }) => label === move.label);
    const isBare = move.proof === undefined && move.override === undefined;
    if (there?.asks === undefined || move.versionId === null) return true;
    if (move.override !== undefined || (isBare && there.versionId === move.versionId)) return true;
    if (move.proof === undefined) return false;
    const version = rows.stored('version', move.versionId)?.row;
    return version?.promptId === promptId && isEnough(there.asks, move.proof, versionHash(version));
  });
}

/**
 * Whether a label that asks for proof stands where its newest move was proved, by the text of the version as it is now;
 * null where it asks for nothing.
 */
export function isProved(
  { asks, moves, versionId }: Pick<PlacedLabel, 'asks' | 'moves' | 'versionId'>,
  textHash: string,
): boolean | null {
  if (asks === undefined) return null;
  const [newest] = moves;
  return newest?.versionId === versionId && isEnough(asks, newest?.proof, textHash);
}

export function withMove(
  placed: readonly PlacedLabel[],
  { label, versionId, from, device, at: past, proof, override }: MovedLabel,
  now: string,
): PlacedLabel[] {
  const there = placed.find((each) => each.label === label);
  const current = there?.versionId ?? null;
  const why = { ...(proof === undefined ? {} : { proof }), ...(override === undefined ? {} : { override }) };
  const [newest] = there?.moves ?? [];
  const isKnown = proof === undefined ? override === newest?.override : isSameProof(proof, newest?.proof);
  if (current === versionId && (isKnown || Object.keys(why).length === 0)) return [...placed];
  const over = current === from ? {} : { over: current };
  const move: LabelMove = { versionId, at: past ?? now, device, ...over, ...why };
  const moves = [move, ...(there?.moves ?? []).map(withoutCells)].slice(0, limits.labelMoves);
  const next = { ...there, label, versionId, moves };
  return there === undefined ? [...placed, next] : placed.map((each) => (each === there ? next : each));
}

const isSameProof = (one: LabelProof, other: LabelMove['proof']) =>
  one.at === other?.at && one.textHash === other.textHash && one.model === other.model;

function withoutCells({ proof, ...move }: LabelMove): LabelMove {
  return proof === undefined ? move : { ...move, proof: { ...proof, cells: [] } };
}

/** Returns the move that takes another one back. `reason`: for a label that asks for proof, of which it needs none then. */
export function moveBack(
  { proof: _proof, override: _override, ...move }: MovedLabel,
  before: PlacedLabel | undefined,
  reason: string,
): MovedLabel {
  const versionId = before?.versionId ?? null;
  const isAsked = before?.asks !== undefined && versionId !== null;
  return { ...move, versionId, from: move.versionId, ...(isAsked ? { override: reason } : {}) };
}

/** A label that was never moved is there only as long as it asks for something. */
export function withRule(placed: readonly PlacedLabel[], { label, asks }: LabelRule): PlacedLabel[] {
  const there = placed.find((each) => each.label === label);
  const { asks: _before, moves, ...rest } = there ?? { label, versionId: null, moves: [] };
  const isThere = asks !== null || moves.length > 0 || rest.versionId !== null;
  // In the order of the schema: a device that reads it writes the same JSON.
  const next: PlacedLabel[] = isThere ? [{ ...rest, ...(asks === null ? {} : { asks }), moves }] : [];
  return there === undefined
    ? [...placed, ...next]
    : placed.flatMap((each) => (each === there ? next : each));
}
