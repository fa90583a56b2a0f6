import type { Library } from '../../data/database/library.ts';
import { promptsByEdit } from '../../data/queries/edited-prompts.ts';
import { useLive } from '../../ui/hooks/use-live.ts';

/** Returns the prompts by their last change, newest first, while they are wanted in that order. */
export function useEditedPrompts(library: Library, isWanted: boolean): readonly number[] | undefined {
  return useLive(() => (isWanted ? promptsByEdit(library) : undefined), [library, isWanted]);
}
