import type { Prompt } from '#shared/model/prompt.ts';
import { type PromptSettings, writableSettings } from '#shared/model/prompt-settings.ts';
import { commit } from '../../../data/commit/commit.ts';
import { saveOverCurrent } from '../../../data/commit/restore-version.ts';
import type { Library } from '../../../data/database/library.ts';
import { type LostOrigin, recoverText } from '../../../data/drafts/recovered-prompt.ts';
import type { TextRef } from '../../../data/drafts/text-ref.ts';
import { promptOf } from '../../../data/queries/queries.ts';
import { versionTextOf } from '../../../data/queries/version-items.ts';
import { watchPrompt } from '../../../data/queries/watch-prompt.ts';
import { watchVersion } from '../../../data/queries/watch-version.ts';
import type { Unsaved } from './bound-text.ts';
import type { TextStore } from './text-saver.ts';

/** `origin`: what was last known of the text's prompt, for when it is gone. */
export type OriginStore = TextStore & { origin(): LostOrigin };

export function textStore(library: Library, { promptId, versionId }: TextRef): OriginStore {
  return versionId === null ? promptStore(library, promptId) : versionStore(library, promptId, versionId);
}

export function promptStore(library: Library, promptId: number): OriginStore {
  const prompt = remembered(library, promptId);
  return {
    content: async () => (await prompt.read())?.content,
    watch: (changed) => watchPrompt(library, promptId, (row) => changed(row && prompt.note(row).content)),
    setContent: ({ content, base }) => commit(library, 'setContent', { id: promptId, content, base }),
    saveVersion: ({ content, base, description }) => {
      const settings = writableSettings(prompt.settings());
      // The text that this version replaces is this very text: nothing has to be kept beside it.
      return commit(library, 'saveVersion', {
        ...{ promptId, id: library.newId(), content, description, base, settings },
      });
    },
    recover: prompt.recover,
    origin: prompt.origin,
  };
}

/** Stores typed text in an old version; saved as a new one it replaces the current text, which is preserved. */
function versionStore(library: Library, promptId: number, versionId: number): OriginStore {
  const prompt = remembered(library, promptId);
  return {
    async content() {
      await prompt.read();
      return versionTextOf(library, versionId);
    },
    watch: (changed) => watchVersion(library, versionId, () => changed()),
    setContent: ({ content, base }) =>
      commit(library, 'editVersion', { promptId, id: versionId, content, base }),
    saveVersion: ({ content, description }) =>
      saveOverCurrent(library, { promptId, versionId, content, description }),
    recover: prompt.recover,
    origin: prompt.origin,
  };
}

function remembered(library: Library, promptId: number) {
  let known: LostOrigin = { recoverAs: library.newId() };
  let settings: PromptSettings = {};
  function note(row: Prompt): Prompt {
    settings = row.attributes?.settings ?? {};
    known = { ...known, title: row.title, projectId: row.projectId };
    return row;
  }

  return {
    note,
    async read() {
      const row = await promptOf(library, promptId);
      return row && note(row);
    },
    origin: () => known,
    /** Those that the person saw last. */
    settings: () => settings,
    recover: ({ text, base }: Unsaved) => recoverText(library, { ...known, content: text, base }),
  };
}
