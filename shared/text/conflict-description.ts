/** Returns the description of the version that keeps the other text of a conflict. `at`: when that text was written. */
export function conflictDescription({ from, at }: { from: string; at: Date }): string {
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return `Conflicting edit from ${from}, ${time}`;
}

/** Returns where the kept text was written: the `from` of its description; null where a person has changed that. */
export function conflictOrigin(description: string): string | null {
  return /^Conflicting edit from (.+), \w+ \d+, \d+, [^,]+$/su.exec(description)?.[1] ?? null;
}
