import type { Outline } from '../../data/rows/outline.ts';

export type TaggedPrompts = { readonly tag: string; readonly promptIds: readonly number[] };

/** Returns each tag of a library with the prompts that have it, by name. */
export function taggedPrompts({ prompts }: Pick<Outline, 'prompts'>): TaggedPrompts[] {
  const byTag = new Map<string, number[]>();
  for (const { id, tags = [] } of prompts) {
    for (const tag of tags) {
      const known = byTag.get(tag);
      if (known === undefined) byTag.set(tag, [id]);
      else known.push(id);
    }
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return [...byTag].map(([tag, promptIds]) => ({ tag, promptIds })).sort((a, b) => compare(a.tag, b.tag));
}
