import { editDistance } from '#shared/checks/edit-distance.ts';

/** More names are not compared: of a library of thousands each finding would look at all. */
const mostNames = 2_000;

/** Returns the one of some names that is most like another: a letter or two differ, or large and small letters; null if none is. */
export function nearName(name: string, others: Iterable<string>): string | null {
  const most = name.length < 3 ? 0 : name.length < 4 ? 1 : 2;
  const folded = name.toLowerCase();
  let nearest: string | null = null;
  let least = most + 1;
  let count = 0;
  for (const other of others) {
    count += 1;
    if (count > mostNames) break;
    if (other === name) continue;
    const distance = editDistance(folded, other.toLowerCase(), most);
    if (distance !== null && distance < least) [nearest, least] = [other, distance];
  }
  return nearest;
}
