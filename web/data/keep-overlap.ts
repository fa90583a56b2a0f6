import { isBlank } from '#shared/model/text.ts';
import type { Overlap } from '#shared/mutations/mutation.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import type { Library } from './library.ts';

export type OverlapAuthor = { device: string; at: string } | null;

/**
 * The version that keeps the other side's full text where a merge chose this person's words; null where a
 * version says the very same already.
 */
export async function keepOverlap(
  library: Library,
  { overlap, author }: { overlap: Overlap; author: OverlapAuthor },
): Promise<ArgsOf<'addVersion'> | null> {
  const { promptId, theirs } = overlap;
  if (isBlank(theirs)) return null;
  const versions = await library.db.versions.where('row.promptId').equals(promptId).toArray();
  if (versions.some((version) => version.row.content === theirs)) return null;
  const at = new Date(author === null ? library.deps.now() : author.at);
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return {
    promptId,
    id: library.newId(),
    content: theirs,
    description: `Conflicting edit from ${author?.device ?? 'another tab'}, ${time}`,
    conflict: 'unreviewed',
  };
}
