import { commit } from '../../data/commit.ts';
import type { Library } from '../../data/library.ts';
import { promptOf } from '../../data/queries.ts';
import { saveOverCurrent } from '../../data/restore-version.ts';
import type { TextRef } from '../../data/text-ref.ts';
import { versionTextOf } from '../../data/version-items.ts';
import { watchPrompt } from '../../data/watch-prompt.ts';
import { watchVersion } from '../../data/watch-version.ts';
import type { TextStore } from './editor-binding.ts';

export function textStore(library: Library, { promptId, versionId }: TextRef): TextStore {
  return versionId === null ? promptStore(library, promptId) : versionStore(library, promptId, versionId);
}

export function promptStore(library: Library, promptId: number): TextStore {
  return {
    content: async () => (await promptOf(library, promptId))?.content,
    watch: (changed) => watchPrompt(library, promptId, changed),
    setContent: ({ content, base }) => commit(library, 'setContent', { id: promptId, content, base }),
    saveVersion: ({ content, base, description }) =>
      // The text that this version replaces is this very text: nothing has to be kept beside it.
      commit(library, 'saveVersion', { promptId, id: library.newId(), content, description, base }),
  };
}

/** What is typed goes into the old version; saved as a new one it replaces the current text, which is kept. */
function versionStore(library: Library, promptId: number, versionId: number): TextStore {
  return {
    content: () => versionTextOf(library, versionId),
    watch: (changed) => watchVersion(library, versionId, changed),
    setContent: ({ content, base }) =>
      commit(library, 'editVersion', { promptId, id: versionId, content, base }),
    saveVersion: ({ content, description }) => saveOverCurrent(library, { promptId, content, description }),
  };
}
