/** Decides which prompts a search looks through. */

/** Which prompts are looked through; null: whatever it is. */
export type SearchFilter = {
  readonly projectId: number | null;
  readonly tag: string | null;
  /** A label that is on one of its versions. */
  readonly label: string | null;
  /** An ISO date: the prompt or a version of it was made then or later. */
  readonly since: string | null;
};

/** The names by which prompts can be filtered. */
export type SearchChoices = { tags: string[]; labels: string[] };

export const everyPrompt: SearchFilter = { projectId: null, tag: null, label: null, since: null };

type Named = { readonly tags: readonly string[]; readonly labels: readonly string[] };

/** Returns the date in minutes, which take no memory of their own. */
export function minuteOf(date: string): number {
  return Math.floor(Date.parse(date) / 60_000);
}

export function choicesOf(prompts: readonly Named[]): SearchChoices {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const sorted = (names: readonly string[]) => [...new Set(names)].sort(compare);
  return {
    tags: sorted(prompts.flatMap(({ tags }) => tags)),
    labels: sorted(prompts.flatMap(({ labels }) => labels)),
  };
}

type Filtered = { readonly projectId: number; readonly minute: number; readonly beside: Named };

export function passes({ projectId, minute, beside }: Filtered, filter: SearchFilter): boolean {
  return (
    (filter.projectId === null || projectId === filter.projectId) &&
    (filter.tag === null || beside.tags.includes(filter.tag)) &&
    (filter.label === null || beside.labels.includes(filter.label)) &&
    (filter.since === null || minute >= minuteOf(filter.since))
  );
}
