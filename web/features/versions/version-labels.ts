import { limits } from '#shared/model/limits.ts';
import type { LabelMove, PlacedLabel } from '#shared/model/prompt-attributes.ts';

/** Offered for every prompt, before those that it has. */
const usualLabels = ['production', 'staging'] as const;

/** Returns the labels of each version that has one. */
export function labelsByVersion(labels: readonly PlacedLabel[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const { label, versionId } of labels) {
    if (versionId === null) continue;
    const there = found.get(versionId);
    if (there === undefined) found.set(versionId, [label]);
    else there.push(label);
  }
  return found;
}

export type OfferedLabel = { readonly label: string; readonly versionId: number | null };

/** Returns the labels that a version can be given, with the version that each is on. */
export function offeredLabels(labels: readonly PlacedLabel[]): OfferedLabel[] {
  const placed = new Map(labels.map(({ label, versionId }) => [label, versionId]));
  const names = new Set([...usualLabels, ...placed.keys()]);
  return [...names].map((label) => ({ label, versionId: placed.get(label) ?? null }));
}

/** `from`: where the label was before; left out where the log does not reach back. */
export type LoggedMove = LabelMove & { readonly label: string; readonly from?: number | null };

/** Returns the latest moves of all labels of a prompt, newest first. */
export function latestMoves(labels: readonly PlacedLabel[], most: number): LoggedMove[] {
  const all = labels.flatMap(({ label, moves }) =>
    moves.map((move, at): LoggedMove => {
      const before = moves[at + 1];
      if (before !== undefined) return { ...move, label, from: before.versionId };
      return moves.length < limits.labelMoves ? { ...move, label, from: null } : { ...move, label };
    }),
  );
  return all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, most);
}
