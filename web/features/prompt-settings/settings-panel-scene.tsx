import { createRoot } from 'react-dom/client';
import { page } from 'vitest/browser';
import { newId } from '#shared/model/ids.ts';
import { type PromptSettings, SettingsChange } from '#shared/model/prompt-settings.ts';
import { commit } from '../../data/commit/commit.ts';
import { type LibraryDeps, openLibrary } from '../../data/database/library.ts';
import { forgetDrafts } from '../../data/drafts/unsaved-drafts.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import { UiProvider } from '../../ui/provider.tsx';
import { recordedToaster } from '../../ui/testing/recorded-toaster.ts';
import { SettingsPanel } from './settings-panel.tsx';

export const promptId = 2;

const deps: LibraryDeps = {
  random: (words) => crypto.getRandomValues(words),
  now: () => Date.now(),
  drafts: localStorage,
};

/** A prompt with these settings, and their panel. */
export async function openSettings(settings: PromptSettings = {}) {
  const userId = newId(deps.random);
  const user = { id: userId, username: `ada-${userId}`, displayName: 'Ada' };
  const library = await openLibrary(user, deps);
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', { id: promptId, title: 'One', content: 'Hi', projectId: 1 });
  await commit(library, 'setAttributes', { id: promptId, settings: SettingsChange.parse(settings) });
  const element = document.createElement('div');
  element.style.cssText = 'height: 900px; width: 360px; display: flex;';
  document.body.append(element);
  const { toaster } = recordedToaster();
  let root = createRoot(element);

  function show(versionId: number | null = null): void {
    root.render(
      <UiProvider toaster={toaster}>
        <Lent library={library}>
          <SettingsPanel promptId={promptId} versionId={versionId} />
        </Lent>
      </UiProvider>,
    );
  }

  show();
  const panel = page.getByRole('complementary', { name: 'Settings' });
  return {
    library,
    panel,
    show,
    field: (name: string) => panel.getByRole('textbox', { name, exact: true }),
    stored: async () => (await library.db.prompts.get(promptId))?.row.attributes?.settings,
    /** As the page does: nothing in memory is left. */
    reload(): void {
      root.unmount();
      root = createRoot(element);
      show();
    },
    async close(): Promise<void> {
      root.unmount();
      element.remove();
      await deleteLibraryOf(library);
      forgetDrafts(localStorage, userId);
    },
  };
}

export type SettingsScene = Awaited<ReturnType<typeof openSettings>>;
