import { Provider } from 'jotai';
import { createRoot } from 'react-dom/client';
import { page } from 'vitest/browser';
import { newId } from '#shared/model/ids.ts';
import { commit } from '../../data/commit/commit.ts';
import { type LibraryDeps, openLibrary } from '../../data/database/library.ts';
import { countDrafts, forgetDrafts } from '../../data/drafts/unsaved-drafts.ts';
import { promptNotesOf } from '../../data/queries/prompt-notes.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import { UiProvider } from '../../ui/provider.tsx';
import { recordedToaster } from '../../ui/testing/recorded-toaster.ts';
import { NotesPanel } from './notes-panel.tsx';

export const promptId = 2;
export const now = Date.parse('2026-11-21T12:00:00');
const deps: LibraryDeps = {
  random: (words) => crypto.getRandomValues(words),
  now: () => now,
  drafts: localStorage,
};

/** Two prompts, the first of them with these notes, and its panel. */
export async function openNotes(notes: string) {
  const userId = newId(deps.random);
  const user = { id: userId, username: `ada-${userId}`, displayName: 'Ada' };
  const library = await openLibrary(user, deps);
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', { id: promptId, title: 'One', content: 'text', projectId: 1, notes });
  await commit(library, 'createPrompt', { id: 3, title: 'Two', content: 'text', projectId: 1 });
  const element = document.createElement('div');
  element.style.cssText = 'height: 640px; display: flex;';
  document.body.append(element);
  const { toaster, toasts } = recordedToaster();
  let root = createRoot(element);

  function show(id: number): void {
    root.render(
      <Provider>
        <UiProvider toaster={toaster}>
          <Lent library={library}>
            <NotesPanel promptId={id} now={() => now} />
          </Lent>
        </UiProvider>
      </Provider>,
    );
  }

  show(promptId);
  const panel = page.getByRole('complementary', { name: 'Notes' });
  return {
    library,
    toasts,
    show,
    panel,
    box: panel.getByRole('textbox', { name: 'New note' }),
    add: panel.getByRole('button', { name: 'Add Note' }),
    note: (words: string) => panel.getByRole('listitem').filter({ hasText: words }),
    list: panel.getByRole('list', { name: 'Notes' }),
    stored: () => promptNotesOf(library, promptId),
    /** As the page does: nothing in memory is left. */
    reload(): void {
      root.unmount();
      root = createRoot(element);
      show(promptId);
    },
    drafts: () => countDrafts(localStorage, userId),
    anotherTab: () => openLibrary(user, deps),
    async close(): Promise<void> {
      root.unmount();
      element.remove();
      await deleteLibraryOf(library);
      forgetDrafts(localStorage, userId);
    },
  };
}

export type NotesScene = Awaited<ReturnType<typeof openNotes>>;
