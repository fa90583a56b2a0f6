import { messages, refusalMessages } from '#shared/model/messages.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';

export type ResourceErrors = {
  readonly name?: string;
  readonly description?: string;
  readonly whole?: string;
};

/** Changes a resource. Returns null, or a sentence for each field that is wrong, or for the whole. */
export async function saveResource(
  library: Library,
  args: { id: number; name?: string; description?: string },
): Promise<ResourceErrors | null> {
  try {
    const outcome = await commit(library, 'updateResource', args);
    if (outcome.ok) return null;
    const [error] = outcome.errors;
    if (error?.path === 'name') return { name: error.message };
    if (error?.path === 'description') return { description: error.message };
    return { whole: error?.message ?? refusalMessages[outcome.code] };
  } catch (error) {
    console.error('Error updating resource', error);
    return { whole: messages.entryNotWritten };
  }
}
