/** Gives names of a tool's files and triggers, each once: one that is taken gets a number at its end. */
export class FreeNames {
  readonly #taken = new Set<string>();
  /** The last number of each name: of thousands with one title none looks for its own from the first one on. */
  readonly #counts = new Map<string, number>();
  readonly #longest: number;

  /** `longest`: UTF-16 units of a name with its number. */
  constructor(longest: number = Number.POSITIVE_INFINITY) {
    this.#longest = longest;
  }

  take(name: string): string {
    let count = this.#counts.get(name) ?? 1;
    let free = name;
    while (this.#taken.has(free)) {
      count += 1;
      const end = `-${count}`;
      free = `${name.slice(0, this.#longest - end.length).replace(/-$/, '')}${end}`;
    }
    this.#counts.set(name, count);
    this.#taken.add(free);
    return free;
  }
}
