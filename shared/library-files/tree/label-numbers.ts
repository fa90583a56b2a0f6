/** Returns the number of the version that each label is on; null where it is on none that is here. */
export function labelNumbers(
  labels: readonly { label: string; versionId: number | null }[],
  numbers: ReadonlyMap<number, number>,
): Record<string, number | null> {
  return Object.fromEntries(
    labels.map(({ label, versionId }) => [
      label,
      versionId === null ? null : (numbers.get(versionId) ?? null),
    ]),
  );
}
