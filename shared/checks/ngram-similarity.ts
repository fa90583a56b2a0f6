const length = 3;

/**
 * Returns how much two texts have in common, from 0 to 1: twice the shared sequences of three characters over all of
 * both (Sørensen and Dice), each as often as it stands there. Letters count as small ones, and spaces in a row as one.
 * A text that is shorter than a sequence is one by itself.
 */
export function ngramSimilarity(one: string, other: string): number {
  const left = countsOf(one);
  const right = countsOf(other);
  const total = sumOf(left) + sumOf(right);
  if (total === 0) return 1;
  let shared = 0;
  for (const [gram, count] of left) shared += Math.min(count, right.get(gram) ?? 0);
  return (2 * shared) / total;
}

function countsOf(text: string): Map<string, number> {
  const characters = [...text.toLowerCase().trim().replaceAll(/\s+/g, ' ')];
  const counts = new Map<string, number>();
  const last = Math.max(1, characters.length - length + 1);
  for (let at = 0; at < last && characters.length > 0; at += 1) {
    const gram = characters.slice(at, at + length).join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
