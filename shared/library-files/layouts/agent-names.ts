/**
 * Chooses the names of files and folders that agents' tools read: lower case letters, digits and single hyphens, 64 at
 * most, as the specification of Agent Skills wants (agentskills.io/specification, "name field").
 */
export const longestName = 64;
const reservedOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Returns the plain name of a title; that of its id where the title has no such character. */
export function agentName(title: string, id: number): string {
  const plain = slug(title, longestName);
  if (plain === '') return `prompt-${id.toString(36)}`;
  return reservedOnWindows.test(plain) ? withId(plain, id, 2) : plain;
}

export class AgentNames {
  readonly #taken: Set<string>;

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken.map((name) => name.toLowerCase()));
  }

  /** Returns the plain name of a title, or with its id where that is taken. */
  take(title: string, id: number): string {
    const plain = agentName(title, id);
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? plain : withId(plain, id, count);
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

/** Returns a name without the id that `AgentNames` may have put at its end. */
export function plainAgentName(name: string, id: number): string {
  const end = `-${id.toString(36)}`;
  return name.endsWith(end) && name.length > end.length ? name.slice(0, -end.length) : name;
}

function withId(plain: string, id: number, count: number): string {
  const end = `-${id.toString(36)}${count === 2 ? '' : `-${count}`}`;
  return `${slug(plain, longestName - end.length)}${end}`;
}

/** Returns small letters, digits and single hyphens, at most so many; empty where the title has none of them. */
export function slug(title: string, most: number): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, most + 1)
    .replace(/^-+/, '')
    .slice(0, most)
    .replace(/-+$/, '');
}
