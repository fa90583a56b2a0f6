import { commit } from '../../data/commit.ts';
import type { Library } from '../../data/library.ts';
import { promptOf } from '../../data/queries.ts';
import { watchPrompt } from '../../data/watch-prompt.ts';
import type { PromptStore } from './editor-binding.ts';

export function promptStore(library: Library, promptId: number): PromptStore {
  return {
    content: async () => (await promptOf(library, promptId))?.content,
    watch: (changed) => watchPrompt(library, promptId, changed),
    setContent: ({ content, base }) => commit(library, 'setContent', { id: promptId, content, base }),
    saveVersion: ({ content, base, description }) =>
      // The text that this version replaces is this very text: nothing has to be kept beside it.
      commit(library, 'saveVersion', { promptId, id: library.newId(), content, description, base }),
  };
}
